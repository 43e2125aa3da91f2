package import Foundation
package import NewsModel
package import TextAnalysis

/// The parts of an article that queries can match.
package struct QueriedArticle: Hashable, Sendable {
    package var title: String
    package var body = ""
    package var feed = ""
    /// A host or a URL.
    package var site = ""
    package var author = ""
    package var tags: [String] = []
    package var language: String?
    package var categories: [String] = []
    package var places: [ListedPlace] = []
    package var date: Date?
    package var hasImage = false
    /// The MIME type of its audio or video.
    package var attachment: String?
    package var sport: String?
    package var topic: String?

    package init(title: String) { self.title = title }

    /// A stored article, with the name and category of its feed that the reader sees.
    ///
    /// With `isTitleOnly` its summary, places, facts, attachment and picture do not count, because they may not be
    /// shown.
    package init(
        _ article: Article,
        feedName: String,
        category: String?,
        places: [ListedPlace],
        facts: ArticleFacts = ArticleFacts(),
        isTitleOnly: Bool = false
    ) {
        title = article.title
        body = isTitleOnly ? "" : article.summary
        feed = feedName
        site = article.url ?? ""
        author = article.author ?? ""
        tags = article.tags
        language = article.language
        categories = category.map { [$0] } ?? []
        self.places = isTitleOnly ? [] : places
        date = article.publishedAt
        hasImage = !isTitleOnly && article.imageURL != nil
        attachment = isTitleOnly ? nil : article.attachment?.mimeType
        sport = isTitleOnly ? nil : facts.sport
        topic = isTitleOnly ? nil : facts.topic
    }

    package var document: QueryDocument {
        QueryDocument(
            title: title,
            body: body,
            feed: feed,
            site: site,
            author: author,
            tags: tags,
            language: language,
            categories: categories,
            places: places.flatMap(\.names),
            sport: sport,
            topic: topic,
            date: date,
            hasImage: hasImage,
            attachment: attachment,
            positions: places.compactMap(\.position)
        )
    }
}
