import ArticleQueries
import NewsModel
import Testing
import TextAnalysis

@testable import Editorial

private typealias AlertIndex = StandingQueryIndex<AlertID>

struct StandingQueryIndexTests {
    private func candidate(_ title: String, _ change: (inout QueriedArticle) -> Void = { _ in }) -> QueriedArticle {
        var candidate = QueriedArticle(title: title)
        change(&candidate)
        return candidate
    }

    private let alice = RecipientID(rawValue: 1)
    private let bob = RecipientID(rawValue: 2)

    private func index(
        _ queries: [(id: Int64, query: String)],
        of owner: RecipientID? = nil,
        limits: QueryLimits = QueryLimits()
    ) -> AlertIndex {
        AlertIndex(
            version: 3,
            queries: queries.map { (AlertID(rawValue: $0.id), owner ?? alice, $0.query) },
            limits: limits
        )
    }

    @Test func `an article finds the alerts it matches, in order`() {
        let index = index([
            (9, "earthquake"), (2, "\"security hole\" -microsoft"), (4, "feed:gazette"), (5, "地震"), (6, "\"broken"),
        ])
        #expect(index.version == 3)
        func matches(_ candidate: QueriedArticle) -> [Int64] { index.matches(for: candidate).map(\.rawValue) }
        #expect(matches(candidate("Earthquake off the coast") { $0.feed = "The Gazette" }).starts(with: [4, 9]))
        #expect(matches(candidate("A security hole in Microsoft Word")) == [])
        #expect(matches(candidate("A patch") { $0.body = "closes a security hole" }) == [2])
        #expect(matches(candidate("北海道で地震")) == [5])
        #expect(matches(candidate("Nothing of the kind")) == [])
    }

    @Test func `a query that cannot be read is left out`() {
        #expect(index([(1, ""), (2, "fire")]).count == 1)
    }

    @Test func `what one owner has too much of takes nothing from anybody else`() {
        let many = (0..<3_000).map { (AlertID(rawValue: $0), alice, "/nothing\($0)x/") }
        let last = (AlertID(rawValue: 9_999), bob, "/storm/")
        let index = AlertIndex(version: 1, queries: many + [last], limits: QueryLimits(heavyPerOwner: 5))
        #expect(index.count == 6)
        #expect(index.matches(for: candidate("A storm")) == [AlertID(rawValue: 9_999)])
        #expect(index.matches(for: candidate("nothing4x nothing5x")) == [AlertID(rawValue: 4)])
    }

    @Test func `many dear alerts are asked a few at a time, and all of them`() {
        let ids = (1...40).map { AlertID(rawValue: $0) }
        let queries = ids.map { ($0, RecipientID(rawValue: $0.rawValue), "/storm|x\($0.rawValue)/") }
        let index = AlertIndex(version: 1, queries: queries + [(AlertID(rawValue: 99), alice, "storm")])
        var matching = index.stepwiseMatching(of: candidate("A storm"))
        var steps = 1
        while matching.advance() { steps += 1 }
        #expect(steps >= 10)
        #expect(matching.found == ids + [AlertID(rawValue: 99)])
    }

    @Test func `each owner's alerts see what they call the feed, and nobody else's do`() {
        let queries = [
            (AlertID(rawValue: 1), alice, "category:morning"), (AlertID(rawValue: 2), alice, "storm -category:morning"),
            (AlertID(rawValue: 3), alice, "feed:beeb"), (AlertID(rawValue: 4), alice, "feed:gazette"),
            (AlertID(rawValue: 5), bob, "category:morning"), (AlertID(rawValue: 6), bob, "category:world"),
            (AlertID(rawValue: 7), bob, "storm -category:morning"), (AlertID(rawValue: 8), alice, "category:world"),
        ]
        let index = AlertIndex(version: 1, queries: queries)
        #expect(index.dependsOnNames)
        let storm = candidate("A storm") {
            $0.feed = "The Gazette"
            $0.categories = ["World"]
        }
        #expect(index.matches(for: storm).map(\.rawValue) == [2, 4, 6, 7, 8])
        let view = OwnFeedView(recipientID: alice, name: "Beeb", category: "Morning")
        #expect(index.matches(for: storm, views: [view]).map(\.rawValue) == [1, 3, 4, 6, 7])
    }
}
