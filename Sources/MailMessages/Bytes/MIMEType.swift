/// A media type in lower case, such as `text/plain`.
package struct MIMEType: Sendable, Hashable, CustomStringConvertible {
    package let type: String
    package let subtype: String

    package static let plainText = MIMEType(known: "text", "plain")
    package static let html = MIMEType(known: "text", "html")
    package static let message = MIMEType(known: "message", "rfc822")
    package static let octetStream = MIMEType(known: "application", "octet-stream")

    /// Nil if the text is not two tokens separated by a slash.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let areTokens = parts.allSatisfy { (1...80).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isTokenText) }
        guard parts.count == 2, areTokens else { return nil }
        type = String(parts[0]).lowercasedASCII
        subtype = String(parts[1]).lowercasedASCII
    }

    private init(known type: String, _ subtype: String) {
        self.type = type
        self.subtype = subtype
    }

    package var description: String { "\(type)/\(subtype)" }
}
