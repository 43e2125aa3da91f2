import NewsModel
import Testing

@testable import FeedRefresh

/// Whose icon is fetched next.
@Suite struct IconQueueTests {
    @Test func `who asks for much keeps nobody waiting`() {
        var queue = IconQueue()
        queue.add(1...50, of: "alice")
        queue.add(60...61, of: "bob")
        queue.add(70...70, of: "carol")
        let first = queue.fetched(6)
        #expect(first == [1, 60, 70, 2, 61, 3])
        queue.add(71...71, of: "carol")
        let later = queue.fetched(3)
        #expect(later == [4, 71, 5])
    }

    @Test func `a feed waits once for each who asks, and is fetched once for all`() {
        var queue = IconQueue()
        queue.add(1...3, of: "alice")
        queue.add(1...3, of: "alice")
        // Its turn in the shorter line comes first.
        queue.add(3...3, of: "bob")
        let fetched = queue.fetched()
        #expect(fetched == [1, 3, 2])
    }

    @Test func `an address has one fetch at a time, and a feed too`() throws {
        var queue = IconQueue()
        queue.add(1...2, of: "alice")
        let next = queue.next()
        let first = try #require(next)
        #expect(first.feed.rawValue == 1)
        #expect(!queue.hasNext)
        queue.add(1...1, of: "bob")
        #expect(!queue.hasNext)
        queue.add(3...3, of: "bob")
        let afterwards = queue.next()
        let second = try #require(afterwards)
        #expect(second.feed.rawValue == 3)
        queue.end(first)
        let fetched = queue.fetched()
        #expect(fetched == [2])
    }

    @Test func `lines are bounded`() {
        var queue = IconQueue()
        let most = Int64(IconQueue.mostFeeds)
        queue.add(1...(most + 10), of: "alice")
        let feeds = queue.fetched()
        #expect(feeds == Array(1...most))
        for number in 0..<Int64(IconQueue.mostAskers + 10) { queue.add(number...number, of: "\(number)") }
        let askers = queue.fetched()
        #expect(askers.count == IconQueue.mostAskers)
    }
}

extension IconQueue {
    fileprivate mutating func add(_ feeds: ClosedRange<Int64>, of name: String) {
        add(feeds.map { FeedID(rawValue: $0) }, for: Address(network: "testnet", kind: .person, target: name))
    }

    /// The feeds in the order of their turns, each ended before the next.
    fileprivate mutating func fetched(_ most: Int = .max) -> [Int64] {
        var feeds: [Int64] = []
        while feeds.count < most, let turn = next() {
            feeds.append(turn.feed.rawValue)
            end(turn)
        }
        return feeds
    }
}
