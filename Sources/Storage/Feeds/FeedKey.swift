import Foundation
import TextAnalysis

/// Normalised forms of names and URLs for finding feeds.
enum FeedKey {
    /// Case and diacritics folded, white space collapsed.
    static func fold(_ text: String) -> String {
        TextFolding.folded(String(text.prefix(200))).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The same text for names that look alike: letters and digits only; other scripts' letters become the Latin ones
    /// they resemble.
    static func likeness(_ name: String) -> String {
        let letters = fold(name).unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let text = String(String.UnicodeScalarView(letters.map { lookalikes[$0] ?? $0 }))
        return text.hasPrefix("the") ? String(text.dropFirst(3)) : text
    }

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [(String, String)] = [
            ("\u{430}\u{432}\u{435}\u{43A}\u{43C}\u{43D}\u{43E}\u{440}\u{441}\u{442}", "abekmhopct"),
            ("\u{443}\u{445}\u{455}\u{456}\u{458}\u{4BB}\u{501}\u{51B}\u{51D}\u{4CF}", "yxsijhdqwi"),
            ("\u{3B1}\u{3B5}\u{3B9}\u{3BA}\u{3BD}\u{3BF}\u{3C1}\u{3C4}\u{3C5}\u{3C7}", "aeikvoptux"),
            ("01l", "oii"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (from, to) in pairs {
            for (one, other) in zip(from.unicodeScalars, to.unicodeScalars) { table[one] = other }
        }
        return table
    }()

    /// A URL's host in lower case; empty when the text has none.
    static func host(of url: String) -> String {
        URL(string: url)?.host()?.lowercased() ?? ""
    }

    /// A host without `www.`.
    static func site(_ host: String) -> String {
        host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
