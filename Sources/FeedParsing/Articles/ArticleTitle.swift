/// Extracts headlines from page titles, which also contain the site's name.
enum ArticleTitle {
    private static let dividers: Set<Character> = ["|", "-", "–", "—", "\\", "/", ">", "»", "·", "•", "_"]

    /// `Headline | Site` without the site; if the page title says too little, the page's only heading is used.
    static func shown(_ documentTitle: String?, headings: [String], marked: String? = nil) -> String? {
        guard let whole = documentTitle else { return marked ?? headings.first }
        let headlines = (marked.map { [$0] } ?? []) + headings
        if let headline = headlines.first(where: { width($0) > 15 && whole.hasPrefix($0) }) { return headline }
        // The title is only the name of the site or section, so the only heading says more.
        if width(whole) < 15, dividerPositions(whole).isEmpty,
            let headline = marked ?? (headings.count == 1 ? headings[0] : nil), headline.count > whole.count
        {
            return headline
        }
        var title = whole
        if let last = dividerPositions(whole).last {
            title = String(whole[..<last].trimmingSpace())
            // `Site | Headline`
            if wordCount(title) < 3, isTooShort(title), let first = dividerPositions(whole).first {
                title = String(whole[whole.index(after: first)...].drop { $0.isWhitespace || dividers.contains($0) })
            }
        } else if whole.count > 150 || whole.count < 15, headings.count == 1 {
            title = headings[0]
        }
        return isTooShort(title) ? whole : title
    }

    /// Dividers between white space, and `_` without any, as Chinese sites write it.
    private static func dividerPositions(_ title: String) -> [String.Index] {
        let characters = Array(zip(title.indices, title))
        return characters.indices.dropFirst().dropLast().filter { position in
            let character = characters[position].1
            guard dividers.contains(character) else { return false }
            if character == "_" { return true }
            return characters[position - 1].1.isWhitespace && characters[position + 1].1.isWhitespace
        }.map { characters[$0].0 }
    }

    /// The number of letters.
    ///
    /// Letters of scripts with one or two letters per word count as three.
    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ((0x2e80...0x9fff).contains($1.value) || $1.value >= 0xac00 ? 3 : 1) }
    }

    private static func isTooShort(_ title: String) -> Bool {
        // Scripts without spaces have no words to count.
        title.utf8.count > title.count ? title.count < 8 : wordCount(title) <= 4
    }

    private static func wordCount(_ text: String) -> Int { text.split(whereSeparator: \.isWhitespace).count }

    /// Removes the site's own name from the end of a declared title.
    static func withoutSite(_ title: String, _ site: String?) -> String {
        guard let site, !site.isEmpty, title.count > site.count + 3, title.hasSuffix(site) else { return title }
        let head = title.dropLast(site.count).trimmingSpace()
        guard let divider = head.last, dividers.contains(divider) else { return title }
        let rest = head.dropLast().trimmingSpace()
        return rest.isEmpty ? title : String(rest)
    }
}
