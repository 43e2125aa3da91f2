/// The header fields of a received message or part, in order.
package struct MailHeaders: Sendable {
    package struct Field: Sendable {
        package let name: String
        fileprivate let raw: ArraySlice<UInt8>

        /// The unfolded value without NUL bytes.
        ///
        /// Encoded words are not decoded.
        package var value: String { value(bareCharset: "utf-8") }

        /// - Parameter bareCharset: the charset of letters outside ASCII that are not encoded.
        fileprivate func value(bareCharset: String) -> String {
            let unfolded = Array(raw.filter { !$0.isLineBreak && $0 != 0 }.trimmed())
            if let text = String(validating: unfolded, as: UTF8.self) { return text }
            return Charset.decode(unfolded, declared: bareCharset)
        }
    }

    package private(set) var fields: [Field] = []

    /// The first value of that name, unfolded.
    package func first(_ name: String) -> String? { field(name)?.value }

    /// All values of that name, from top to bottom.
    package func all(_ name: String) -> [String] {
        let name = name.lowercasedASCII
        return fields.filter { $0.name == name }.map(\.value)
    }

    /// The first value of that name with encoded words decoded.
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
    /// Reads fields up to the empty line, or up to the first line that is not a field, because some mails lack the
    /// empty line.
    ///
    /// - Returns: the fields, and the index of the body.
    static func read(_ bytes: ArraySlice<UInt8>, limits: MailLimits) -> (headers: MailHeaders, body: Int) {
        var headers = MailHeaders()
        var position = bytes.startIndex
        var bytesLeft = limits.headerBytes
        while position < bytes.endIndex {
            let line = LineScanner.line(of: bytes, at: position)
            if line.content.isEmpty { return (headers, line.end) }
            // The envelope line of a mailbox file. Some relays put it between the headers.
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
