import Synchronization
import TestSupport
import Testing

@testable import Parallelism

/// Who came in.
private final class Visitors: Sendable {
    private let order = Mutex<[Int]>([])

    var numbers: [Int] { order.withLock { $0 } }

    func add(_ number: Int) { order.withLock { $0.append(number) } }
}

@Suite(.timed, .timeLimit(.minutes(10))) struct SlotsTests {
    @Test func `who waits comes in by order, and who leaves takes nobody's place`() async throws {
        let slots = Slots(2)
        let visitors = Visitors()
        try await slots.take()
        try await slots.take()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await slots.take()
                visitors.add(1)
            }
            try await waitUntil("the first waits") { slots.waiting == 1 }
            try await withThrowingTaskGroup(of: Void.self) { leaving in
                leaving.addTask { try await slots.take() }
                try await waitUntil("the second waits") { slots.waiting == 2 }
                leaving.cancelAll()
                guard case .failure(let error)? = await leaving.nextResult() else {
                    Issue.record("It came in")
                    return
                }
                #expect(error is CancellationError)
            }
            #expect(slots.waiting == 1)
            group.addTask {
                try await slots.take()
                visitors.add(3)
            }
            try await waitUntil("the third waits") { slots.waiting == 2 }
            slots.give()
            try await waitUntil("the first is in") { visitors.numbers == [1] }
            slots.give()
            try await group.waitForAll()
        }
        #expect(visitors.numbers == [1, 3])
        // Both are free again, and no more than both.
        slots.give()
        slots.give()
        try await slots.take()
        try await slots.take()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await slots.take() }
            try await waitUntil("there is no third") { slots.waiting == 1 }
            group.cancelAll()
        }
    }

    @Test func `of those who wait, whoever was let in the longest ago comes first, and too many are sent away`()
        async throws
    {
        let slots = Slots(1)
        let visitors = Visitors()
        #expect(try await slots.take(for: "busy", mostWaiting: 3))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, share) in ["busy", "busy", "other"].enumerated() {
                group.addTask {
                    _ = try await slots.take(for: share, mostWaiting: 3)
                    visitors.add(number)
                }
                try await waitUntil("one more waits") { slots.waiting == number + 1 }
            }
            #expect(try await !slots.take(for: "late", mostWaiting: 3))
            for order in [[2], [2, 0], [2, 0, 1]] {
                slots.give()
                try await waitUntil("the next is in") { visitors.numbers == order }
            }
            slots.give()
            try await group.waitForAll()
        }
    }

    @Test func `how many are let in can change at any time`() async throws {
        let slots = Slots(1)
        let visitors = Visitors()
        try await slots.take()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask {
                    try await slots.take()
                    visitors.add(number)
                }
                try await waitUntil("one more waits") { slots.waiting == number }
            }
            slots.setCount(3)
            try await waitUntil("two are in") { visitors.numbers.sorted() == [1, 2] }
            slots.setCount(1)
            slots.give()
            slots.give()
            #expect(slots.waiting == 1)
            slots.give()
            try await group.waitForAll()
        }
        #expect(visitors.numbers.last == 3)
    }
}
