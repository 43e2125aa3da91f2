import Foundation
import TestSupport
import Testing

/// Why every text has a key of its own: what a real homeserver makes of one that was used before.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixTransactionLiveTests {
    @Test func `a second text under a known transaction never appears`() async throws {
        let alice = try await MatrixPerson(.shared(), "alice")
        let room = try await alice.createRoom()
        let monday = try await alice.say("Quiz of Monday", in: room, transaction: "quiz-s1-0")
        #expect(try await alice.say("Quiz of Tuesday", in: room, transaction: "quiz-s1-0") == monday)
        #expect(try await alice.say("Quiz of Wednesday", in: room, transaction: "quiz-s1-202611182000-0") != monday)
        let texts = try await alice.history(of: room, by: alice.userID).map(\.body)
        #expect(texts.contains("Quiz of Monday") && texts.contains("Quiz of Wednesday"))
        #expect(!texts.contains("Quiz of Tuesday"))
    }
}
