import MatrixClient
import NewsModel

/// Renders rich text as the content of `m.room.message` events.
enum MatrixRendering {
    /// Bytes of plain and formatted text together; a whole event may have 65,536.
    private static let textBytes = 30_000

    static func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        // Messages to a person are always notices. Room operators may choose normal messages.
        let isNotice = address.kind == .person || message.asNotice
        if let file = MatrixFile(message) {
            var content = file.content
            content["m.relates_to"] = relation(message.question, isFirst: true)
            return [MessagePart(payload: JSONValue.object(content).text, asNotice: isNotice)]
        }
        let texts = texts(of: message)
        if let event = message.replaces {
            return texts.prefix(1).map { edit($0, of: event, isNotice: isNotice) }
        }
        let parts = texts.enumerated().map { number, text in
            var content = content(text, isNotice: isNotice)
            content["m.relates_to"] = relation(message.question, isFirst: number == 0)
            // The id of the event that opens the thread is not known yet; sending inserts it.
            if message.opensThread, message.question == nil, number > 0 { content[threadKey] = true }
            if let question = message.asks { content[OwnPost.asksKey] = .string(question) }
            return MessagePart(payload: JSONValue.object(content).text, asNotice: isNotice)
        }
        let pictures = (message.pictures ?? []).map { picture in
            var content = MatrixPicture.content(picture)
            content["m.relates_to"] = relation(message.question, isFirst: false)
            return MessagePart(payload: JSONValue.object(content).text, asNotice: isNotice)
        }
        return parts + pictures
    }

    /// Marks an unsent part that belongs to the thread opened by the first part of its message.
    static let threadKey = "chat.crier.thread"

    private static func content(_ text: (plain: String, html: String?), isNotice: Bool) -> [String: JSONValue] {
        var content: [String: JSONValue] = [
            "msgtype": isNotice ? "m.notice" : "m.text", "body": .string(text.plain),
            // Present and empty: names in the text notify nobody.
            "m.mentions": [:],
        ]
        if let html = text.html {
            content["format"] = "org.matrix.custom.html"
            content["formatted_body"] = .string(html)
        }
        return content
    }

    /// Client-server API, event replacements: the new content, and for old clients the same text after a star.
    private static func edit(
        _ text: (plain: String, html: String?),
        of event: String,
        isNotice: Bool
    ) -> MessagePart {
        var content = content(("* " + text.plain, text.html.map { "* " + $0 }), isNotice: isNotice)
        content["m.new_content"] = .object(Self.content(text, isNotice: isNotice))
        content["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event)]
        return MessagePart(payload: JSONValue.object(content).text, asNotice: isNotice)
    }

    /// Relates an event to the thread that `root` opens.
    static func relation(toThread root: String) -> JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(root)],
        ]
    }

    /// Relates a part to the question's thread; outside threads, only the first part replies to the question.
    private static func relation(_ question: Question?, isFirst: Bool) -> JSONValue? {
        guard let question else { return nil }
        let reply: JSONValue = ["event_id": .string(question.messageID)]
        if let thread = question.thread {
            return [
                "rel_type": "m.thread", "event_id": .string(thread), "is_falling_back": true, "m.in_reply_to": reply,
            ]
        }
        return isFirst ? ["m.in_reply_to": reply] : nil
    }

    private static func texts(of message: OutgoingMessage) -> [(plain: String, html: String?)] {
        if message.form == .markdown || message.form == .text {
            let text =
                message.form == .markdown
                ? MarkdownRendering.document(message.body)
                : LineRendering.lines(message.body, style: message.lineStyle).joined(separator: "\n")
            return pieces(text).map { ($0, nil) }
        }
        var result: [(plain: String, html: String?)] = []
        var blocks: [RichText.Block] = []
        var size = 0
        func close() {
            guard !blocks.isEmpty else { return }
            let text = RichText(blocks)
            let plain = LineRendering.lines(text, style: message.lineStyle).joined(separator: "\n")
            if !plain.isEmpty { result.append((plain, MatrixHTML.fragment(text))) }
            (blocks, size) = ([], 0)
        }
        for block in message.body.blocks {
            // The text before the first list opens the thread.
            if message.opensThread, result.isEmpty, block.isListing { close() }
            let text = RichText([block])
            let plain = LineRendering.lines(text, style: message.lineStyle).joined(separator: "\n")
            let bytes = plain.utf8.count + MatrixHTML.fragment(text).utf8.count
            if size + bytes > textBytes { close() }
            if bytes > textBytes {
                result += pieces(plain).map { ($0, nil) }
            } else {
                blocks.append(block)
                size += bytes
            }
        }
        close()
        return result
    }

    /// Splits a text that is too long for one event between characters.
    private static func pieces(_ text: String) -> [String] {
        guard text.utf8.count > textBytes else { return text.isEmpty ? [] : [text] }
        var pieces: [String] = []
        var piece = ""
        var size = 0
        for character in text {
            let bytes = character.utf8.count
            if size + bytes > textBytes, !piece.isEmpty {
                pieces.append(piece)
                (piece, size) = ("", 0)
            }
            // A single character may have any number of combining marks; a character that is too long is dropped.
            guard bytes <= textBytes else { continue }
            piece.append(character)
            size += bytes
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}

extension RichText.Block {
    fileprivate var isListing: Bool {
        switch self {
        case .item, .preformatted, .table, .grid: true
        case .heading(let level, _): level > 1
        case .paragraph, .footer: false
        }
    }
}
