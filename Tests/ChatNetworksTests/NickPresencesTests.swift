import Foundation
import TestSupport
import Testing

@testable import ChatNetworks

/// Where a profile is a nick's, it is so for as long as the nick stays in sight.
@Suite(.timed) struct NickPresencesTests {
    private let presences = NickPresences()
    private let now = Date.sampleNow

    private func hear(_ host: String = "a@host", isInSight: Bool = true, after seconds: Double = 0) -> String {
        presences.hear("alice", host, isInSight: isInSight, at: now + seconds).presence
    }

    @Test func `whoever stays in sight is the same person, whatever their host`() {
        let first = hear()
        #expect(hear("a@cloak", after: 86_400) == first)
        #expect(hear("b@other", isInSight: false, after: 86_401) != first, "nobody would have seen them leave")
        presences.end("alice")
    }

    @Test func `whoever stays in sight is told things for as long as they do`() {
        let first = hear()
        #expect(presences.current(of: "alice", at: now + 172_800) == first)
    }

    @Test func `whoever comes after a quit, a nick change or a lost connection is another`() {
        let first = hear()
        presences.end("alice")
        #expect(presences.current(of: "alice", at: now) == nil)
        let second = hear()
        presences.endAll()
        #expect(Set([first, second, hear()]).count == 3)
    }

    @Test func `out of sight, the same host is the same person for an hour`() {
        let first = hear(isInSight: false)
        #expect(hear(isInSight: false, after: 3_000) == first)
        #expect(hear(isInSight: false, after: 6_000) == first)
        #expect(presences.current(of: "alice", at: now + 6_500) == first)
        #expect(presences.current(of: "alice", at: now + 6_700) == nil)
        #expect(hear(isInSight: false, after: 9_700) != first)
    }

    @Test func `out of sight, another host is another person, even when it has come into sight`() {
        let first = hear()
        presences.markUnseen("alice")
        #expect(hear("b@other", after: 10) != first)
        let second = hear("b@other", after: 20)
        presences.markAllUnseen()
        #expect(hear("b@other", after: 30) == second)
        #expect(hear("c@third", after: 40) == second, "seen all the while: a changed host is no change of person")
    }
}
