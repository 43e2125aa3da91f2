/// Makes text safe for logs: no full addresses of feeds and pages, no mailboxes, no characters that break or reorder a
/// line.
///
/// Addresses of feeds and articles may contain tokens, and addresses of proxies contain passwords. A host is enough to
/// find a problem.
package enum LogText {
    /// The scheme and host of an address; empty if the text contains none.
    package static func site(_ address: String) -> String {
        let text = withoutAddresses(address)
        return text.contains("://") ? text : ""
    }

    /// A mailbox as its domain only: `…@example.org`.
    package static func mailbox(_ address: String) -> String {
        "…@" + (address.split(separator: "@").last.map(String.init) ?? "")
    }

    /// One line of at most `limit` Unicode scalars.
    ///
    /// Addresses are cut to their hosts, and invisible characters become spaces.
    package static func line(_ text: String, limit: Int) -> String {
        // Cut generously first, because the final cut may fall inside an address.
        let cut = String(text.unicodeScalars.prefix(limit * 2))
        return String(withoutAddresses(visible(cut)).unicodeScalars.prefix(limit))
    }

    /// Replaces control characters, line separators, direction marks and invisible marks by spaces.
    package static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : " " }))
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0xad, 0x61c, 0x180e, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff,
            0xfff9...0xfffb, 0xe0000...0xe007f:
            false
        default: true
        }
    }

    /// `https://user:pass@host:1/path?token` → `https://host:1`, `name@host` → `…@host`.
    private static func withoutAddresses(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(where: { !ends($0) }) {
            result += String(rest[..<start])
            let end = rest[start...].firstIndex(where: ends) ?? rest.endIndex
            result += word(String(rest[start..<end]))
            rest = rest[end...]
        }
        return result + String(rest)
    }

    /// Whether the scalar cannot be part of an address.
    private static func ends(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "\"<>`{}|\\^".unicodeScalars.contains(scalar)
    }

    private static func word(_ word: String) -> String {
        guard let colon = word.firstRange(of: "://") else { return mailboxes(in: word) }
        let scheme = word[..<colon.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let authority = word[colon.upperBound...].prefix { !"/?#,;'".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // Another address may follow the host; it is dropped.
        return String(scheme.reversed()) + "://" + host
    }

    /// A Matrix id (`@name:server`) has nothing before its `@`, so it stays.
    private static func mailboxes(in word: String) -> String {
        guard let at = word.lastIndex(of: "@"), at != word.startIndex else { return word }
        let before = word[word.index(before: at)]
        guard before.isLetter || before.isNumber || "._%+-'=".contains(before) else { return word }
        return "…" + word[at...]
    }
}
