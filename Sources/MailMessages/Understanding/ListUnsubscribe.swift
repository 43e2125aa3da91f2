/// How to unsubscribe from a list, according to its mail (RFC 2369, RFC 8058).
package struct ListUnsubscribe: Sendable, Hashable {
    /// `https:` and `mailto:` addresses in the sender's order, at most ten.
    package let urls: [HeaderURL]
    /// Whether one POST to the `https:` address is enough.
    package let isOneClick: Bool

    /// Whether the body is that of such a POST (RFC 8058, section 3.1), as a form in either encoding.
    package static func isOneClickRequest(_ body: [UInt8]) -> Bool {
        let text = body.prefix(4_000).asText.filter { !$0.isNewline }
        if text.split(separator: "&").contains("List-Unsubscribe=One-Click") { return true }
        return text.contains("name=\"List-Unsubscribe\"One-Click")
    }
}

extension IncomingMail {
    package var listUnsubscribe: ListUnsubscribe? {
        guard let value = headers.first("list-unsubscribe") else { return nil }
        let written = HeaderScanner.withoutComments(value).split(separator: "<", omittingEmptySubsequences: false)
            .dropFirst().prefix(10)
        let urls = written.compactMap { piece in
            try? HeaderURL(String(piece.prefix { $0 != ">" }.filter { !$0.isWhitespace }))
        }
        guard !urls.isEmpty else { return nil }
        let post = headers.first("list-unsubscribe-post")?.filter { !$0.isWhitespace }.lowercasedASCII
        let hasWeb = urls.contains { $0.text.lowercasedASCII.hasPrefix("https:") }
        return ListUnsubscribe(urls: urls, isOneClick: hasWeb && post == "list-unsubscribe=one-click")
    }
}
