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
        article.byline = metadata.byline.map(withoutBy)
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
        return longest
    }

    private static func length(_ paragraphs: [String]) -> Int { paragraphs.reduce(0) { $0 + $1.utf8.count } }

    private static func withoutBy(_ byline: String) -> String {
        let lower = byline.lowercased()
        for word in ["by ", "von ", "par ", "por "] where lower.hasPrefix(word) {
            return String(byline.dropFirst(word.count))
        }
        return byline
    }
}
