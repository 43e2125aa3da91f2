/// Shortens text without cutting a character in two.
package enum TextCutting {
    /// At most `limit` characters, ellipsis included; it is cut at a space if there is one in the last third.
    package static func truncated(_ text: String, toCharacters limit: Int, ellipsis: String = "…") -> String {
        guard
            text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex).map({ $0 < text.endIndex }) ?? false
        else { return text }
        return cut(text.prefix(max(0, limit - ellipsis.count)), of: text) + (limit >= ellipsis.count ? ellipsis : "")
    }

    /// At most `limit` UTF-8 bytes, ellipsis included.
    package static func truncated(_ text: String, toBytes limit: Int, ellipsis: String = "…") -> String {
        guard text.utf8.count > limit else { return text }
        let available = limit - ellipsis.utf8.count
        guard available > 0 else { return "" }
        var end = text.utf8.index(text.startIndex, offsetBy: available)
        // One character may contain kilobytes of combining marks, so the search for its start is limited.
        if let boundary = characterBoundary(atOrBefore: end, in: text) { end = boundary }
        return cut(text[..<end], of: text) + ellipsis
    }

    private static func characterBoundary(atOrBefore index: String.Index, in text: String) -> String.Index? {
        var scalarStart = index
        while scalarStart > text.startIndex, scalarStart.samePosition(in: text.unicodeScalars) == nil {
            scalarStart = text.utf8.index(before: scalarStart)
        }
        var candidate = scalarStart
        for _ in 0..<32 {
            if candidate == text.startIndex || candidate.samePosition(in: text) != nil { return candidate }
            candidate = text.unicodeScalars.index(before: candidate)
        }
        return scalarStart
    }

    private static func cut(_ head: Substring, of text: String) -> String {
        guard head.endIndex < text.endIndex, text[head.endIndex] != " " else { return String(head) }
        let floor = head.index(head.startIndex, offsetBy: head.count * 2 / 3)
        guard let space = head[floor...].lastIndex(of: " ") else { return String(head) }
        return String(head[..<space])
    }
}
