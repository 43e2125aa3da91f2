import Foundation
import TestSupport
import Testing

/// Rooms that people name before the bot is in them.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixEnterLiveTests {
    @Test func `a room is entered for those who decide there, and left again for those who do not`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let alice = scene.alice
        let bob = try await MatrixPerson(scene.home, "bob")
        func publicRoom(_ name: String) async throws -> String {
            try await alice.createRoom(more: ["preset": "public_chat", "room_alias_name": scene.home.localPart(name)])
        }
        let (town, park) = (try await publicRoom("town"), try await publicRoom("park"))
        let link = "https://matrix.to/#/%23\(scene.home.alias("town").dropFirst())"
        let closed = try await alice.createRoom(more: ["room_alias_name": scene.home.localPart("closed")])
        let direct = try await alice.createRoom(invite: [scene.bot], isDirect: true)
        try await alice.wait(for: "no prefix", in: direct)
        let theirs = try await bob.createRoom(invite: [scene.bot], isDirect: true)
        try await bob.wait(for: "no prefix", in: theirs)
        scene.feed.add(["Something old"])
        try await alice.say("sub \(scene.feed.url) to \(link)", in: direct)
        try await alice.wait(for: "Added Growing", in: direct)
        try await alice.wait(for: ": headlines", in: town)
        scene.feed.add(["News for the town"])
        try await alice.wait(for: "News for the town", in: town)
        // Bob is there but decides nothing; the second room the bot has never been in.
        var refusals: Set<String> = []
        for (name, room) in [("town", town), ("park", park)] {
            try await bob.join(room)
            try await bob.say("sub \(scene.feed.url) to \(scene.home.alias(name))", in: theirs)
            let refusal = try await bob.wait(seconds: 40, "a refusal") {
                $0.room == theirs && $0.sender == scene.bot && $0.body.contains("moderators")
                    && !refusals.contains($0.id)
            }
            refusals.insert(refusal.id)
        }
        try await bob.wait(seconds: 30, "that the bot leaves") {
            $0.room == park && $0.type == "m.room.member" && $0.sender == scene.bot && $0.membership == "leave"
        }
        #expect(try await alice.history(of: park, by: scene.bot).isEmpty)
        try await alice.say("sub \(scene.feed.url) to \(scene.home.alias("closed"))", in: direct)
        try await alice.wait(for: "Please invite me there", in: direct)
        try await alice.say("sub \(scene.feed.url) to \(scene.home.alias("nowhere"))", in: direct)
        try await alice.wait(for: "\(scene.home.alias("nowhere")) and cannot", in: direct)
        _ = try await alice.post("invite", in: closed, ["user_id": scene.bot])
        try await alice.wait(for: ": headlines", in: closed)
        scene.feed.add(["More news for the town"])
        try await alice.wait(for: "More news for the town", in: town)
    }
}
