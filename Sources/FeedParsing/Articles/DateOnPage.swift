/// The visible date of a page, from elements whose names mark it as a date.
struct DateOnPage {
    /// From a `time` element.
    private var time: String?
    /// From an `abbr` element, as in hAtom.
    private var title: String?
    private var line: String?

    var text: String? { time ?? title ?? line }

    mutating func read(_ node: HTMLNode) {
        if node.name == "time" {
            if time == nil { time = node.attributes["datetime"].flatMap { $0.isEmpty ? nil : $0 } }
            return
        }
        guard title == nil, node.textLength > 3, node.textLength < 100, Self.isNamed(node) else { return }
        if let exact = node.attributes["title"], FeedDate.parse(exact) != nil {
            title = exact
        } else if line == nil {
            let shown = node.line(upTo: 2_000)
            if FeedDate.parse(shown) != nil { line = shown }
        }
    }

    private static func isNamed(_ node: HTMLNode) -> Bool {
        let property = node.attributes["itemprop"]?.lowercased() ?? ""
        if property == "datepublished" || property == "datecreated" { return true }
        let label = node.label
        guard label.holds("date") || label.holds("publi") || label.holds("time") else { return false }
        if label.holds("update") || label.holds("modif") { return false }
        return label.split { !$0.isLetter }.contains { names.contains(String($0)) }
    }

    private static let names: Set<String> = [
        "date", "published", "pubdate", "publishdate", "publisheddate", "postdate", "dateline", "datetime", "time",
        "timestamp", "pubtime", "datepublished",
    ]
}
