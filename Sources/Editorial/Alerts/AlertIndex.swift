package import Foundation
package import NewsModel
import TextAnalysis

/// Every alert that is on, ready to be asked which of them an article matches.
///
/// The cost of an article does not grow with the number of alerts: `QueryIndex` finds the few candidates by word.
package struct AlertIndex: Sendable {
    /// The change counter of the alerts it was built from.
    package let version: Int
    private var index = QueryIndex<AlertID>()

    /// A query that cannot be read any more is left out; the store holds only those that could.
    package init(version: Int, queries: [(id: AlertID, query: String)]) {
        self.version = version
        for (id, text) in queries {
            guard let query = try? Query(parsing: text) else { continue }
            _ = index.insert(id, query)
        }
    }

    package var count: Int { index.count }

    package func matches(for article: AlertCandidate) -> [AlertID] {
        index.matches(
            for: QueryDocument(
                title: article.title,
                body: article.body,
                feed: article.feed,
                site: article.site,
                author: article.author,
                tags: article.tags,
                language: article.language,
                categories: article.categories,
                date: article.date,
                hasImage: article.hasImage
            )
        ).sorted()
    }
}

/// What alerts look at of an article.
package struct AlertCandidate: Sendable {
    package var title: String
    package var body = ""
    package var feed = ""
    /// A host or a URL.
    package var site = ""
    package var author = ""
    package var tags: [String] = []
    package var language: String?
    package var categories: [String] = []
    package var date: Date?
    package var hasImage = false

    package init(title: String) { self.title = title }
}
