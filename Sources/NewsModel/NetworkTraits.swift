/// The differences between networks that matter for wording messages and counting quotas.
///
/// Each network states its own traits. No other code checks which network it is.
package struct NetworkTraits: Hashable, Sendable {
    /// How many blocks the first page of a long answer shows.
    package struct FirstPage: Hashable, Sendable {
        package var blocks: Int
        /// The same in a room.
        package var roomBlocks: Int
        /// The longest block of an article's text in UTF-8 bytes.
        ///
        /// It fits one line on networks that send a line per block.
        package var textBlockBytes: Int
        /// Blocks of an article's text.
        package var textBlocks: Int
        /// The same in a room.
        package var roomTextBlocks: Int
        /// Items of a list in a room, if no number was asked for.
        package var roomItems: Int

        package init(
            blocks: Int,
            roomBlocks: Int,
            textBlockBytes: Int,
            textBlocks: Int,
            roomTextBlocks: Int,
            roomItems: Int = .max
        ) {
            self.blocks = blocks
            self.roomBlocks = roomBlocks
            self.textBlockBytes = textBlockBytes
            self.textBlocks = textBlocks
            self.roomTextBlocks = roomTextBlocks
            self.roomItems = roomItems
        }
    }

    package var firstPage: FirstPage
    /// A terminal with one user: nothing is limited.
    package var hasOneUser = false
    /// All answers to one message are one letter, and a message may hold several commands.
    package var answersByLetter = false
    /// Hours may pass until a message is read and answered.
    package var isSlow = false
    /// People write other things here, too, so only commands are answered, no lines in somebody's own words.
    package var readsOnlyCommands = false
    /// Each message is recorded as handled at once, even one without an answer: the network hands it over again for
    /// days.
    package var recordsEachMessage = false
    /// The destination `mail` of commands means an address here.
    package var isMailDestination = false
    /// Nothing is pushed to an address before its owner has confirmed it.
    package var needsConfirmation = false
    /// A person's address is secret, so other chats show it in part.
    package var hidesAddresses = false
    /// Pictures are sent inside the message; otherwise they are links.
    package var attachesPictures = false
    /// Who reads a story in private is shown its picture behind the text.
    ///
    /// Not in a room, where a feed would choose what everybody sees.
    package var showsReadPictures = false
    /// A push lists all its articles, with summaries; otherwise it has few lines.
    package var listsAll = false
    /// Whether people can have accounts; otherwise everybody is a guest.
    package var hasAccounts = true
    /// Accounts belong to the network's services (such as NickServ), and people log in to them.
    package var hasServices = false
    /// Accounts of other servers take part.
    ///
    /// Accounts of one server share a turn, and a member list may need a request to another server.
    package var isFederated = false
    /// A post can be edited.
    package var mayEdit = false
    /// A post can open a thread.
    package var mayThread = false
    /// A message can answer an earlier one, by a reply or a reaction, and says which.
    package var linksReplies = false
    /// Small pictures can stand inside a line, so the icons of feeds are shown before their names.
    package var showsIcons = false
    /// A text can be a link without costing a line, so lists show titles as links.
    package var linksTitles = false
    /// What names of rooms begin with; nothing where there are no rooms.
    package var roomMarks = RoomMarks()
    /// What people there call a place where many talk, and those who look after it.
    package var roomKind = RoomKind.channel
    /// Messages of bots are marked as such, unless the room has disabled it.
    package var marksBots = false
    /// A part that is sent twice with the same key is shown once.
    package var foldsRepeats = false
    /// Each block is a message of its own, so that many of them flood a room.
    package var sendsLines = false
    /// Clients call their user when a line has the user's name, whoever wrote it.
    package var callsByName = false
    /// A long document can be sent in one piece; otherwise it is split into lines.
    package var carriesDocuments = true
    /// Forms that are never split into pages.
    package var wholeForms: Set<OutgoingMessage.Form> = []

    package init(firstPage: FirstPage) { self.firstPage = firstPage }

    /// What one line holds in UTF-8 bytes; nil where a block may be longer than a line.
    package var lineBytes: Int? { sendsLines ? firstPage.textBlockBytes : nil }

    /// People and other bots write here line by line, so floods and loops are possible.
    package var isChat: Bool { !hasOneUser && !answersByLetter }
}

/// A place where many talk, as people of the network call it; the words are in `locales/*/terms.toml`.
package enum RoomKind: String, Hashable, Sendable {
    /// A channel with operators.
    case channel
    /// A room with moderators.
    case room
}

extension NetworkTraits {
    /// A person's name for a line that is not meant to call them.
    ///
    /// Where clients look for their user's name in each line, an invisible joiner (U+2060) stands inside it; it is
    /// ignored in commands, so a copied name still works.
    package func quiet(_ name: String) -> String {
        guard callsByName, let first = name.first else { return name }
        return String(first) + "\u{2060}" + name.dropFirst()
    }
}
