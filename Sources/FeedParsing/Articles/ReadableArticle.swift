/// Reads the article of a page.
package enum ReadableArticle {
    /// Shorter text is no article.
    private static let shortest = 140

    /// Nil when the page has no text worth reading.
    package static func extract(
        fromHTML bytes: [UInt8],
        contentType: String? = nil,
        pageURL: String
    ) -> ParsedArticle? {
        guard let root = HTMLTree.read(DocumentText.utf8(bytes, contentType: contentType)) else { return nil }
        let metadata = ArticleMetadata(root)
        var paragraphs =
            ArticleFinder.find(in: root)
            .map { ArticleText.paragraphs(of: $0, pageLength: root.textLength) } ?? []
        // The page may tell its text to search engines and leave it to scripts to show.
        if let body = metadata.body, length(paragraphs) * 2 < body.utf8.count {
            let text = PlainText.from(html: body)
            paragraphs = text.split(whereSeparator: \.isNewline).map(String.init)
        }
        if let first = paragraphs.first, first == metadata.title { paragraphs.removeFirst() }
        guard length(paragraphs) >= shortest else { return nil }
        var article = ParsedArticle(text: paragraphs.joined(separator: "\n\n"))
        article.title = metadata.title
        article.byline = metadata.byline.map(withoutBy)
        article.publishedText = metadata.published
        article.published = metadata.published.flatMap { FeedDate.parse($0) }
        article.leadImageURL = metadata.imageURL.map { URLReference.resolve($0, against: pageURL) }
        article.language = metadata.language
        article.siteName = metadata.siteName
        return article
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
