/// The article of a page, without what stands around it.
package struct ParsedArticle: Sendable, Equatable {
    package var title: String?
    package var byline: String?
    /// The date as the page writes it.
    package var publishedText: String?
    /// Unix seconds, where the text could be read.
    package var published: Int64?
    package var leadImageURL: String?
    /// Paragraphs divided by empty lines.
    package var text: String
    package var language: String?
    package var siteName: String?
    /// The page's own summary, on one line.
    package var summary: String?

    package init(text: String) {
        self.text = text
    }
}
