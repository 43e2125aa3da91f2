/// Articles in JSON-LD (schema.org).
enum LinkedData {
    /// The first article-like object of a script, wherever it is nested.
    static func article(_ text: String) -> JSONValue? {
        var text = text
        let value = text.withUTF8 { bytes -> JSONValue? in
            var parser = JSONParser(bytes)
            return parser.parse()
        }
        return value.flatMap { find($0, depth: 0) }
    }

    private static func find(_ value: JSONValue, depth: Int) -> JSONValue? {
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

    /// The names of people, who may be strings, objects or lists of either.
    static func names(_ value: JSONValue?) -> String? {
        let names = (value?.elements ?? []).prefix(10).compactMap { $0["name"]?.text ?? $0.text }
            .filter { !$0.hasPrefix("http") }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    static func image(_ article: JSONValue?) -> String? {
        let image = article?["image"]?.elements.first
        return image?["url"]?.text ?? image?.text
    }
}
