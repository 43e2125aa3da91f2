import Foundation
import Testing

@testable import ChatNetworks

@Suite struct MailRetriesTests {
    private let start = MailSamples.time

    @Test func `an address that is only deferred is tried some dozens of times in five days, then no more`() {
        let retries = MailRetries()
        var now = start
        var attempts = 1
        while let next = retries.next(
            failingSince: retries.beginning(start, lastHold: now, at: now),
            at: now,
            jitter: 0.5
        ) {
            #expect(next.timeIntervalSince(now) >= 300)
            #expect(next.timeIntervalSince(now) <= 4 * 3600 * 1.1)
            now = next
            attempts += 1
        }
        #expect((30...45).contains(attempts))
        #expect(now.timeIntervalSince(start) >= 5 * 86400)
        #expect(now.timeIntervalSince(start) < 5.5 * 86400)
    }

    @Test func `an old trouble that nobody ended is not this one`() {
        let retries = MailRetries()
        let later = start.addingTimeInterval(30 * 86400)
        #expect(retries.beginning(start, lastHold: nil, at: later) == later)
        #expect(retries.beginning(nil, lastHold: nil, at: later) == later)
        #expect(retries.beginning(later.addingTimeInterval(60), lastHold: later, at: later) == later)
        #expect(retries.beginning(start, lastHold: nil, at: start.addingTimeInterval(86400)) == start)
    }

    @Test func `held addresses are forgotten when their time is over`() {
        var holds = MailHolds()
        for number in 0..<25_000 {
            let now = start.addingTimeInterval(Double(number))
            holds.hold("a\(number)@example.net", until: now.addingTimeInterval(60), at: now)
        }
        let now = start.addingTimeInterval(24_999)
        #expect(holds.end(of: "a24999@example.net", at: now) == now.addingTimeInterval(60))
        #expect(holds.end(of: "a24900@example.net", at: now) == nil)
        holds.release("a24999@example.net")
        #expect(holds.end(of: "a24999@example.net", at: now) == nil)
    }

    @Test func `a server in trouble is asked by one mail at a time, seldomer and seldomer`() {
        var watch = MailServerWatch()
        #expect(watch.turn(at: start) == .go)
        #expect(watch.turn(at: start) == .go)
        let end = watch.failed(at: start, jitter: 0.5)
        #expect(end == start.addingTimeInterval(30))
        #expect(watch.failed(at: start.addingTimeInterval(1), jitter: 0.9) == end)
        #expect(!watch.isOpen(at: start.addingTimeInterval(29)))
        #expect(watch.turn(at: start.addingTimeInterval(29)) == .wait(until: end))
        #expect(watch.turn(at: end) == .go)
        #expect(watch.turn(at: end) == .wait(until: end.addingTimeInterval(30)))
        #expect(watch.failed(at: end, jitter: 0.5) == end.addingTimeInterval(60))
        var now = end
        for _ in 0..<20 { now = watch.failed(at: now, jitter: 0.5) }
        #expect(watch.failed(at: now, jitter: 0.5) == now.addingTimeInterval(300))
        now.addTimeInterval(300)
        #expect(watch.turn(at: now) == .go)
        watch.answered()
        #expect(watch.turn(at: now) == .go)
        #expect(watch.turn(at: now) == .go)
    }
}
