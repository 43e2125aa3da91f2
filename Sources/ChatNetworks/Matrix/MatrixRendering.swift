import MatrixClient
import NewsModel

/// Rich text as the contents of `m.room.message` events.
enum MatrixRendering {
    /// Bytes of plain and formatted text together; an event may have 65,536 with all that is around it.
    private static let textBytes = 30_000

    static func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        // To a person a bot always speaks as a bot; a room's operators may want plain messages.
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
        return texts.enumerated().map { number, text in
            var content = content(text, isNotice: isNotice)
            content["m.relates_to"] = relation(message.question, isFirst: number == 0)
            // The event that opens the thread has no id yet: sending puts it in.
            if message.opensThread, message.question == nil, number > 0 { content[threadKey] = true }
            if let question = message.asks { content[OwnPost.asksKey] = .string(question) }
            return MessagePart(payload: JSONValue.object(content).text, asNotice: isNotice)
        }
    }

    /// Marks a part that is not sent yet as one that goes into the thread of its message's first.
    static let threadKey = "chat.crier.thread"

    private static func content(_ text: (plain: String, html: String?), isNotice: Bool) -> [String: JSONValue] {
        var content: [String: JSONValue] = [
            "msgtype": isNotice ? "m.notice" : "m.text", "body": .string(text.plain),
            // Present and empty: nobody is pinged, whatever names stand in the text.
            "m.mentions": [:],
        ]
        if let html = text.html {
            content["format"] = "org.matrix.custom.html"
            content["formatted_body"] = .string(html)
        }
        return content
    }

    /// Client-server API, event replacements: the new content, and for old clients the same behind a star.
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

    /// Below the event that opens the thread.
    static func relation(toThread root: String) -> JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(root)],
        ]
    }

    /// Into the thread of the question; outside threads the first part answers the question itself.
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
                : LineRendering.lines(message.body).joined(separator: "\n")
            return pieces(text).map { ($0, nil) }
        }
        var result: [(plain: String, html: String?)] = []
        var blocks: [RichText.Block] = []
        var size = 0
        func close() {
            guard !blocks.isEmpty else { return }
            let text = RichText(blocks)
            let plain = LineRendering.lines(text).joined(separator: "\n")
            if !plain.isEmpty { result.append((plain, MatrixHTML.fragment(text))) }
            (blocks, size) = ([], 0)
        }
        for block in message.body.blocks {
            // What stands before the first list opens the thread.
            if message.opensThread, result.isEmpty, block.isListing { close() }
            let text = RichText([block])
            let plain = LineRendering.lines(text).joined(separator: "\n")
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

    /// A text that is too long for one event, cut between characters.
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
            // One character may be endless marks on one letter.
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
        case .item, .preformatted: true
        case .heading(let level, _): level > 1
        case .paragraph, .footer: false
        }
    }
}
