package import NewsModel

/// The traits of the four networks.
extension NetworkTraits {
    /// A page fits a small terminal, with its headings.
    package static let console: NetworkTraits = {
        let page = FirstPage(blocks: 20, roomBlocks: 20, textBlockBytes: 1_000, textBlocks: 10, roomTextBlocks: 10)
        var traits = NetworkTraits(firstPage: page)
        traits.hasOneUser = true
        traits.wholeForms = [.text, .markdown, .html, .opml]
        return traits
    }()

    /// One block is one line; a room gets fewer lines than a person.
    package static let irc: NetworkTraits = {
        let page = FirstPage(
            blocks: 15,
            roomBlocks: 8,
            textBlockBytes: 350,
            textBlocks: 6,
            roomTextBlocks: 3,
            roomItems: 5
        )
        var traits = NetworkTraits(firstPage: page)
        traits.hasServices = true
        // RFC 2812, 1.3.
        traits.roomMarks = RoomMarks(signs: ["#", "&", "+", "!"])
        traits.sendsLines = true
        traits.callsByName = true
        traits.carriesDocuments = false
        return traits
    }()

    package static let matrix: NetworkTraits = {
        let page = FirstPage(
            blocks: 40,
            roomBlocks: 20,
            textBlockBytes: 1_000,
            textBlocks: 8,
            roomTextBlocks: 3,
            roomItems: 5
        )
        var traits = NetworkTraits(firstPage: page)
        traits.isFederated = true
        traits.mayEdit = true
        traits.mayThread = true
        traits.linksReplies = true
        traits.showsIcons = true
        traits.linksTitles = true
        traits.roomMarks = RoomLink.marks
        traits.roomKind = .room
        traits.marksBots = true
        traits.foldsRepeats = true
        traits.showsReadPictures = true
        traits.wholeForms = [.html]
        return traits
    }()

    package static let mail: NetworkTraits = {
        let page = FirstPage(blocks: 500, roomBlocks: 500, textBlockBytes: 2_000, textBlocks: 400, roomTextBlocks: 400)
        var traits = NetworkTraits(firstPage: page)
        traits.answersByLetter = true
        traits.isSlow = true
        traits.readsOnlyCommands = true
        traits.recordsEachMessage = true
        traits.isMailDestination = true
        traits.needsConfirmation = true
        traits.hidesAddresses = true
        traits.attachesPictures = true
        traits.listsAll = true
        traits.linksReplies = true
        traits.showsIcons = true
        traits.linksTitles = true
        traits.wholeForms = [.text, .markdown, .html, .opml]
        return traits
    }()
}

extension RoomMarks {
    /// Those of all networks, because people also name rooms of a network from which they do not write.
    package static let all = RoomMarks([NetworkTraits.console, .irc, .matrix, .mail].map(\.roomMarks))
}
