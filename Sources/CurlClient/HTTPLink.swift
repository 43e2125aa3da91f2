/// One link of a `Link` header (RFC 8288).
package struct HTTPLink: Hashable, Sendable {
    /// The target as written; may be relative to the response's URL.
    package let target: String

    /// The relations in lower case, such as `alternate` or `hub`.
    package let relations: [String]

    package let type: String?
    package let title: String?

    /// Reads one header value.
    ///
    /// Anything that is not a link is skipped.
    static func links(in value: String) -> [HTTPLink] {
        var scanner = LinkScanner(bytes: Array(value.utf8))
        var links: [HTTPLink] = []
        while let link = scanner.nextLink() {
            links.append(link)
        }
        return links
    }
}

/// Scans one `Link` value byte by byte.
private struct LinkScanner {
    let bytes: [UInt8]
    var position = 0

    mutating func nextLink() -> HTTPLink? {
        guard let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")),
            let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let target = text(open + 1, close)
        position = close + 1
        var parameters: [String: String] = [:]
        while let (name, value) = nextParameter() {
            // RFC 8288 section 3.3: a second `rel` is ignored. Here all repeated parameters are.
            parameters[name] = parameters[name] ?? value
        }
        return HTTPLink(
            target: trimmed(target),
            relations: (parameters["rel"] ?? "").lowercased().split(separator: " ").map(String.init),
            type: parameters["type"],
            title: parameters["title"]
        )
    }

    private mutating func nextParameter() -> (String, String)? {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ";") else { return nil }
        position += 1
        let start = position
        skip { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        let name = trimmed(text(start, position)).lowercased()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skipBlanks()
        return (name, value())
    }

    private mutating func value() -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            let start = position
            skip { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            return trimmed(text(start, position))
        }
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
                position += 1
            }
            value.append(bytes[position])
            position += 1
        }
        position = min(position + 1, bytes.count)
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        skip { $0 == 0x20 || $0 == 0x09 }
    }

    private mutating func skip(while matches: (UInt8) -> Bool) {
        while position < bytes.count, matches(bytes[position]) {
            position += 1
        }
    }

    private func text(_ start: Int, _ end: Int) -> String {
        String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
