import Foundation
import TestSupport
import Testing

/// What a Matrix room may want of what is posted there.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixUpdateLiveTests {
    @Test func `a headline that changes changes its post where the room wants that, once, also over a crash`()
        async throws
    {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        let other = try await scene.alice.createRoom(invite: [scene.bot])
        for place in [room, other] {
            try await scene.alice.wait(for: ": headlines", in: place)
            try await scene.alice.say("!sub \(scene.feed.url)", in: place)
            try await scene.alice.wait(for: "Growing", in: place)
        }
        try await scene.alice.say("crier: set room updates edit", in: room)
        try await scene.alice.wait(for: "edit posts when their headline changes", in: room)
        scene.feed.add(["Storm nears the coast"])
        let post = try await scene.alice.wait(for: "Storm nears the coast", in: room)
        try await scene.alice.wait(for: "Storm nears the coast", in: other)
        scene.feed.rename("Storm nears the coast", to: "Storm reaches the coast")
        let edit = try await scene.alice.wait(for: "Storm reaches the coast", in: room)
        scene.crier.kill9()
        #expect(edit.replaces == post.id && edit.body.hasPrefix("* ") && edit.mentionsAreEmpty)
        try scene.crier.start()
        scene.feed.add(["Something else happened"])
        for place in [room, other] { try await scene.alice.wait(for: "Something else happened", in: place) }
        let here = try await scene.alice.history(of: room, by: scene.bot).filter { $0.body.contains("Storm") }
        #expect(here.count { $0.replaces == post.id } == 1)
        let there = try await scene.alice.history(of: other, by: scene.bot).filter { $0.body.contains("Storm") }
        #expect(there.count == 1)
        // The changed post still means its article.
        try await scene.alice.react("🔖", to: post.id, in: room)
        try await scene.alice.wait(seconds: 30, "that it is saved") { $0.body.contains("Saved") }
    }

    @Test(ClockAhead.isNeeded)
    func `a scheduled digest opens a thread where the room wants that`() async throws {
        let clock = try MovedClock()
        let scene = try await MatrixScene(clock: clock)
        defer { scene.end() }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["First thing", "Second thing"])
        try await scene.alice.say("!sub \(scene.feed.url)", in: room)
        try await scene.alice.wait(for: "Added Growing", in: room)
        try await scene.alice.say("crier: set room digests thread", in: room)
        try await scene.alice.wait(for: "open a thread for each scheduled digest", in: room)
        let minute = clock.minuteToCome
        let question = try await scene.alice.say("!digest at \(minute)", in: room)
        try await scene.alice.wait("that it is scheduled") { $0.repliesTo == question && $0.body.contains(minute) }
        // The bot looks at its clock whenever it has checked a feed.
        clock.passMinuteToCome()
        let list = try await scene.alice.wait("the digest") {
            $0.sender == scene.bot && $0.thread != nil && $0.body.contains("First thing")
        }
        let history = try await scene.alice.history(of: room, by: scene.bot)
        let root = try #require(history.first { $0.id == list.thread })
        #expect(root.body.contains("2 stories") && !root.body.contains("First thing"))
        #expect(list.mentionsAreEmpty && list.repliesTo == root.id)
    }
}
