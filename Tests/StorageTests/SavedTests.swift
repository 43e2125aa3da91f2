import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct SavedTests {
    private let all = SavedSelection(from: .distantPast, to: .distantFuture)

    @Test func `what two people save is each one's own`() async throws {
        let store = try Store.inMemory()
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        var pictured = NewArticle.sample("Storm")
        pictured.imageURL = "https://site.example/1.jpg"
        let stored = try await store.sampleRefresh(try await store.sampleFeed(), [pictured, .sample("Calm")])
        let storm = try #require(stored.first { $0.title == "Storm" }).id
        let calm = try #require(stored.first { $0.title == "Calm" }).id
        func save(
            _ id: ArticleID,
            _ profile: Profile,
            _ note: String?,
            _ tags: [String],
            _ days: Double
        ) async throws
            -> SaveOutcome
        {
            try await store.save(id, for: profile.id, note: note, tags: tags, limit: 2, at: .sampleNow + days * 86_400)
        }
        #expect(try await save(storm, alice, "for later", ["sea", "wind"], 0) == .saved)
        #expect(try await save(calm, alice, nil, ["sea"], 1) == .saved)
        #expect(try await save(storm, bob, nil, [], 2) == .saved)
        #expect(try await save(calm, alice, "now with a note", [], 3) == .changed)
        #expect(try await save(ArticleID(rawValue: 1), bob, nil, [], 3) == .gone)

        let hers = try await store.savedArticles(all, of: alice.id)
        #expect(hers.map(\.listed.article.title) == ["Calm", "Storm"])
        #expect(hers.map(\.note) == ["now with a note", "for later"])
        #expect(hers.map(\.tags) == [["sea"], ["sea", "wind"]])
        func titles(_ change: (inout SavedSelection) -> Void) async throws -> [String] {
            var selection = all
            change(&selection)
            return try await store.savedArticles(selection, of: alice.id).map(\.listed.article.title)
        }
        #expect(try await titles { $0.tag = "wind" } == ["Storm"])
        #expect(try await titles { $0.tag = "win" } == [])
        #expect(try await titles { $0.onlyWithImage = true } == ["Storm"])
        #expect(try await titles { $0.from = .sampleNow + 3_600 } == ["Calm"])
        #expect(try await store.savedTags(of: alice.id) == ["sea", "wind"])
        #expect(try await store.savedArticles(all, of: bob.id).map(\.listed.article.title) == ["Storm"])

        #expect(try await store.unsave(storm, for: alice.id))
        #expect(try await store.unsave(storm, for: alice.id) == false)
        #expect(try await store.countSaved(of: alice.id) == 1)
        #expect(try await store.countSaved(of: bob.id) == 1)
    }

    @Test func `there is a limit, and forgetting a person forgets what they saved`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile("alice")
        let stored = try await store.sampleRefresh(
            try await store.sampleFeed(),
            (0..<4).map { .sample("N\($0)") }
        )
        var outcomes: [SaveOutcome] = []
        for article in stored {
            outcomes.append(
                try await store.save(article.id, for: alice.id, note: nil, tags: [], limit: 3, at: .sampleNow)
            )
        }
        #expect(outcomes == [.saved, .saved, .saved, .quotaReached(limit: 3)])
        try await store.erase(alice.id)
        #expect(try await store.countSaved(of: alice.id) == 0)
    }
}
