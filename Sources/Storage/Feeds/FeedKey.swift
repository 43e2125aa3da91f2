import Foundation
import TextAnalysis

/// The forms by which feeds are found again.
enum FeedKey {
    /// Case and diacritics folded, white space collapsed.
    static func fold(_ text: String) -> String {
        TextFolding.folded(String(text.prefix(200))).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A URL's host in lower case; empty when the text has none.
    static func host(of url: String) -> String {
        URL(string: url)?.host()?.lowercased() ?? ""
    }

    /// A host as people say it.
    static func site(_ host: String) -> String {
        host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
