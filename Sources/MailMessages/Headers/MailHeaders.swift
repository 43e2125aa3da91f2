/// The header fields of a received message or part, in their order.
package struct MailHeaders: Sendable {
    package struct Field: Sendable {
        package let name: String
        fileprivate let raw: ArraySlice<UInt8>

        /// On one line, without decoding of encoded words; NULs left out.
        package var value: String { value(bareCharset: "utf-8") }

        /// - Parameter bareCharset: that of letters beyond ASCII which stand there without any coding.
        fileprivate func value(bareCharset: String) -> String {
            let unfolded = Array(raw.filter { !$0.isLineBreak && $0 != 0 }.trimmed())
            if let text = String(validating: unfolded, as: UTF8.self) { return text }
            return Charset.decode(unfolded, declared: bareCharset)
        }
    }

    package private(set) var fields: [Field] = []

    /// The first value of that name, unfolded.
    package func first(_ name: String) -> String? { field(name)?.value }

    /// All values of that name, topmost first.
    package func all(_ name: String) -> [String] {
        let name = name.lowercasedASCII
        return fields.filter { $0.name == name }.map(\.value)
    }

    /// The first value of that name as people read it, encoded words decoded.
    package func text(_ name: String) -> String? { text(name, bareCharset: "utf-8") }

    func text(_ name: String, bareCharset: String) -> String? {
        field(name).map { HeaderText(EncodedWord.decode($0.value(bareCharset: bareCharset))).text }
    }

    package func contains(_ name: String) -> Bool { field(name) != nil }

    private func field(_ name: String) -> Field? {
        let name = name.lowercasedASCII
        return fields.first { $0.name == name }
    }
}

extension MailHeaders {
    /// Reads fields up to the empty line, or up to the first line that is none: some mails forget the empty line.
    ///
    /// - Returns: the fields, and where the body begins.
    static func read(_ bytes: ArraySlice<UInt8>, limits: MailLimits) -> (headers: MailHeaders, body: Int) {
        var headers = MailHeaders()
        var position = bytes.startIndex
        var bytesLeft = limits.headerBytes
        while position < bytes.endIndex {
            let line = LineScanner.line(of: bytes, at: position)
            if line.content.isEmpty { return (headers, line.end) }
            // The envelope of a mailbox file, sometimes in the middle after a careless relay.
            if line.content.starts(with: "From ".utf8) || line.content.starts(with: ">From ".utf8) {
                position = line.end
                continue
            }
            guard let colon = colon(in: line.content) else { return (headers, position) }
            var end = line.end
            while end < bytes.endIndex, bytes[end].isBlank { end = LineScanner.line(of: bytes, at: end).end }
            let value = bytes[(colon + 1)..<end].prefix(limits.fieldBytes)
            bytesLeft -= value.count
            if headers.fields.count < limits.fields, bytesLeft >= 0 {
                let name = line.content[..<colon].trimmed().map(\.lowercased).asText
                headers.fields.append(Field(name: name, raw: value))
            }
            position = end
        }
        return (headers, position)
    }

    /// The colon of `Name:` or `Name :`.
    private static func colon(in line: ArraySlice<UInt8>) -> Int? {
        let head = line.prefix(200)
        guard let colon = head.firstIndex(of: .colon), colon > head.startIndex else { return nil }
        let name = head[..<colon].trimmed()
        return !name.isEmpty && name.startIndex == head.startIndex && name.allSatisfy(\.isVisible) ? colon : nil
    }
}
