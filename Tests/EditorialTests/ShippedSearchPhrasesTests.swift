import NewsModel
import TestSupport
import Testing
import TimeArithmetic

@testable import Editorial

/// Natural searches in the languages of `locales/`, with all the phrases that are shipped.
@Suite struct ShippedSearchPhrasesTests {
    private static let categories = ["Technology", "Sports", "Health", "Finance", "News"]

    private func read(_ text: String) throws -> SearchSentence {
        let book = SearchPhraseBook(try ShippedCatalogue.searchPhrases())
            .with(categories: Self.categories.map { ($0, []) })
        // A Wednesday.
        let today = CivilDate(dayNumber: CivilDate.dayNumber(year: 2026, month: 11, day: 18))
        return SearchSentence(SearchPieces(text, book: book), language: "en", today: today) { name in
            guard name.lowercased() == "bbc" else { return nil }
            return SearchSentence.Source(name: "BBC", feeds: [FeedID(rawValue: 1)])
        }
    }

    private func told(_ text: String) throws -> String {
        let sentence = try read(text)
        return [sentence.query, sentence.category, sentence.source?.name, sentence.period?.word]
            .map { $0 ?? "" }.joined(separator: "|")
    }

    @Test(arguments: [
        "外交部", "短视频", "视频会议", "图片报", "政府解除了封锁", "推特删除了视频", "警方排除他杀", "拆除了大桥", "US news", "IT news",
        "WHO news", "no news", "Article 50", "News Corp", "假新闻", "好消息", "新闻自由", "Sony Pictures", "Getty Images",
        "Google Photos", "Photos app", "unread emails", "police reports", "地震之后",
    ])
    func `names and idioms stay words`(text: String) throws {
        #expect(try told(text) == "\(text)|||")
    }

    @Test func `the feeds of a source that is not wanted are left out, whatever they are called`() throws {
        let sentence = try read("storm not from BBC")
        #expect(sentence.excludedFeeds == [FeedID(rawValue: 1)] && sentence.source == nil)
        #expect(try read("storm not from Nobody").excludedFeeds.isEmpty)
    }

    @Test(arguments: [
        ("tech not from BBC", "-feed:BBC|Technology||"), ("wine not from France", "-France wine|||"),
        ("storm but not ferry", "-ferry storm|||"), ("Jordan not sports", "-category:Sports Jordan|||"),
        ("apple, not drones", "-drones apple,|||"), ("成都 不要熊猫", "-熊猫 成都|||"),
        ("sports or health", "(category:Sports OR category:Health)|||"),
        ("AI news", "AI|||"), ("the latest news", "|||"), ("news about storms", "storms|||"),
        ("news near Turin 50km", "near Turin 50km|||"), ("unread tech", "is:unread|Technology||"),
        ("unread articles from yesterday", "is:unread|||yesterday"),
        ("podcasts from yesterday", "has:audio|||yesterday"), ("videos about bread", "has:video bread|||"),
        ("pictures of storms", "has:image storms|||"), ("storm before yesterday", "until:2026-11-16 storm|||"),
        ("storm after monday", "since:2026-11-17 storm|||"), ("lost before sun", "lost sun|||"),
        ("storm up to monday", "storm monday|||"), ("昨天之前", "until:2026-11-16|||"),
        ("地震 截至昨天", "until:2026-11-17 地震|||"), ("地震之后昨天的救援", "地震之后 救援|||yesterday"),
        ("除了足球的体育新闻", "-足球|Sports||"), ("除了足球以外的体育新闻", "-足球|Sports||"),
        ("体育 或 健康", "(category:Sports OR category:Health)|||"), ("人工智能新闻", "人工智能|||"),
    ])
    func `everyday words of searches are understood`(text: String, meaning: String) throws {
        #expect(try told(text) == meaning)
    }
}
