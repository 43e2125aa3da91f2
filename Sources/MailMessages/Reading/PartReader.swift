/// Parses bytes into MIME parts (RFC 2046).
///
/// Depth and number are limited; the time is linear in the bytes of each level.
struct PartReader {
    private let limits: MailLimits
    private var left: Int
    private var decodedBytesLeft: Int

    init(limits: MailLimits) {
        self.limits = limits
        left = limits.parts
        decodedBytesLeft = limits.decodedBytes
    }

    /// Reads the headers and, within the limits, the enclosed parts.
    mutating func part(_ bytes: ArraySlice<UInt8>, depth: Int = 0, defaultType: MIMEType = .plainText) -> MailPart {
        left -= 1
        let (headers, body) = MailHeaders.read(bytes, limits: limits)
        var part = MailPart(headers: headers, raw: bytes[body...], defaultType: defaultType)
        guard depth < limits.depth else { return part }
        if part.type.type == "multipart" {
            part.children = children(of: part, depth: depth)
        } else if part.type == .message || part.type == MIMEType("message/global") {
            let message = left > 0 ? message(in: part) : []
            if !message.isEmpty { part.children = [self.part(message, depth: depth + 1)] }
        }
        return part
    }

    /// The enclosed message.
    ///
    /// A transfer encoding is not allowed (RFC 2046, 5.2.1) but is used; then it is decoded. Empty if that exceeds the
    /// limit.
    private mutating func message(in part: MailPart) -> ArraySlice<UInt8> {
        guard part.isCoded else { return part.raw }
        guard part.raw.count <= decodedBytesLeft else { return [] }
        let message = part.content
        decodedBytesLeft -= message.count
        return message[...]
    }

    private mutating func children(of part: MailPart, depth: Int) -> [MailPart] {
        let declared = part.parameters["boundary"].map { Array($0.utf8) } ?? []
        var sections = declared.isEmpty ? [] : Self.sections(of: part.raw, boundary: declared, limit: left)
        if sections.isEmpty, let guessed = Self.guessedBoundary(part.raw) {
            sections = Self.sections(of: part.raw, boundary: guessed, limit: left)
        }
        let type: MIMEType = part.type.subtype == "digest" ? .message : .plainText
        var children: [MailPart] = []
        for section in sections where left > 0 {
            children.append(self.part(section, depth: depth + 1, defaultType: type))
        }
        return children
    }

    /// The sections between the boundary lines.
    ///
    /// Without a closing line, the last section extends to the end.
    private static func sections(of body: ArraySlice<UInt8>, boundary: [UInt8], limit: Int) -> [ArraySlice<UInt8>] {
        var sections: [ArraySlice<UInt8>] = []
        let mark = [.hyphen, .hyphen] + boundary
        var (start, lastEnd): (Int?, Int) = (nil, body.startIndex)
        for line in LineScanner.lines(of: body) {
            if line.content.first == .hyphen, line.content.starts(with: mark) {
                let rest = line.content.dropFirst(mark.count)
                let isClose = rest.starts(with: [.hyphen, .hyphen])
                // A longer boundary with this prefix belongs to a nested part.
                if isClose || rest.allSatisfy(\.isBlank) {
                    if let start { sections.append(body[start..<max(start, lastEnd)]) }
                    if isClose || sections.count >= limit { return sections }
                    start = line.end
                }
            }
            // The line break before a boundary belongs to the boundary.
            lastEnd = line.content.endIndex
        }
        if let start { sections.append(body[start...]) }
        return sections
    }

    /// Guesses the boundary if the declared one is missing or wrong: a line `--x` above a part's header.
    private static func guessedBoundary(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        var candidate: ArraySlice<UInt8>?
        for line in LineScanner.lines(of: body) {
            if let candidate, line.content.begins(with: "content-") { return Array(candidate) }
            let isMark = line.content.count > 3 && line.content.starts(with: [.hyphen, .hyphen])
            candidate = isMark ? line.content.dropFirst(2).trimmed() : nil
        }
        return nil
    }
}
