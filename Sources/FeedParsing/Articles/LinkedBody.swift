/// The article's text as the page declares it for search engines (schema.org's `articleBody`).
enum LinkedBody {
    /// Letters and digits; a shorter text is a summary.
    private static let shortest = 300
    private static let limit = 300_000
    private static let searchLimit = 30_000_000

    /// The paragraphs that also occur in the declared text.
    ///
    /// If the page contains less than half of it, because scripts add the rest, the declared text itself.
    static func reconcile(_ paragraphs: [String], with body: String) -> [String] {
        let text = PlainText.from(html: body, limit: limit)
        let declared = key(text)
        let keys = paragraphs.map(key)
        let own = keys.reduce(0) { $0 + $1.count }
        if declared.count >= 100, own * 2 < declared.count {
            return text.split(whereSeparator: \.isNewline).map(String.init)
        }
        // Each paragraph may cost a search through the whole declared text.
        guard declared.count >= shortest, keys.count * declared.count <= searchLimit else { return paragraphs }
        let isKnown = declared.withUnsafeBufferPointer { all in
            keys.map { part in part.withUnsafeBufferPointer { all.firstRange(of: $0) != nil } }
        }
        let known = zip(keys, isKnown).reduce(0) { $0 + ($1.1 ? $1.0.count : 0) }
        // If the texts differ too much, the declared one is a teaser or another text.
        guard known * 10 >= own * 6, known * 10 >= declared.count * 7,
            let first = isKnown.firstIndex(of: true), let last = isKnown.lastIndex(of: true)
        else { return paragraphs }
        // Short paragraphs are kept: the declared text often lacks the subheadings.
        return (first...last).filter { isKnown[$0] || paragraphs[$0].utf8.count < 100 }.map { paragraphs[$0] }
    }

    /// Only the letters and digits of a text, for comparing.
    private static func key(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(text.utf8.count, limit))
        for scalar in text.unicodeScalars where bytes.count < limit {
            guard scalar.value >= 0x80 || UInt8(truncatingIfNeeded: scalar.value).isASCIILetterOrDigit else { continue }
            if scalar.value >= 0x80, !scalar.properties.isAlphabetic { continue }
            bytes += String(scalar).utf8
        }
        return bytes
    }
}
