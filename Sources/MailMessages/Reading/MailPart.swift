/// One part of a received message.
///
/// Bodies are decoded on access.
package struct MailPart: Sendable {
    package enum Disposition: Sendable {
        case inline
        case attachment
    }

    package let headers: MailHeaders
    /// The declared type; `text/plain` if it is missing or invalid.
    package let type: MIMEType
    package let disposition: Disposition?
    /// Without folders, control characters and leading dots.
    ///
    /// Safe to show; do not use it as a path.
    package let fileName: String?
    /// Without angle brackets.
    package let contentID: String?
    /// The parts of a multipart, or the one message of a `message/rfc822`.
    package internal(set) var children: [MailPart] = []

    /// The parameters of Content-Type by name in lower case.
    let parameters: [String: String]
    /// The body as received.
    let raw: ArraySlice<UInt8>

    init(headers: MailHeaders, raw: ArraySlice<UInt8>, defaultType: MIMEType) {
        let declared = headers.first("content-type").map(ParameterizedValue.init)
        let placed = headers.first("content-disposition").map(ParameterizedValue.init)
        self.headers = headers
        self.raw = raw
        type = declared.flatMap { Self.type($0.value) } ?? defaultType
        parameters = declared?.parameters ?? [:]
        disposition = placed.map { $0.value == "inline" ? .inline : .attachment }
        fileName = (placed?.parameters["filename"] ?? declared?.parameters["name"]).flatMap(Self.safeName)
        contentID = headers.first("content-id").flatMap { MailMessageID.list(in: $0).first?.text }
    }

    /// The body with its transfer encoding removed.
    package var content: [UInt8] {
        switch coding {
        case .base64: Base64.decode(raw)
        case .quotedPrintable: QuotedPrintable.decode(raw)
        case .uuencode: UUEncoding.decode(raw)
        case nil: Array(raw)
        }
    }

    /// Whether the body has a transfer encoding, so that `content` differs from `raw`.
    var isCoded: Bool { coding != nil }

    private enum Coding {
        case base64
        case quotedPrintable
        case uuencode
    }

    private var coding: Coding? {
        // Multiparts have no encoding of their own, even if one is declared.
        if type.type == "multipart" { return nil }
        let encoding = HeaderScanner.withoutComments(headers.first("content-transfer-encoding") ?? "")
        return switch Array(encoding.utf8).trimmed().asText.lowercasedASCII {
        case "base64", "\"base64\"", "b": .base64
        case "quoted-printable", "\"quoted-printable\"", "q", "quoted-printeable", "qp": .quotedPrintable
        case "x-uuencode", "uuencode", "x-uue": .uuencode
        default: nil
        }
    }

    /// The body as text, for any type.
    ///
    /// Lines end in LF, NUL bytes are removed, and flowed paragraphs are joined.
    ///
    /// At most the first 8 MB are read.
    package var text: String { text(limit: 8 << 20) }

    /// The text of the first `limit` bytes of the body.
    func text(limit: Int) -> String {
        let content = Array(content.prefix(limit))
        let decoded = Charset.decode(content, declared: charset(of: content))
        if type == .plainText, parameters["format"]?.lowercasedASCII == "flowed" {
            let deletesSpaces = parameters["delsp"]?.lowercasedASCII == "yes"
            return FlowedText(wire: decoded, deletesSpaces: deletesSpaces).plain
        }
        return Self.plainLines(decoded)
    }

    /// The charset of the first text.
    ///
    /// Old programs use it in headers without encoding.
    var firstCharset: String? {
        parameters["charset"] ?? children.lazy.compactMap(\.firstCharset).first
    }

    private func charset(of content: [UInt8]) -> String? {
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { return "utf-8" }
        // For `charset=utf-8 format=flowed`, where the semicolon is missing.
        return parameters["charset"].map { String($0.prefix { !" ,;\t".contains($0) }) }
    }

    /// Ends every line with LF, and removes NUL bytes and byte order marks.
    private static func plainLines(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && last != "\r") {
                clean.append("\n")
            } else if scalar != "\n", scalar != "\0", scalar != "\u{FEFF}" {
                clean.append(scalar)
            }
            last = scalar
        }
        return String(clean)
    }

    private static func type(_ value: String) -> MIMEType? {
        // RFC 1049 allowed `text` alone.
        if value == "text" { return .plainText }
        return MIMEType(value.prefix { !" ,\t".contains($0) })
    }

    private static func safeName(_ name: String) -> String? {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let clean = HeaderText(last).text.drop { $0 == "." || $0 == " " }
        return clean.isEmpty ? nil : String(clean.prefix(200))
    }
}
