/// What a page says about its article: Open Graph, JSON-LD, meta elements, the usual class names.
struct ArticleMetadata {
    private(set) var title: String?
    private(set) var byline: String?
    private(set) var published: String?
    private(set) var imageURL: String?
    private(set) var language: String?
    private(set) var siteName: String?
    private(set) var body: String?
    private var meta: [String: String] = [:]
    private var documentTitle: String?
    private var headline: String?
    private var visibleByline: String?
    private var visibleDate: String?

    init(_ root: HTMLNode) {
        language = root.attributes["lang"] ?? root.attributes["xml:lang"]
        var linked: JSONValue?
        root.forEach { node in
            switch node.name {
            case "meta": keepMeta(node)
            case "title": documentTitle = documentTitle ?? TitleText.clean(node.line)
            case "h1": if headline == nil, node.textLength > 0 { headline = TitleText.clean(node.line) }
            case "script":
                guard linked == nil, node.attributes["type"]?.lowercased() == "application/ld+json" else { return }
                linked = LinkedData.article(node.children.map(\.text).joined())
            case "time": visibleDate = visibleDate ?? node.attributes["datetime"]
            default: break
            }
            keepByline(node)
        }
        settle(linked)
    }

    private mutating func keepMeta(_ node: HTMLNode) {
        guard let content = node.attributes["content"]?.trimmingSpace(), !content.isEmpty else { return }
        for key in ["property", "name", "itemprop"] {
            for name in (node.attributes[key] ?? "").lowercased().split(separator: " ") where meta[String(name)] == nil
            {
                meta[String(name)] = String(content)
            }
        }
    }

    private mutating func keepByline(_ node: HTMLNode) {
        guard visibleByline == nil, node.textLength > 1, node.textLength < 100 else { return }
        let isAuthor =
            node.attributes["rel"] == "author" || node.attributes["itemprop"]?.contains("author") == true
            || Self.bylineNames.contains { node.label.contains($0) }
        if isAuthor { visibleByline = node.line }
    }

    private static let bylineNames = ["byline", "author", "dateline", "writtenby", "p-author"]

    private mutating func settle(_ linked: JSONValue?) {
        let open = meta["og:title"] ?? meta["twitter:title"] ?? meta["dc.title"] ?? meta["dcterms.title"]
        siteName = meta["og:site_name"]
        title = declaredTitle([open, linked?["headline"]?.text]) ?? shortTitle ?? headline
        byline = LinkedData.names(linked?["author"]) ?? personMeta ?? visibleByline
        published =
            meta["article:published_time"] ?? linked?["datePublished"]?.text ?? meta["datepublished"]
            ?? meta["parsely-pub-date"] ?? meta["dc.date"] ?? meta["date"] ?? visibleDate
        imageURL = meta["og:image"] ?? meta["og:image:url"] ?? meta["twitter:image"] ?? LinkedData.image(linked)
        body = linked?["articleBody"]?.text
    }

    /// What the page declares as its headline, unless its title says something else altogether.
    private func declaredTitle(_ candidates: [String?]) -> String? {
        let titles = candidates.compactMap { $0.flatMap(TitleText.clean) }
        let known = titles.first { title in documentTitle?.contains(title) ?? true } ?? titles.first
        guard let known else { return nil }
        guard
            titles.count > 1 || headline?.contains(known) == true || documentTitle?.contains(known) ?? true
                || meta["og:title"] != nil
        else { return nil }
        for divider in [" | ", " - ", " – ", " — "] {
            if let siteName, known.hasSuffix(divider + siteName) {
                return String(known.dropLast(divider.count + siteName.count))
            }
        }
        return known
    }

    /// A person's name; some pages put an address here.
    private var personMeta: String? {
        let name = meta["author"] ?? meta["dc.creator"] ?? meta["article:author"] ?? meta["parsely-author"]
        guard let name, !name.hasPrefix("http") else { return nil }
        return TitleText.clean(name)
    }

    /// `Headline | Site`: the page's title without the site, the headline of the page deciding.
    private var shortTitle: String? {
        guard let documentTitle else { return nil }
        for divider in [" | ", " – ", " — ", " - ", " · ", " :: ", " » ", "_"] {
            guard let cut = documentTitle.firstRange(of: divider) else { continue }
            let first = String(documentTitle[..<cut.lowerBound])
            if first.split(separator: " ").count >= 3 { return first }
        }
        if let headline, headline.count > 15, documentTitle.contains(headline) { return headline }
        return documentTitle
    }
}
