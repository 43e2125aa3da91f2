import NewsModel
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

@Suite struct FeedNameSightTests {
    private let store: Store

    init() throws { store = try Store.inMemory() }

    private func mayName(_ name: String, to reader: RecipientID?) async throws -> Bool {
        let query = try Query(parsing: "feed:\"\(name)\"")
        let phrase = try #require(query.wantedPhrases(of: .feed).first)
        return try await store.mayNameFeed(phrase, in: .of(reader))
    }

    @Test func `only feeds in sight have a name that is asked for`() async throws {
        let feed = try await store.sampleFeed("Harbour-Gazette")
        let follower = try await store.sampleProfile("alice")
        let alice = follower.id.recipient
        let bob = try await store.sampleProfile("bob").id.recipient
        for name in ["gazette", "harbour gazette", "HARBOUR"] {
            #expect(try await !mayName(name, to: alice), "\(name)")
        }
        try await store.sampleSubscription(of: follower, to: feed)
        #expect(try await mayName("gazette", to: alice))
        #expect(try await mayName("harbour gazette", to: alice))
        #expect(try await !mayName("gazette harbour", to: alice))
        #expect(try await !mayName("gazette", to: bob))
        #expect(try await !mayName("gazette", to: nil))
    }
}
