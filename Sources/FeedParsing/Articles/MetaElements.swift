/// The `meta` elements of a page, by name in lower case, with `:` between the parts of a name.
struct MetaElements {
    private var values: [String: String] = [:]
    private static let limit = 500

    /// An attribute may contain several names; of two elements with one name the first that has content counts.
    mutating func read(_ node: HTMLNode) {
        guard values.count < Self.limit, let content = node.attributes["content"]?.trimmingSpace(), !content.isEmpty
        else { return }
        for key in ["property", "name", "itemprop", "http-equiv"] {
            guard let names = node.attributes[key]?.lowercased(), names.utf8.count <= 200 else { continue }
            for name in names.split(whereSeparator: \.isWhitespace) {
                let name = Self.unified(name)
                if values[name] == nil { values[name] = String(content) }
            }
        }
    }

    /// `DC.title`, `dc-title` and `dcterms.title` are treated alike.
    private static func unified(_ name: Substring) -> String {
        for prefix in ["dcterms", "dcterm", "dc", "og", "twitter"] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard let divider = rest.first, ".-:".contains(divider) else { continue }
            return (prefix == "dcterms" ? "dcterm" : prefix) + ":" + rest.dropFirst()
        }
        return String(name)
    }

    subscript(_ name: String) -> String? { values[name] }

    func first(_ names: String...) -> String? { names.lazy.compactMap { values[$0] }.first }

    /// A person's name; some pages have an address here, which is skipped.
    func person(_ names: String...) -> String? {
        names.lazy.compactMap { values[$0] }.first { !$0.hasPrefix("http") && $0.utf8.count < 300 }
            .flatMap(TitleText.clean)
    }

    var summary: String? {
        first("dc:description", "dcterm:description", "og:description", "weibo:article:description")
            ?? first("weibo:webpage:description", "description", "twitter:description")
    }
}
