import Foundation
import TestSupport
import Testing

/// Files that people send to the bot.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct MatrixFileLiveTests {
    private func list(_ urls: [String]) -> String {
        "<opml version=\"2.0\"><body>"
            + urls.map { "<outline type=\"rss\" text=\"Listed\" xmlUrl=\"\($0)\"/>" }.joined() + "</body></opml>"
    }

    @Test func `a list of feeds sent as a file is imported, and what is none says so`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let direct = try await scene.alice.createRoom(invite: [scene.bot], isDirect: true)
        try await scene.alice.wait(for: "no prefix", in: direct)
        scene.feed.add(["Something old"])
        let good = try await scene.alice.upload(list([scene.feed.url, "http://127.0.0.1:1/other"]))
        try await scene.alice.send(file: good, name: "feeds.opml", in: direct)
        try await scene.alice.wait(for: "Added 2 feeds", in: direct)
        let bad = try await scene.alice.upload("%PDF-1.7", type: "application/pdf")
        try await scene.alice.send(file: bad, name: "paper.pdf", in: direct)
        try await scene.alice.wait(for: "paper.pdf is not an OPML list", in: direct)
        for (number, hostile) in ["mxc://other.test/abc", "mxc://hs.test/../../x", "http://127.0.0.1:1/x"].enumerated()
        {
            try await scene.alice.send(file: hostile, name: "hostile\(number).opml", in: direct)
            try await scene.alice.wait(for: "I cannot get hostile\(number).opml", in: direct)
        }
        let large = try await scene.alice.upload(String(repeating: " ", count: 5 << 20))
        try await scene.alice.send(file: large, name: "large.opml", in: direct)
        try await scene.alice.wait(for: "large.opml is too large", in: direct)
    }

    @Test func `in a room a file is imported for its operators and when it is meant for the bot`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let bob = try await MatrixPerson(scene.home, "bob")
        let room = try await scene.alice.createRoom(invite: [scene.bot, bob.userID])
        try await bob.join(room)
        try await scene.alice.wait(for: ": headlines", in: room)
        scene.feed.add(["Something old"])
        let file = try await scene.alice.upload(list([scene.feed.url]))
        let theirs = try await bob.upload(list([scene.feed.url]))
        let talk = try await scene.alice.send(file: file, name: "feeds.opml", in: room)
        let command = ["body": "\(scene.home.localPart("crier")): import"]
        let refused = try await bob.send(file: theirs, name: "a.opml", in: room, content: command)
        try await scene.alice.wait("a refusal") {
            $0.repliesTo == refused && $0.body.contains("moderators")
        }
        let reply = ["m.relates_to": ["m.in_reply_to": ["event_id": talk]]]
        let question = try await scene.alice.say("\(scene.home.localPart("crier")): import", in: room, content: reply)
        try await scene.alice.wait("the import") {
            $0.repliesTo == question && $0.body.contains("Added 1 feed")
        }
        let mention: [String: Any] = ["m.mentions": ["user_ids": [scene.bot]]]
        let again = try await scene.alice.send(file: file, name: "feeds.opml", in: room, content: mention)
        try await scene.alice.wait("the import") { $0.repliesTo == again && $0.body.contains("already") }
        #expect(try await !scene.alice.history(of: room, by: scene.bot).contains { $0.repliesTo == talk })
    }
}
