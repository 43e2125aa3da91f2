/// The page's metadata of its article: from JSON-LD, meta elements and the usual class names.
struct ArticleMetadata {
    private(set) var title: String?
    private(set) var byline: String?
    private(set) var isBylineVisible = false
    private(set) var published: String?
    private(set) var imageURL: String?
    private(set) var language: String?
    private(set) var siteName: String?
    private(set) var summary: String?
    private(set) var body: String?
    /// The headings with the same text as the page's title.
    private(set) var headlines: [HTMLNode] = []
    /// Whether the first of them is the name of the site.
    private(set) var isHeadlineSiteName = false
    private var headingNodes: [HTMLNode] = []
    private var meta = MetaElements()
    private var documentTitle: String?
    private var headings: [String] = []
    private var headingsRead = 0
    private var visibleByline: String?
    /// The number of elements marked as an author that were read; each is read with all its descendants.
    private var bylinesRead = 0
    private static let mostBylines = 20
    private var visibleDate = DateOnPage()
    private var markedHeadline: String?

    init(_ root: HTMLNode) {
        language = root.attributes["lang"] ?? root.attributes["xml:lang"]
        var linked: FeedJSON?
        root.forEach { node in
            switch node.name {
            case "meta": meta.read(node)
            case "title": documentTitle = documentTitle ?? TitleText.clean(node.line)
            case "h1" where headingsRead < 10:
                headingsRead += 1
                if let line = TitleText.clean(node.line) { headings.append(line) }
            case "script":
                guard linked == nil, node.attributes["type"]?.lowercased().hasPrefix("application/ld+json") == true
                else { return }
                linked = LinkedData.article(node.rawText)
            default: break
            }
            if headingNodes.count < 30, ["h1", "h2", "h3"].contains(node.name), node.textLength > 0 {
                headingNodes.append(node)
            }
            visibleDate.read(node)
            readHeadline(node)
            readByline(node)
        }
        resolve(linked)
    }

    private mutating func resolve(_ linked: FeedJSON?) {
        siteName = (LinkedData.publisher(linked) ?? meta["og:site_name"]).flatMap(TitleText.clean)
        let shown = ArticleTitle.shown(documentTitle, headings: headings, marked: markedHeadline)
        let declared =
            LinkedData.title(linked, like: documentTitle)
            ?? meta.first("dc:title", "dcterm:title", "og:title", "weibo:article:title", "weibo:webpage:title")
            ?? meta.first("title", "twitter:title", "parsely-title")
        title = (declared.flatMap(TitleText.clean) ?? shown).map { ArticleTitle.withoutSite($0, siteName) }
        let declaredByline =
            LinkedData.names(linked?["author"]) ?? LinkedData.names(linked?["creator"])
            ?? meta.person(
                "dc:creator",
                "dcterm:creator",
                "author",
                "parsely-author",
                "article:author",
                "og:article:author"
            )
        isBylineVisible = declaredByline == nil
        byline = declaredByline ?? visibleByline
        published =
            linked?["datePublished"]?.text ?? meta.first("article:published_time", "parsely-pub-date", "datepublished")
            ?? meta.first("dc:date", "dcterm:created", "date", "pubdate", "publishdate", "sailthru:date")
            ?? visibleDate.text
        let image = meta.first("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
        imageURL = image ?? LinkedData.image(linked)
        summary = (linked?["description"]?.text ?? meta.summary).flatMap(TitleText.clean)
        body = linked?["articleBody"]?.text
        language = Self.tag(language) ?? Self.tag(meta.first("content-language", "og:locale", "dc:language"))
        language = language ?? Self.tag(linked?["inLanguage"]?.text)
        findHeadlines()
    }

    /// Pages repeat their title a few times; a hostile one may do so in each heading.
    static let mostHeadlines = 20

    private mutating func findHeadlines() {
        let known = [title, documentTitle].compactMap { $0?.lowercased() }
        for node in headingNodes where headlines.count < Self.mostHeadlines {
            guard let line = TitleText.clean(node.line(upTo: 1_000))?.lowercased(), line.utf8.count >= 8 else {
                continue
            }
            if known.contains(where: { $0.holds(line) || line.holds($0) && $0.utf8.count >= 8 }) {
                headlines.append(node)
            }
        }
        guard let first = headlines.first, let line = TitleText.clean(first.line(upTo: 1_000))?.lowercased() else {
            return
        }
        let endsTitle = documentTitle?.lowercased().hasSuffix(line) == true
        isHeadlineSiteName = line == siteName?.lowercased() || endsTitle && !known.contains(line)
    }

    /// Open Graph writes `en_US`; the language tag is `en-US`.
    private static func tag(_ text: String?) -> String? {
        guard let text = text?.trimmingSpace(), !text.isEmpty, text.utf8.count <= 35 else { return nil }
        return String(text.map { $0 == "_" ? "-" : $0 })
    }

    /// The headline according to its markup: microdata, or a heading of a microformat.
    private mutating func readHeadline(_ node: HTMLNode) {
        guard markedHeadline == nil, node.name != "meta", node.textLength > 0, node.textLength < 300 else { return }
        let isHeading = node.name == "h1" || node.name == "h2" || node.name == "h3"
        let isMarked =
            node.attributes["itemprop"]?.lowercased() == "headline"
            || isHeading && node.label.split(separator: " ").contains("p-name")
        if isMarked { markedHeadline = TitleText.clean(node.line(upTo: 10_000)) }
    }

    // MARK: - The byline people see

    private mutating func readByline(_ node: HTMLNode) {
        guard visibleByline == nil, node.textLength > 1, node.textLength < 100, node.name != "body" else { return }
        let isAuthor =
            node.attributes["rel"]?.lowercased() == "author"
            || node.attributes["itemprop"]?.lowercased().holds("author") == true
            || Self.bylineNames.contains { node.label.holds($0) }
        guard isAuthor, bylinesRead < Self.mostBylines else { return }
        bylinesRead += 1
        visibleByline = Self.name(in: node)
    }

    /// The part of a byline that is marked as the name, else the text before a date.
    private static func name(in node: HTMLNode) -> String? {
        var marked: String?
        node.forEach { child in
            let isName =
                child.attributes["itemprop"]?.lowercased() == "name" || child.attributes["rel"] == "author"
                || nameLabels.contains { child.label.holds($0) }
            if isName, marked == nil, child.textLength > 1 { marked = child.line }
        }
        if let marked { return marked }
        let line = node.line
        for divider in [" | ", " • ", " · ", " - ", " – ", " — "] {
            guard let cut = line.firstRange(of: divider), line[cut.upperBound...].contains(where: \.isNumber) else {
                continue
            }
            return String(line[..<cut.lowerBound])
        }
        // A line with many digits and few letters is a date.
        let letters = line.count(where: \.isLetter)
        return line.count(where: \.isNumber) * 2 > letters ? nil : line
    }

    private static let bylineNames = ["byline", "author", "dateline", "writtenby", "p-author"]
    private static let nameLabels = [
        "author-name", "author_name", "authorname", "byline-name", "byline__name", "p-name",
    ]
}
