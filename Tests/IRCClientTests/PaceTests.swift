import Foundation
import Testing

@testable import IRCClient

@Suite struct `The pace a network bears` {
    private let noon = Date(timeIntervalSince1970: 1_795_260_000)

    @Test func `a flood halves it, a day without one gives half of that back`() {
        var pace = IRCPace.full
        #expect(pace.share(at: noon) == 1)
        pace.noteFlood(at: noon)
        #expect(pace == IRCPace(share: 0.5, since: noon))
        #expect(abs(pace.share(at: noon.addingTimeInterval(43_200)) - 0.707) < 0.001)
        #expect(pace.share(at: noon.addingTimeInterval(86_400)) == 1)
        #expect(pace.share(at: noon.addingTimeInterval(-86_400)) == 0.5)
        for _ in 0..<10 { pace.noteFlood(at: noon) }
        #expect(pace.share(at: noon) == 0.25)
    }

    @Test(arguments: [(Double.nan, 1.0), (.infinity, 1), (-3, 0.25), (0, 0.25), (7, 1), (0.3, 0.3)])
    func `a share that cannot be is brought within the bounds`(share: Double, expected: Double) {
        #expect(IRCPace(share: share, since: noon).share == expected)
    }

    @Test func `a connection that lasts regains its pace`() {
        let start = ContinuousClock.now
        var pacer = SendPacer(burst: 8, refillPerSecond: 2, share: 0.25, now: start)
        func burst(at now: ContinuousClock.Instant) -> Int {
            var lines = 0
            while pacer.canSend(at: now) {
                pacer.spend(1)
                lines += 1
            }
            return lines
        }
        #expect(burst(at: start) == 2)
        #expect(start.duration(to: pacer.nextSend) == .seconds(2))
        #expect(burst(at: start.advanced(by: .seconds(86_400))) == 4)
        #expect(burst(at: start.advanced(by: .seconds(10 * 86_400))) == 8)
    }
}
