/// The name of a header: letters, digits and hyphens.
package struct HeaderName: Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(MailMessagesError) {
        guard (1...60).contains(text.utf8.count), text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == .hyphen }) else {
            throw .invalidHeaderName(String(text.prefix(100)))
        }
        self.text = text
    }

    package var description: String { text }
}

/// Names are compared without case.
extension HeaderName: Hashable {
    package static func == (one: HeaderName, other: HeaderName) -> Bool {
        one.text.lowercasedASCII == other.text.lowercasedASCII
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text.lowercasedASCII) }
}

/// An additional header that `OutgoingMail` has no property for.
package struct HeaderField: Sendable, Hashable {
    package var name: HeaderName
    package var value: HeaderText

    package init(_ name: HeaderName, _ value: HeaderText) {
        self.name = name
        self.value = value
    }
}

/// An absolute URL for `List-Unsubscribe` and similar headers (RFC 2369): `https:`, `http:` or `mailto:`, at most 900
/// bytes.
package struct HeaderURL: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(MailMessagesError) {
        let schemes = ["https://", "http://", "mailto:"]
        guard text.utf8.count <= 900, schemes.contains(where: { text.lowercasedASCII.hasPrefix($0) }),
            text.utf8.allSatisfy({ $0.isVisible && ![.less, .greater, .comma, .quote, .backslash].contains($0) })
        else { throw .invalidURL }
        self.text = text
    }

    /// `mailto:` with a subject, percent-encoded (RFC 6068).
    package init(mailTo address: MailAddress, subject: HeaderText? = nil) throws(MailMessagesError) {
        let target = Self.encoded(address.description, keeping: [.at, UInt8(ascii: "+")])
        let query = subject.map { "?subject=" + Self.encoded($0.text, keeping: []) } ?? ""
        try self.init("mailto:" + target + query)
    }

    package var description: String { text }

    private static func encoded(_ text: String, keeping kept: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            let isPlain = byte.isLetterOrDigit || [.hyphen, .dot, .underscore].contains(byte) || kept.contains(byte)
            result += isPlain ? [byte] : [.percent] + byte.hexDigits
        }
        return result.asText
    }
}
