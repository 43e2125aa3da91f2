/// Reads the article of a page.
package enum ReadableArticle {
    /// Nil when the page has no text worth reading.
    package static func extract(
        fromHTML bytes: [UInt8],
        contentType: String? = nil,
        pageURL: String
    ) -> ParsedArticle? {
        nil
    }
}
