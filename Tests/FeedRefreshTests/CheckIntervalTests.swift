import Foundation
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

struct CheckIntervalTests {
    private let usual = CheckInterval(interval: 1_800, floor: 300)

    private func wait(
        hasNews: Bool = false,
        gap: Double? = nil,
        previous: Double? = nil,
        hints: CheckInterval.Hints = .init(),
        jitter: Double = 0
    ) -> Double {
        let published = gap.map { gap in (0..<10).map { Date.sampleNow - Double($0) * gap } } ?? []
        return usual.next(
            hasNews: hasNews,
            published: published,
            previous: previous,
            hints: hints,
            jitter: jitter,
            now: .sampleNow
        ).timeIntervalSince(.sampleNow)
    }

    @Test func `a feed is asked at its own rhythm, within interval and floor`() {
        #expect(wait(hasNews: true) == 1_800)
        #expect(wait(hasNews: true, gap: 1_200) == 600)
        #expect(wait(hasNews: true, gap: 10) == 300)
        #expect(wait(hasNews: true, gap: 86_400) == 1_800)
        #expect(wait(hasNews: true, jitter: 1) == 1_980)
    }

    @Test func `each check without news makes the wait longer, up to half a day`() {
        #expect(wait(previous: 1_800) == 2_250)
        #expect(wait(previous: 40_000) == 43_200)
        #expect(wait(previous: 1) == 375)
        #expect(wait(gap: 1_200, previous: 1_800) == 1_800)
    }

    @Test func `what the publisher asks for is not undercut, within reason`() {
        #expect(wait(hints: .init(timeToLive: 7_200)) == 7_200)
        #expect(wait(hints: .init(freshness: 7_200)) == 7_200)
        #expect(wait(hints: .init(timeToLive: 1e12)) == 43_200)
        #expect(wait(hints: .init(timeToLive: .nan, freshness: -5)) == 1_800)
        #expect(wait(hints: .init(retryAfter: .sampleNow + 50_000)) == 50_000)
        #expect(wait(hints: .init(retryAfter: .distantFuture)) == 86_400)
        #expect(wait(hints: .init(retryAfter: .distantPast)) == 1_800)
    }

    @Test func `what followers ask for is not shorter than allowed, and undercuts no publisher; an operator may`() {
        let shared = CheckInterval(interval: 1_800, floor: 300, askedFloor: 900)
        func wait(_ seconds: Double, isOperators: Bool = false, ttl: Double? = nil, hours: Set<Int> = []) -> Double {
            var hints = CheckInterval.Hints(timeToLive: ttl)
            hints.asked = AskedInterval(seconds: seconds, isOperators: isOperators)
            hints.skipHours = hours
            return shared.next(hasNews: false, previous: 1_800, hints: hints, jitter: 0, now: .sampleNow)
                .timeIntervalSince(.sampleNow)
        }
        #expect(wait(300) == 900)
        #expect(wait(300, isOperators: true) == 300)
        #expect(wait(1_200) == 1_200)
        #expect(wait(300, ttl: 3_600) == 3_600)
        // It is noon (UTC), and the hour that begins now is left out.
        #expect(wait(1_200, hours: [12]) == 3_600)
        #expect(wait(1_200, isOperators: true, hours: [12]) == 1_200)
    }

    @Test func `failures back off up to a day`() {
        func wait(_ failures: Int, _ retryAfter: Date? = nil) -> Double {
            usual.next(afterFailures: failures, retryAfter: retryAfter, jitter: 0, now: .sampleNow)
                .timeIntervalSince(.sampleNow)
        }
        #expect([1, 2, 3].map { wait($0) } == [1_800, 3_600, 7_200])
        #expect(wait(1_000_000) == 69_120)
        #expect(wait(0) == 1_800)
        #expect(wait(1, .sampleNow + 7_200) == 7_200)
    }

    @Test func `hosts hand out moments`() {
        var spacing = HostSpacing(spacing: 2)
        let now = Date.sampleNow
        #expect((0..<3).map { _ in spacing.reserve("a", now: now) } == [now, now + 2, now + 4])
        #expect(spacing.reserve("b", now: now) == now)
        #expect(spacing.reserve("a", now: now, latest: now + 5) == nil)
        #expect(spacing.nextFreeTime(of: "a", now: now) == now + 6)
        spacing.block("b", until: now + 1e9, now: now)
        #expect(spacing.nextFreeTime(of: "b", now: now) == now + 3_600)
        #expect(spacing.reserve("a", now: now + 100) == now + 100)
    }
}
