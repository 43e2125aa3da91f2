/// The tree of MIME parts of an outgoing mail.
indirect enum OutgoingPart {
    case leaf(OutgoingLeaf)
    case multipart(_ subtype: String, _ parameters: [(String, HeaderText)], _ children: [OutgoingPart])

    /// A text part.
    ///
    /// The lines of `text` end in CRLF.
    static func text(_ subtype: String, _ text: [UInt8], parameters: [(String, HeaderText)]) -> OutgoingPart {
        let transfer = TransferEncoding.fitting(text)
        let charset: HeaderText = transfer == .sevenBit ? "us-ascii" : "utf-8"
        var writer = HeaderWriter()
        writer.write("Content-Type", "text/\(subtype)", parameters: [("charset", charset)] + parameters)
        writer.write("Content-Transfer-Encoding", tokens: [transfer.rawValue])
        return .leaf(OutgoingLeaf(headers: writer.bytes, body: transfer.encode(text), isPlain: transfer == .sevenBit))
    }

    static func file(_ file: OutgoingFile, disposition: String) -> OutgoingPart {
        let name = file.name.map { [$0] } ?? []
        // Multiparts and messages must not be base64 (RFC 2045, 6.4), so they are sent as octet streams.
        let isComposite = ["multipart", "message"].contains(file.type.type)
        let type = isComposite ? MIMEType.octetStream : file.type
        var writer = HeaderWriter()
        writer.write("Content-Type", type.description, parameters: name.map { ("name", $0) })
        writer.write("Content-Disposition", disposition, parameters: name.map { ("filename", $0) })
        if let id = file.contentID { writer.write("Content-ID", ids: [id]) }
        writer.write("Content-Transfer-Encoding", tokens: [TransferEncoding.base64.rawValue])
        return .leaf(OutgoingLeaf(headers: writer.bytes, body: Base64.encodeLines(file.content), isPlain: false))
    }

    /// The bodies without transfer encoding.
    var plainLeaves: [[UInt8]] {
        switch self {
        case .leaf(let leaf): leaf.isPlain ? [leaf.body] : []
        case .multipart(_, _, let children): children.flatMap(\.plainLeaves)
        }
    }

    /// Headers, the empty line, and the body.
    func bytes(_ boundaries: inout BoundaryMaker) -> [UInt8] {
        let lineEnd: [UInt8] = [.carriageReturn, .lineFeed]
        guard case .multipart(let subtype, let parameters, let children) = self else {
            guard case .leaf(let leaf) = self else { return [] }
            return leaf.headers + lineEnd + leaf.body
        }
        let boundary = boundaries.next()
        var writer = HeaderWriter()
        writer.write(
            "Content-Type",
            "multipart/\(subtype)",
            parameters: parameters + [("boundary", HeaderText(boundary))]
        )
        var output = writer.bytes + lineEnd
        for child in children { output += Array("--\(boundary)\r\n".utf8) + child.bytes(&boundaries) + lineEnd }
        return output + "--\(boundary)--\r\n".utf8
    }
}

struct OutgoingLeaf {
    var headers: [UInt8]
    var body: [UInt8]
    var isPlain: Bool
}

/// The transfer encoding of a body for seven-bit servers.
enum TransferEncoding: String {
    case sevenBit = "7bit"
    case quotedPrintable = "quoted-printable"
    case base64

    /// The most readable encoding: none if possible, otherwise the shorter one.
    static func fitting(_ text: [UInt8]) -> TransferEncoding {
        var (quoted, isPlain) = (0, true)
        for line in LineScanner.lines(of: text[...]) {
            let codes = line.content.reduce(0) { $0 + ($1.isVisible || $1.isBlank ? 0 : 1) }
            quoted += codes
            // RFC 5322, 2.1.1: lines have at most 998 bytes. Mailbox files change `From ` to `>From `.
            if codes > 0 || line.content.count > 990 || line.content.starts(with: "From ".utf8) { isPlain = false }
        }
        if isPlain { return .sevenBit }
        return quoted * 2 <= text.count / 3 ? .quotedPrintable : .base64
    }

    func encode(_ text: [UInt8]) -> [UInt8] {
        switch self {
        case .sevenBit: text
        case .quotedPrintable: QuotedPrintable.encode(text)
        case .base64: Base64.encodeLines(text)
        }
    }
}
