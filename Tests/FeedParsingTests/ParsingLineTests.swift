import Synchronization
import Testing

@testable import FeedParsing

/// Whose document is read next, and whose is refused.
struct ParsingLineTests {
    private static func line(capacity: Int = 100, _ costs: [(String, Double)] = []) -> ParsingLine<String> {
        var line = ParsingLine<String>(capacity: capacity)
        for (host, seconds) in costs { line.remember(seconds, of: host) }
        return line
    }

    @Test func `the host whose documents were cheap comes first, of equal ones the first that came`() {
        var line = Self.line([("slow", 9), ("house", 0.01), ("quick", 0.01)])
        for host in ["slow", "new", "newer", "house", "quick"] { _ = line.add(host, from: host) }
        var order: [String] = []
        while let next = line.next() { order.append(next.document) }
        #expect(order == ["house", "quick", "new", "newer", "slow"])
    }

    @Test func `two documents of one host are read at once only when no other waits`() {
        var line = Self.line([("slow", 9), ("house", 0.01)])
        for (document, host) in [("house 1", "house"), ("house 2", "house"), ("slow", "slow"), ("house 3", "house")] {
            _ = line.add(document, from: host)
        }
        #expect(line.next()?.document == "house 1")
        #expect(line.next()?.document == "slow")
        #expect(line.next()?.document == "house 2")
        line.end("house")
        line.end("house")
        _ = line.add("other", from: "other")
        #expect(line.next()?.document == "house 3")
    }

    @Test func `a full line refuses the dearest host's last document, not the newcomer of a cheap one`() {
        var line = Self.line(capacity: 3, [("slow", 9), ("house", 0.01)])
        for document in ["slow 1", "slow 2", "slow 3"] { #expect(line.add(document, from: "slow").refused == nil) }
        #expect(line.add("slow 4", from: "slow").refused == "slow 4")
        #expect(line.add("house", from: "house").refused == "slow 3")
        #expect(line.add("new", from: "new").refused == "slow 2")
        #expect(line.add("newer", from: "newer").refused == "slow 1")
        #expect(line.add("newest", from: "newest").refused == "newest")
        #expect(line.count == 3)
        #expect(line.next()?.document == "house")
    }

    @Test func `a cheap document does not excuse a dear one before it at once`() {
        var line = Self.line([("slow", 9.9), ("slow", 0)])
        _ = line.add("slow", from: "slow")
        _ = line.add("new", from: "new")
        #expect(line.next()?.document == "new")
        for _ in 0..<9 { line.remember(0, of: "slow") }
        _ = line.add("newer", from: "newer")
        #expect(line.next()?.document == "slow")
    }

    @Test func `hosts are remembered up to a bound, those that were read last for longest`() {
        var costs = HostCosts()
        costs.add(0.01, of: "house")
        for round in 0..<5 {
            for number in 0..<HostCosts.most { costs.add(9, of: "\(round).\(number).example") }
            #expect(costs.seconds(of: "house") == (round == 0 ? 0.01 : HostCosts.unknown))
            #expect(costs.seconds(of: "\(round).0.example") == 9)
        }
        #expect(costs.seconds(of: "0.0.example") == HostCosts.unknown)
    }
}

/// The same with threads: what strangers' documents do to those of a known host.
struct ParsingThreadsFairnessTests {
    private final class Diary: Sendable {
        private let state = Mutex((now: 0.0, isOpen: false, entries: [String]()))

        var now: Double { state.withLock { $0.now } }
        var isOpen: Bool { state.withLock { $0.isOpen } }
        var entries: [String] { state.withLock { $0.entries } }
        func open() { state.withLock { $0.isOpen = true } }
        func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }
        func write(_ entry: String) { state.withLock { $0.entries.append(entry) } }
    }

    private let diary = Diary()
    private let threads: ParsingThreads

    init() {
        let diary = diary
        threads = ParsingThreads(threads: 1, seconds: 10) {
            diary.now
        } sleep: { _ in
            await waitForCancellation()
        }
    }

    private func read(_ host: String, seconds: Double) async throws {
        try await threads.run(from: host) { [diary] in
            diary.pass(seconds)
            diary.write(host)
        }
    }

    /// Until so many documents wait behind the one that is being read.
    private func fill(to count: Int) async {
        while threads.waitingCount < count { await Task.yield() }
    }

    private func block() async throws {
        try await threads.run(from: "stranger") { [diary] in
            diary.write("stranger")
            while !diary.isOpen {}
        }
    }

    @Test func `fifty slow documents of strangers delay a known host by no more than the one that is being read`()
        async throws
    {
        try await read("house", seconds: 0.01)
        for number in 0..<25 { try await read("slow\(number)", seconds: 9.9) }
        let before = diary.entries.count
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await block() }
            while diary.entries.count == before { await Task.yield() }
            for number in 0..<50 { group.addTask { try await read("slow\(number)", seconds: 9.9) } }
            await fill(to: 50)
            group.addTask { try await read("house", seconds: 0.01) }
            await fill(to: 51)
            diary.open()
            try await group.waitForAll()
        }
        #expect(diary.entries.count == before + 52)
        #expect(diary.entries[before + 1] == "house")
    }

    @Test func `a full line refuses a stranger's slow document and takes the known host's`() async throws {
        try await read("house", seconds: 0.01)
        try await read("slow", seconds: 9.9)
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await block()
                return false
            }
            while diary.entries.count < 3 { await Task.yield() }
            for _ in 0..<ParsingThreads.mostWaiting {
                group.addTask {
                    do throws(ParsingGivenUp) {
                        try await threads.run(from: "slow") {}
                        return false
                    } catch {
                        return error == .busy
                    }
                }
            }
            await fill(to: ParsingThreads.mostWaiting)
            group.addTask {
                try await read("house", seconds: 0.01)
                return false
            }
            // Only the one that had to go has its answer while the thread is taken.
            #expect(try await group.next() == true)
            #expect(threads.waitingCount == ParsingThreads.mostWaiting)
            diary.open()
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 0)
        #expect(diary.entries.last == "house")
    }

    @Test func `who waits no longer leaves the line`() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await block() }
            while diary.entries.isEmpty { await Task.yield() }
            let waiting = Task { try await read("slow", seconds: 1) }
            await fill(to: 1)
            waiting.cancel()
            await #expect(throws: ParsingGivenUp.cancelled) { try await waiting.value }
            #expect(threads.waitingCount == 0)
            diary.open()
        }
    }
}
