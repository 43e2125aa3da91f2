import Testing
import TimeArithmetic

struct BackOffTests {
    @Test func `waits double up to the longest and begin anew after a success`() {
        var backOff = BackOff(first: 2, longest: 15)
        #expect((0..<5).map { _ in backOff.next(jitter: 0.5) } == [2, 4, 8, 15, 15])
        #expect(backOff.count == 5)
        backOff.succeeded()
        #expect(backOff.next(jitter: 0) == 1.5)
        #expect(backOff.wait(after: 100_000) == 15)
        #expect(backOff.wait(after: 0) == 2)
    }

    @Test func `waits may grow faster, and without end`() {
        let backOff = BackOff(first: 300, longest: .infinity)
        #expect((1...3).map { backOff.wait(after: $0, factor: 6) } == [300, 1_800, 10_800])
    }
}
