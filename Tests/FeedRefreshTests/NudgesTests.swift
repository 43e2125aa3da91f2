import TestSupport
import Testing

@testable import FeedRefresh

struct NudgesTests {
    @Test func `a nudge before the wait is not lost, and many are one`() async {
        let nudges = Nudges()
        nudges.nudge()
        nudges.nudge()
        await nudges.wait()
        #expect(await !nudged(nudges))
    }

    @Test func `a cancelled wait does not end the next one`() async {
        let nudges = Nudges()
        for _ in 0..<3 { #expect(await !nudged(nudges)) }
        nudges.nudge()
        #expect(await nudged(nudges))
    }

    /// Whether a wait ends before it is cancelled.
    private func nudged(_ nudges: Nudges) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await nudges.wait()
                return !Task.isCancelled
            }
            group.addTask {
                for _ in 0..<200 { await Task.yield() }
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
    }
}
