import Foundation
import NewsModel
import Synchronization
import TestSupport
import Testing
import Waking

@Suite(.timed) struct WakeLoopTests {
    private final class Counter: Sendable {
        private let state = Mutex(0)

        var count: Int { state.withLock { $0 } }

        func next() -> Int {
            state.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test func `however often it is signalled, one alarm is set, and it rings`() async throws {
        let time = ManualTimeSource()
        let start = time.now
        let passes = Counter()
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await WakeLoop(time: time, signals: [signals]).run {
                    // Each time something is due before what was.
                    start.addingTimeInterval(3_600 - Double(passes.next()))
                }
            }
            for count in 1...20 {
                try await waitUntil("pass \(count)") { passes.count >= count && time.sleeping >= 1 }
                signal.yield()
            }
            try await waitUntil("the last signal") { passes.count >= 21 }
            try await waitUntil("one alarm") { time.sleeping == 1 }
            time.advance(by: 3_600)
            try await waitUntil("the alarm") { passes.count >= 22 }
            group.cancelAll()
        }
    }

    @Test func `signals during a pass are not lost, and many are hardly more than one`() async throws {
        let time = ManualTimeSource()
        let passes = Counter()
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await WakeLoop(time: time, signals: [signals]).run {
                    guard passes.next() == 1 else { return time.now.addingTimeInterval(60) }
                    for _ in 0..<100 { signal.yield() }
                    return nil
                }
            }
            try await waitUntil("it sleeps after another pass") { time.sleeping == 1 }
            // The first that came, and one for all that came meanwhile.
            #expect((2...3).contains(passes.count))
            group.cancelAll()
        }
    }

    @Test func `an alarm that has rung leaves none behind, and a signal ends the loop that is to stop`() async throws {
        let time = ManualTimeSource()
        let passes = Counter()
        let stop = Counter()
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let loop = WakeLoop(time: time, signals: [signals], isStopping: { stop.count > 0 })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await loop.run {
                    // Tomorrow, but for what is due in a moment.
                    time.now.addingTimeInterval(passes.next().isMultiple(of: 2) ? 86_400 : 1)
                }
            }
            for count in 1...10 {
                try await waitUntil("pass \(2 * count - 1)") { passes.count == 2 * count - 1 }
                try await waitUntil("it sleeps") { time.sleeping == 1 }
                time.advance(by: 2)
                try await waitUntil("pass \(2 * count)") { passes.count == 2 * count }
                try await waitUntil("it sleeps again") { time.sleeping == 1 }
                signal.yield()
            }
            try await waitUntil("the last pass") { passes.count == 21 }
            _ = stop.next()
            signal.yield()
            try await group.waitForAll()
        }
        #expect(passes.count == 21)
        #expect(time.sleeping == 0)
    }
}
