import Foundation
import TestSupport
import Testing

/// Rooms that people name before the bot is in them.
@Suite(.enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixEnterLiveTests {
    private let bot = MatrixScene.bot

    @Test func `a room is entered for those who decide there, and left again for those who do not`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let alice = scene.alice
        let bob = try await MatrixPerson(scene.synapse, "bob")
        func publicRoom(_ name: String) async throws -> String {
            try await alice.createRoom(more: ["preset": "public_chat", "room_alias_name": name])
        }
        let (town, park) = (try await publicRoom("town"), try await publicRoom("park"))
        let closed = try await alice.createRoom(more: ["room_alias_name": "closed"])
        let direct = try await alice.createRoom(invite: [bot], isDirect: true)
        try await alice.wait(for: "no prefix", in: direct)
        let theirs = try await bob.createRoom(invite: [bot], isDirect: true)
        try await bob.wait(for: "no prefix", in: theirs)
        scene.feed.add(["Something old"])
        try await alice.say("sub \(scene.feed.url) to https://matrix.to/#/%23town:hs.test", in: direct)
        try await alice.wait(for: "Added Growing", in: direct)
        try await alice.wait(for: "!headlines", in: town)
        scene.feed.add(["News for the town"])
        try await alice.wait(for: "News for the town", in: town)
        // Bob is there but decides nothing; the second room the bot has never been in.
        var refusals: Set<String> = []
        for (name, room) in [("town", town), ("park", park)] {
            try await bob.join(room)
            try await bob.say("sub \(scene.feed.url) to #\(name):hs.test", in: theirs)
            let refusal = try await bob.wait(seconds: 40, "a refusal") {
                $0.room == theirs && $0.sender == bot && $0.body.contains("operators") && !refusals.contains($0.id)
            }
            refusals.insert(refusal.id)
        }
        try await bob.wait(seconds: 30, "that the bot leaves") {
            $0.room == park && $0.type == "m.room.member" && $0.sender == bot && $0.membership == "leave"
        }
        #expect(try await alice.history(of: park, by: bot).isEmpty)
        try await alice.say("sub \(scene.feed.url) to #closed:hs.test", in: direct)
        try await alice.wait(for: "Please invite me there", in: direct)
        try await alice.say("sub \(scene.feed.url) to #nowhere:hs.test", in: direct)
        try await alice.wait(for: "#nowhere:hs.test and cannot", in: direct)
        _ = try await alice.post("invite", in: closed, ["user_id": bot])
        try await alice.wait(for: "!headlines", in: closed)
        scene.feed.add(["More news for the town"])
        try await alice.wait(for: "More news for the town", in: town)
    }
}
