/// The text, HTML and attachments of a message.
///
/// At most 2 MB of each text part are read.
package struct MailBody: Sendable {
    package private(set) var plainText: String?
    package private(set) var html: String?
    package private(set) var attachments: [MailAttachment] = []

    /// The most bytes of one part that are read as text.
    private static let longestText = 2 << 20

    init(of root: MailPart) {
        add(root)
        if plainText == nil, html == nil { takeTextOfTNEF() }
        // Some programs add an empty plain text to HTML.
        if html != nil, plainText?.allSatisfy(\.isWhitespace) == true { plainText = nil }
    }

    private mutating func add(_ part: MailPart) {
        switch (part.type.type, part.type.subtype) {
        case ("multipart", "alternative"): addAlternatives(part.children)
        case ("multipart", "related"): addRelated(part)
        // The second part is the signature (RFC 1847).
        case ("multipart", "signed"): part.children.prefix(1).forEach { add($0) }
        case ("multipart", "report"): addReport(part.children)
        case ("multipart", _) where !part.children.isEmpty: part.children.forEach { add($0) }
        // A multipart without parts: the rest of a mail that was cut off.
        case ("multipart", _): append(plain: part.text(limit: Self.longestText))
        case ("text", "plain") where !isFile(part): addPlain(part)
        case ("text", "html") where !isFile(part): append(html: part.text(limit: Self.longestText))
        default: attach(part)
        }
    }

    private func isFile(_ part: MailPart) -> Bool {
        part.disposition == .attachment || (part.fileName != nil && part.disposition == nil)
    }

    /// Several versions of the same content: the first plain text and the last HTML are used.
    private mutating func addAlternatives(_ children: [MailPart]) {
        var (plain, markup): (String?, String?) = (nil, nil)
        for child in children {
            let body = MailBody(of: child)
            plain = plain ?? body.plainText
            markup = body.html ?? markup
            attachments += body.attachments
        }
        if let plain { append(plain: plain) }
        if let markup { append(html: markup) }
    }

    /// The root is the part that `start` names, otherwise the first (RFC 2387).
    private mutating func addRelated(_ part: MailPart) {
        let start = part.parameters["start"].flatMap { MailMessageID.list(in: $0).first?.text }
        let root = part.children.firstIndex { $0.contentID == start && start != nil } ?? 0
        for (index, child) in part.children.enumerated() where index == root { add(child) }
        for (index, child) in part.children.enumerated() where index != root { attach(child) }
    }

    /// The first part is for people (RFC 6522).
    ///
    /// The other parts are not attachments.
    private mutating func addReport(_ children: [MailPart]) { children.prefix(1).forEach { add($0) } }

    private mutating func addPlain(_ part: MailPart) {
        let (text, files) = UUEncoding.extract(from: part.text(limit: Self.longestText))
        append(plain: text)
        attachments += files.map {
            MailAttachment(name: HeaderText($0.name).text, type: .octetStream, bytes: $0.content)
        }
    }

    private mutating func append(plain text: String) {
        plainText = plainText.map { $0.hasSuffix("\n") ? $0 + text : $0 + "\n" + text } ?? text
    }

    private mutating func append(html text: String) { html = html.map { $0 + "\n" + text } ?? text }

    private mutating func attach(_ part: MailPart) {
        if part.type.type == "multipart", !part.children.isEmpty { return part.children.forEach { attach($0) } }
        if TNEF.isTNEF(part) {
            let (found, message) = TNEF.read(part.content)
            attachments += found
            if let message { tnefText = message }
            // If it cannot be opened, it becomes an attachment itself.
            if !found.isEmpty || message != nil { return }
        }
        attachments.append(MailAttachment(part))
    }

    /// Text from a winmail.dat, used if the mail has no other text.
    private var tnefText: TNEF.Message?

    private mutating func takeTextOfTNEF() {
        guard let tnefText else { return }
        plainText = tnefText.plainText
        html = tnefText.html
    }
}

/// An attachment.
///
/// It is decoded on access.
package struct MailAttachment: Sendable {
    /// Without folders and control characters.
    package let name: String?
    package let type: MIMEType
    /// Without angle brackets; the target of `cid:` links.
    package let contentID: String?
    package let isInline: Bool

    private enum Source {
        case part(MailPart)
        case bytes([UInt8])
    }

    private let source: Source

    init(_ part: MailPart) {
        name = part.fileName
        type = part.type
        contentID = part.contentID
        isInline = part.disposition == .inline
        source = .part(part)
    }

    init(name: String?, type: MIMEType, bytes: [UInt8]) {
        self.name = name
        self.type = type
        contentID = nil
        isInline = false
        source = .bytes(bytes)
    }

    package var content: [UInt8] {
        switch source {
        case .part(let part): part.content
        case .bytes(let bytes): bytes
        }
    }

    /// The content as text, in the charset of the part.
    package var text: String {
        switch source {
        case .part(let part): part.text
        case .bytes(let bytes): Charset.decode(bytes, declared: "utf-8")
        }
    }
}
