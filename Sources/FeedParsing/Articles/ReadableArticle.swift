/// Reads the article of a page.
package enum ReadableArticle {
    /// Shorter text is no article.
    private static let shortest = 40
    /// Text of this length is believed to be the whole.
    private static let enough = 500

    /// Nil when the page has no text worth reading.
    package static func extract(
        fromHTML bytes: [UInt8],
        contentType: String? = nil,
        pageURL: String
    ) -> ParsedArticle? {
        guard let root = HTMLTree.read(DocumentText.utf8(bytes, contentType: contentType)) else { return nil }
        let metadata = ArticleMetadata(root)
        var paragraphs = paragraphs(of: root)
        if let body = metadata.body { paragraphs = LinkedBody.settle(paragraphs, with: body) }
        paragraphs = ArticleBoilerplate.removed(from: paragraphs, metadata)
        guard length(paragraphs) >= shortest else { return nil }
        var article = ParsedArticle(text: paragraphs.joined(separator: "\n\n"))
        article.title = metadata.title
        article.byline = metadata.byline.map { ArticleByline.withoutLabel($0, metadata) }
        article.publishedText = metadata.published
        article.published = metadata.published.flatMap { FeedDate.parse($0) }
        article.leadImageURL = metadata.imageURL.map { URLReference.resolve($0, against: pageURL) }
        article.language = metadata.language
        article.siteName = metadata.siteName
        article.summary = metadata.summary
        return article
    }

    /// A page that gives little is read again with less of it thrown away.
    private static func paragraphs(of root: HTMLNode) -> [String] {
        var longest: [String] = []
        for readsNames in [true, false] {
            let rules = ArticleParts.Rules(pageLength: root.textLength, readsNames: readsNames)
            let found = ArticleText.paragraphs(of: ArticleFinder.find(in: root, rules), rules)
            if length(found) > length(longest) * 2 { longest = found }
            if length(longest) >= enough { break }
        }
        return length(longest) >= shortest ? longest : withoutScripts(root)
    }

    /// Pages made by scripts may hold the article for readers without them.
    private static func withoutScripts(_ root: HTMLNode) -> [String] {
        var article: HTMLNode?
        root.forEach { node in
            guard article == nil, node.name == "noscript" else { return }
            node.forEach { if article == nil, $0.name == "article" || $0.name == "main" { article = $0 } }
        }
        guard let article else { return [] }
        let rules = ArticleParts.Rules(pageLength: article.textLength)
        return ArticleText.paragraphs(of: ArticleFinder.find(in: article, rules), rules)
    }

    private static func length(_ paragraphs: [String]) -> Int { paragraphs.reduce(0) { $0 + $1.utf8.count } }
}
