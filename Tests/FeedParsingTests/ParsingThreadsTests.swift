import Fuzzing
import Synchronization
import Testing

@testable import FeedParsing

/// What several threads write.
private final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value { state.withLock { $0 } }

    func change(_ body: @Sendable (inout Value) -> Void) {
        state.withLock { value in
            var copy = value
            body(&copy)
            value = copy
        }
    }
}

/// Returns when the task is cancelled, and never before.
func waitForCancellation() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
}

struct ParsingThreadsTests {
    /// No wait times out.
    private static func patient(_ threads: Int) -> ParsingThreads {
        ParsingThreads(threads: threads, seconds: 1, uptime: { 0 }) { _ in
            await waitForCancellation()
        }
    }

    @Test func `what a document brings is given back`() async throws {
        let threads = Self.patient(2)
        let titles = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let text = Array("<rss><channel><title>\(number)</title></channel></rss>".utf8)
                    return try await threads.run(from: "a.example") { try? FeedParser.parse(text).title }
                }
            }
            return try await group.reduce(into: Set<String>()) { if let title = $1 { $0.insert(title) } }
        }
        #expect(titles.count == 50)
    }

    @Test func `no more documents are read at once than there are threads`() async throws {
        let threads = Self.patient(2)
        let (now, most) = (Shared(0), Shared(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await threads.run(from: "a.example") {
                        now.change { $0 += 1 }
                        let count = now.value
                        most.change { $0 = max($0, count) }
                        _ = InspectedPage(html: HostileDocument.plain(.page).document(ofSize: 5_000), pageURL: "")
                        now.change { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value <= 2)
    }

    @Test(arguments: HostileDocument.Kind.allCases)
    func `a document that takes too long is given up and its reading ends`(kind: HostileDocument.Kind) async {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let document = HostileDocument.plain(kind).document(ofSize: 100_000)
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        // No time at all once it has begun: until it is given up the work begins anew.
        let threads = ParsingThreads(threads: 1, seconds: 0, uptime: { 0 }) { _ in for await _ in begins { break } }
        await #expect(throws: ParsingGivenUp.tooLong) {
            try await threads.run(from: "a.example") {
                let cancellation = ParseCancellation.current
                begin.yield()
                while cancellation?.isCancelled == false { Self.read(document, kind) }
                // Now every reader stops at its first look.
                Self.read(document, kind)
                end.yield(cancellation?.isCancelled == true)
                end.finish()
            }
        }
        for await isCancelled in ends { #expect(isCancelled) }
    }

    @Test func `a document waits for its turn without losing its time`() async throws {
        let asked = Shared<[Double]>([])
        let threads = ParsingThreads(threads: 1, seconds: 7, uptime: { 0 }) { seconds in
            asked.change { $0.append(seconds) }
            await waitForCancellation()
        }
        let (gates, gate) = AsyncStream.makeStream(of: Void.self)
        let isOpen = Shared(false)
        async let first: Void = threads.run(from: "a.example") {
            gate.yield()
            while !isOpen.value {}
        }
        for await _ in gates { break }
        async let second = threads.run(from: "a.example") { 2 }
        isOpen.change { $0 = true }
        try await first
        #expect(try await second == 2)
        #expect(asked.value.allSatisfy { $0 == 7 })
    }

    @Test func `who stops waiting is told so`() async {
        let threads = Self.patient(1)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await threads.run(from: "a.example") {
                start.yield()
                while ParseCancellation.current?.isCancelled == false {}
            }
        }
        for await _ in starts { break }
        task.cancel()
        await #expect(throws: ParsingGivenUp.cancelled) { try await task.value }
    }

    private static func read(_ document: [UInt8], _ kind: HostileDocument.Kind) {
        switch kind {
        case .page: _ = InspectedPage(html: document, pageURL: "")
        case .feed, .json: _ = try? FeedParser.parse(document)
        case .list: _ = try? OPML.parse(document)
        }
    }
}
