import Foundation
import NewsModel
import Testing

@testable import ChatCommands

@Suite struct RateLimitsTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func person(_ name: String, host: String? = nil) -> Counted {
        Counted(person: name, host: host, share: host ?? name)
    }

    private func limits(_ change: (inout CommandOptions.Rates) -> Void = { _ in }) -> RateLimits {
        var rates = CommandOptions.Rates(personBurst: 2, personPerMinute: 60, roomBurst: 2, roomPerMinute: 60)
        change(&rates)
        return RateLimits(rates)
    }

    @Test func `a room has its own allowance`() {
        var limits = limits { $0.personBurst = 100 }
        let verdicts = (0..<4).map { limits.take(person("p\($0)"), room: "#news", at: start) }
        #expect(verdicts == [.pass, .pass, .sayOnce, .silence])
        #expect(limits.take(person("p0"), at: start) == .pass)
    }

    @Test func `a long line counts as several commands`() {
        var limits = limits { $0.personBurst = 10 }
        #expect(limits.take(person("alice"), at: start) == .pass)
        limits.spend(9, person("alice"), room: nil, byMail: false, at: start)
        #expect(limits.take(person("alice"), at: start) == .sayOnce)
        #expect(limits.take(person("bob"), at: start) == .pass)
    }

    @Test func `strangers without end do not fill the memory`() {
        var limits = limits()
        for number in 0..<12_000 { _ = limits.take(person("p\(number)"), at: start) }
        #expect(limits.take(person("new"), at: start) == .pass)
    }

    @Test func `six thousand busy strangers reset nobody's limit`() {
        var limits = limits()
        let alice = person("alice")
        let verdicts = (0..<4).map { _ in limits.take(alice, at: start) }
        #expect(verdicts == [.pass, .pass, .sayOnce, .silence])
        for number in 0..<6_000 {
            for _ in 0..<3 { _ = limits.take(person("p\(number)"), at: start) }
        }
        #expect(limits.take(alice, at: start) == .silence)
        #expect(limits.isSilent(alice, at: start))
        #expect(limits.take(person("p0"), at: start) == .silence)
        // Those who found no room of their own are held as well.
        #expect(limits.take(person("another"), at: start) != .pass)
        #expect(limits.take(person("another"), at: start.addingTimeInterval(120)) == .pass)
    }

    @Test func `a guest's new nick is no new allowance, and a host's guests have more than one person's`() {
        var limits = limits { $0.guestsPerHost = 3 }
        let passed = (0..<50).count { limits.take(person("nick\($0)", host: "h.example"), at: start) == .pass }
        #expect(passed == 6)
        #expect(limits.take(person("other", host: "elsewhere.example"), at: start) == .pass)
        #expect((0..<50).count { limits.takeGuess(person("n\($0)", host: "h.example"), at: start) } == 5)
    }

    @Test func `everybody's sites together are limited, and the last half is for those who asked for little`() {
        var limits = limits {
            $0.fetchBurst = 10
            $0.fetchesPerMinute = 1
            $0.allFetchesBurst = 40
            $0.allFetchesPerMinute = 20
        }
        func ask(_ name: String, times: Int) -> [RateLimits.FetchVerdict] {
            (0..<times).map { _ in limits.takeFetches(1, person(name), at: start) }
        }
        #expect(ask("a", times: 11) == Array(repeating: .pass, count: 10) + [.tooMany])
        #expect(ask("b", times: 10).allSatisfy { $0 == .pass })
        // Half is gone: now nobody gets more than half of their own.
        #expect(
            ask("c", times: 10) == Array(repeating: .pass, count: 6) + Array(repeating: .busy(minutes: 1), count: 4)
        )
        for name in ["d", "e"] { _ = ask(name, times: 10) }
        _ = ask("f", times: 2)
        #expect(limits.takeFetches(1, person("newcomer"), at: start) == .busy(minutes: 1))
        #expect(limits.takeFetches(1, person("newcomer"), at: start.addingTimeInterval(60)) == .pass)
    }

    @Test func `changed limits hold from then on, and nobody gets anew what they have used`() {
        var limits = limits()
        let alice = person("alice")
        #expect((0..<3).map { _ in limits.take(alice, at: start) } == [.pass, .pass, .sayOnce])
        limits.apply(CommandOptions.Rates(personBurst: 50, personPerMinute: 600, roomBurst: 2, roomPerMinute: 60))
        #expect(limits.take(alice, at: start) == .silence)
        #expect((0..<50).count { _ in limits.take(alice, at: start + 5) == .pass } == 50)
        #expect((0..<60).count { _ in limits.take(person("bob"), at: start) == .pass } == 50)
    }
}
