/// Reads articles from JSON-LD (schema.org).
enum LinkedData {
    /// The first object of a script that is an article, at any depth.
    static func article(_ text: String) -> FeedJSON? {
        // Scripts are often wrapped in comments or CDATA marks.
        var json = String(unwrapped(text))
        let value = json.withUTF8 { bytes -> FeedJSON? in
            var parser = JSONParser(bytes)
            return parser.parse()
        }
        return value.flatMap { find($0, depth: 0) }
    }

    private static func unwrapped(_ text: String) -> Substring {
        var rest = text.drop { $0.isWhitespace || $0 == "/" || $0 == "*" }
        for mark in ["<![CDATA[", "<!--"] where rest.hasPrefix(mark) {
            rest = rest.dropFirst(mark.count).drop { $0.isWhitespace || $0 == "*" || $0 == "/" }
        }
        return rest
    }

    private static func find(_ value: FeedJSON, depth: Int) -> FeedJSON? {
        guard depth < 6 else { return nil }
        switch value {
        case .array(let elements): return elements.lazy.compactMap { find($0, depth: depth + 1) }.first
        case .object:
            let types = (value["@type"]?.elements ?? []).compactMap(\.text)
            if types.contains(where: { $0.hasSuffix("Article") || $0.hasSuffix("Posting") || $0 == "Report" }) {
                return value
            }
            return ["@graph", "mainEntity", "mainEntityOfPage"].lazy
                .compactMap { value[$0].flatMap { find($0, depth: depth + 1) } }.first
        default: return nil
        }
    }

    /// The names of people, who may be strings, objects or lists of them.
    static func names(_ value: FeedJSON?) -> String? {
        let names = (value?.elements ?? []).prefix(10).compactMap { $0["name"]?.text ?? $0.text }
            .filter { !$0.hasPrefix("http") }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    static func publisher(_ article: FeedJSON?) -> String? { article?["publisher"]?.elements.first?["name"]?.text }

    /// `headline`, or `name` if that is closer to the page's title.
    static func title(_ article: FeedJSON?, like documentTitle: String?) -> String? {
        let name = article?["name"]?.text
        guard let headline = article?["headline"]?.text else { return name }
        guard let name, name != headline, let documentTitle else { return headline }
        let isCloser = documentTitle.contains(name) && !documentTitle.contains(headline)
        return isCloser && name.count * 2 > headline.count ? name : headline
    }

    static func image(_ article: FeedJSON?) -> String? {
        let image = article?["image"]?.elements.first
        return image?["url"]?.text ?? image?.text
    }
}
