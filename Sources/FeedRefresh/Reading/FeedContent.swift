import FeedParsing
import NewsModel
import Storage

/// The whole text of an article, where its feed brings it along.
enum FeedContent {
    /// Less is a summary: then the page is asked when somebody reads.
    private static let shortest = 1_000
    /// How summaries end that pretend to be more, in lower case.
    private static let cutMarks = [
        "…", "...", "[…]", "[...]", "(…)", "read more", "continue reading", "read the rest", "weiterlesen",
        "lire la suite",
        "seguir leyendo", "阅读全文", "阅读更多", "続きを読む", "more »", "→",
    ]

    /// What an item holds of its text, if that may be all of it.
    static func html(of item: ParsedItem) -> String? {
        let parts = [item.contentHTML, item.summaryHTML].compactMap(\.self)
        return parts.max { $0.utf8.count < $1.utf8.count }.flatMap { $0.utf8.count >= shortest ? $0 : nil }
    }

    /// Nil when it is too little, or cut off by the feed.
    static func text(fromHTML html: String, baseURL: String?) -> String? {
        let text = PlainText.from(html: html, baseURL: baseURL, limit: ArticleBody.longestText)
        guard text.utf8.count >= shortest else { return nil }
        // What we have cut ourselves is all that is kept anyway.
        if text.utf8.count >= ArticleBody.longestText, text.count >= ArticleBody.longestText {
            return ArticleBody.bounded(text)
        }
        let ending = text.suffix(40).lowercased()
        return cutMarks.contains { ending.hasSuffix($0) } ? nil : ArticleBody.bounded(text)
    }
}

extension FetchedDocument {
    /// The content of entries that are new as plain text; what is known already is not worth the work.
    ///
    /// It is as much work as parsing; entries of a document that takes too long have their summaries alone.
    func withTexts(
        except known: Set<String>,
        of feed: Feed,
        by parsing: ParsingThreads
    ) async throws -> FetchedDocument {
        do {
            return try await parsing.run(from: FeedFinder.host(of: feed.url)) { withTexts(except: known) }
        } catch .tooLong {
            var result = self
            for place in result.articles.indices { result.articles[place].contentHTML = nil }
            return result
        }
    }

    private func withTexts(except known: Set<String>) -> FetchedDocument {
        var result = self
        for place in result.articles.indices {
            guard let html = result.articles[place].contentHTML else { continue }
            result.articles[place].contentHTML = nil
            guard known.isDisjoint(with: result.articles[place].keys) else { continue }
            result.articles[place].text = FeedContent.text(fromHTML: html, baseURL: result.articles[place].url)
        }
        return result
    }
}
