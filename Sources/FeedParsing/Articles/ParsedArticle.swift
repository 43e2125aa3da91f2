/// The article of a page, without the rest of the page.
package struct ParsedArticle: Sendable, Equatable {
    package var title: String?
    package var byline: String?
    /// The date as it is written on the page.
    package var publishedText: String?
    /// Unix seconds; nil when the date cannot be parsed.
    package var published: Int64?
    package var leadImageURL: String?
    /// Paragraphs, separated by empty lines.
    package var text: String
    package var language: String?
    package var siteName: String?
    /// The page's own summary, on one line.
    package var summary: String?

    package init(text: String) {
        self.text = text
    }
}
