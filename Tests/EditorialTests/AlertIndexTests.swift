import NewsModel
import Testing

@testable import Editorial

struct AlertIndexTests {
    private func candidate(_ title: String, _ change: (inout AlertCandidate) -> Void = { _ in }) -> AlertCandidate {
        var candidate = AlertCandidate(title: title)
        change(&candidate)
        return candidate
    }

    @Test func `an article finds the alerts it matches, in order`() {
        let index = AlertIndex(
            version: 3,
            queries: [
                (AlertID(rawValue: 9), "earthquake"), (AlertID(rawValue: 2), "\"security hole\" -microsoft"),
                (AlertID(rawValue: 4), "feed:gazette"), (AlertID(rawValue: 5), "地震"),
                (AlertID(rawValue: 6), "\"broken"),
            ]
        )
        #expect(index.version == 3)
        func matches(_ candidate: AlertCandidate) -> [Int64] { index.matches(for: candidate).map(\.rawValue) }
        #expect(matches(candidate("Earthquake off the coast") { $0.feed = "The Gazette" }).starts(with: [4, 9]))
        #expect(matches(candidate("A security hole in Microsoft Word")) == [])
        #expect(matches(candidate("A patch") { $0.body = "closes a security hole" }) == [2])
        #expect(matches(candidate("北海道で地震")) == [5])
        #expect(matches(candidate("Nothing of the kind")) == [])
    }

    @Test func `a query that cannot be read is left out`() {
        let index = AlertIndex(version: 1, queries: [(AlertID(rawValue: 1), ""), (AlertID(rawValue: 2), "fire")])
        #expect(index.count == 1)
    }
}
