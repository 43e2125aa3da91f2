import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Answers from the places and facts of articles, while articles that have only just come are still read.
@Suite(.timed) struct MissingArticlesTests {
    private let chat: Conversation

    init() async throws {
        chat = try await Conversation()
        try await chat.publishes("Floods close schools in Leipzig", "Tram drivers in Turin on strike")
        while try await chat.store.indexSomeArticles() > 0 {}
    }

    /// Stores an archive as a first fetch does; returns what is to be analysed.
    @discardableResult
    private func archive(_ count: Int, of name: String, isDefault: Bool = true) async throws -> [ArticleID] {
        let feed = try await chat.publishes("The first of all", by: name, isDefault: isDefault)
        while try await chat.store.indexSomeArticles() > 0 {}
        let articles = (1...count).map { number in
            var article = NewArticle.sample("Storm \(number) in \(name)", publishedAt: chat.clock.now - 9_000)
            article.isAnalysedLater = true
            return article
        }
        return try await chat.store.sampleRefresh(feed, articles, at: chat.clock.now).map(\.id)
    }

    private func finish(_ articles: [ArticleID]) async throws {
        var found: [ArticleID: (places: [NamedPlace]?, facts: ArticleFacts?)] = [:]
        for article in articles { found[article] = ([], ArticleFacts()) }
        try await chat.store.saveAnalyses(found)
    }

    @Test(arguments: [
        "near Leipzig", "region Germany", "map", "near Nuuk", "region Japan", "headlines Turin",
    ])
    func `an answer about places says how many articles are still read, and is silent once all are`(
        line: String
    ) async throws {
        let articles = try await archive(3, of: "Quayside")
        try await chat.says(line, expect: "still reading 3 articles")
        try await finish(articles)
        #expect(!(try await chat.says(line, expect: "e")).contains("still reading"))
    }

    @Test func `in Chinese, too`() async throws {
        try await archive(1, of: "Quayside")
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("附近 莱比锡", expect: "还有 1 篇文章正在读取")
        try await chat.says("地图", expect: "还有 1 篇文章正在读取")
    }

    @Test func `what came before a story may be short while archives are read or indexed`() async throws {
        _ = await chat.replies("headlines")
        let articles = try await archive(2, of: "Quayside")
        try await chat.says("story 1", expect: "still reading 2 articles")
        try await finish(articles)
        #expect(!(try await chat.says("story 1", expect: "earlier reports")).contains("still reading"))
        try await chat.publishes("Harbour opens", by: "Harbour", hoursAgo: 3)
        try await chat.says("story 1", expect: "still reading 1 article;")
        // Where a town is does not depend on the index.
        #expect(!(try await chat.says("map", expect: "Leipzig")).contains("still reading"))
    }

    @Test func `articles of feeds that the reader may not see are not counted`() async throws {
        try await archive(4, of: "Secret", isDefault: false)
        #expect(!(try await chat.says("map", expect: "Leipzig")).contains("still reading"))
        #expect(!(try await chat.says("near Nuuk", expect: "No news")).contains("still reading"))
    }

    @Test func `articles that are read again keep their places until then`() async throws {
        let articles = try await archive(2, of: "Quayside")
        try await finish(articles)
        try await chat.store.demandAnalysis(byVersion: 77)
        let count = try await chat.store.countMissingArticles(
            ArticleSelection(from: chat.clock.now - 9_001, to: chat.clock.now - 8_900),
            in: .of(nil)
        )
        #expect(count == 0)
    }

    @Test func `in a room the line stands beside what closes the page`() async throws {
        try await archive(3, of: "Quayside")
        let answer = try await chat.says(
            "!near Leipzig",
            in: "#news",
            expect: "To read one",
            "still reading 3 articles"
        )
        #expect(answer.split(separator: "\n").last?.contains("To read one") == true, "\(answer)")
    }
}
