extension OutgoingMail {
    /// The message as it is sent: all ASCII, lines with CRLF, at most 998 bytes per line.
    package func bytes() -> [UInt8] {
        var writer = HeaderWriter()
        writeHeaders(to: &writer)
        let tree = parts
        var boundaries = BoundaryMaker(messageID: messageID, avoiding: tree)
        return writer.bytes + tree.bytes(&boundaries)
    }

    private func writeHeaders(to writer: inout HeaderWriter) {
        writer.write("Date", tokens: MailDate.text(of: date).split(separator: " ").map(String.init))
        writer.write("From", mailboxes: [from])
        writer.write("Reply-To", mailboxes: replyTo.map { [$0] } ?? [])
        writer.write("To", mailboxes: to)
        writer.write("Cc", mailboxes: copies)
        writer.write("Subject", text: subject)
        writer.write("Message-ID", ids: [messageID])
        writer.write("In-Reply-To", ids: inReplyTo.map { [$0] } ?? [])
        writer.write("References", ids: references.count > 21 ? [references[0]] + references.suffix(20) : references)
        list?.write(to: &writer)
        if let autoSubmitted { writer.write("Auto-Submitted", tokens: [autoSubmitted.rawValue]) }
        if suppressesAutoResponses { writer.write("X-Auto-Response-Suppress", tokens: ["All"]) }
        if isBulk { writer.write("Precedence", tokens: ["bulk"]) }
        for field in fields where !Self.isReserved(field.name) { writer.write(field.name.text, text: field.value) }
        writer.write("MIME-Version", tokens: ["1.0"])
    }

    private static func isReserved(_ name: HeaderName) -> Bool {
        let name = name.text.lowercasedASCII
        let own = [
            "date", "from", "sender", "reply-to", "to", "cc", "bcc", "subject", "message-id", "in-reply-to",
            "references",
            "auto-submitted", "x-auto-response-suppress", "precedence", "mime-version", "return-path",
        ]
        return own.contains(name) || name.hasPrefix("content-") || name.hasPrefix("list-")
    }

    private var parts: OutgoingPart {
        var body = OutgoingPart.text("plain", text.wire, parameters: [("format", "flowed")])
        if let html {
            var styled = OutgoingPart.text("html", FlowedText(html.markup).lines, parameters: [])
            if !html.images.isEmpty {
                let images = html.images.map { OutgoingPart.file($0, disposition: "inline") }
                styled = .multipart("related", [("type", "text/html")], [styled] + images)
            }
            body = .multipart("alternative", [], [body, styled])
        }
        guard !attachments.isEmpty else { return body }
        return .multipart("mixed", [], [body] + attachments.map { OutgoingPart.file($0, disposition: "attachment") })
    }
}

extension FlowedText {
    /// The lines unchanged, each with CRLF.
    fileprivate var lines: [UInt8] {
        paragraphs.flatMap { Array($0.text.utf8) + [.carriageReturn, .lineFeed] }
    }
}

/// Boundaries derived from the Message-ID, so that a repeated mail is identical.
///
/// They occur in no part.
struct BoundaryMaker {
    private let stem: String
    private var count = 0

    init(messageID: MailMessageID, avoiding tree: OutgoingPart) {
        let digest = StableDigest.hex(of: messageID.text.utf8)
        let plain = tree.plainLeaves
        var attempt = 0
        // `=_` cannot occur in quoted-printable or base64. If plain text contains the boundary, another one is used.
        func stem(_ attempt: Int) -> String { "=_\(digest)\(attempt == 0 ? "" : ".\(attempt)")_" }
        while attempt < 1_000, plain.contains(where: { $0.containsSequence(Array(stem(attempt).utf8)) }) {
            attempt += 1
        }
        self.stem = stem(attempt)
    }

    mutating func next() -> String {
        count += 1
        return "\(stem)\(count)"
    }
}

extension [UInt8] {
    fileprivate func containsSequence(_ other: [UInt8]) -> Bool {
        guard let first = other.first else { return true }
        var rest = self[...]
        while let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: other) { return true }
            rest = rest[(index + 1)...]
        }
        return false
    }
}
