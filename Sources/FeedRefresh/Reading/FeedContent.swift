import FeedParsing
import NewsModel
import Storage

/// The full text of an article, where its feed contains it.
enum FeedContent {
    /// UTF-8 bytes; for a shorter text the page is fetched when somebody reads the article.
    private static let shortest = 1_000
    /// How shortened texts end, in lower case.
    private static let cutMarks = ["…", "...", "[…]", "[...]", "(…)", "more »", "→"] + ReadMore.phrases

    /// The longer of an item's texts; nil when it is too short to be the full text.
    static func html(_ content: String?, _ summary: String?) -> String? {
        let parts = [content, summary].compactMap(\.self)
        return parts.max { $0.utf8.count < $1.utf8.count }.flatMap { $0.utf8.count >= shortest ? $0 : nil }
    }

    /// Nil when the text is too short, or was shortened by the feed.
    static func text(fromHTML html: String, baseURL: String?) -> String? {
        text(whole: whole(html, baseURL: baseURL))
    }

    /// HTML as text, as much as is stored of one.
    static func whole(_ html: String, baseURL: String?) -> String {
        PlainText.from(html: html, baseURL: baseURL, limit: ArticleBody.longestText)
    }

    /// The same as `text(fromHTML:)` for a text that is converted already.
    static func text(whole text: String) -> String? {
        guard text.utf8.count >= shortest else { return nil }
        // A text that reaches our own limit is complete: no more of it would be stored.
        if text.utf8.count >= ArticleBody.longestText, text.count >= ArticleBody.longestText {
            return ArticleBody.bounded(text)
        }
        return isCut(text) ? nil : ArticleBody.bounded(text)
    }

    private static func isCut(_ text: String) -> Bool {
        guard let last = text.utf8.last, lastBytes.contains(last | 0x20) else { return false }
        // Nearly all texts end with a full stop.
        if last == UInt8(ascii: "."), text.utf8.dropLast().last != last { return false }
        let ending = text.suffix(40).lowercased()
        return cutMarks.contains { ending.hasSuffix($0) }
    }

    /// How the marks end, without the case of letters.
    private static let lastBytes = Set(cutMarks.compactMap { $0.utf8.last.map { $0 | 0x20 } })
}

extension FetchedDocument {
    /// Converts the content of new entries to plain text; known entries are skipped.
    ///
    /// This takes as much work as parsing. If it takes too long, the entries have only their summaries.
    func withTexts(
        except known: Set<String>,
        of feed: Feed,
        by parsing: ParsingThreads
    ) async throws -> FetchedDocument {
        guard articles.contains(where: { $0.contentHTML != nil }) else { return self }
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
