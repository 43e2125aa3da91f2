import Foundation
import TestSupport
import Testing

/// One person with an account on Matrix and one on IRC.
@Suite(
    .timed,
    .enabled(
        if: NioPerson.isInstalled && InspIRCdServer.isInstalled && AthemeServices.isInstalled,
        "Synapse, matrix-nio, inspircd or atheme-services is not installed: skipped"
    )
)
struct LinkLiveTests {
    private static func code(in text: String, length: Int) -> String? {
        text.split { !$0.isLetter && !$0.isNumber }.map(String.init).first {
            $0.count == length && $0 == $0.uppercased()
        }
    }

    @Test func `two accounts become one profile, with all it follows, and no news comes twice`() async throws {
        let irc = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: irc)
        let wendy = try RawIRCClient(port: irc.port, nick: "wendy")
        try await wendy.wait(for: " 001 ")
        try await wendy.register("wendy")
        wendy.send("JOIN #news")
        try await wendy.wait(for: " 366 ")
        let scene = try await MatrixScene(
            matrix: """
                [[irc]]
                name = "testnet"
                host = "127.0.0.1"
                port = \(irc.port)
                tls = false
                nick = "crier"
                channels = ["#news"]
                identity = "account"
                lines_per_second = 200.0
                burst = 200
                """
        )
        let nora = try await NioPerson(scene.home, "nora")
        defer {
            nora.stop()
            scene.end()
            services.stop()
            irc.stop()
        }
        let other = GrowingFeed(scene.web, path: "/other.xml", title: "Other")
        scene.feed.add(["The beginning of one"])
        other.add(["The beginning of the other"])

        let direct = try await nora.createRoom(invite: [scene.bot], isDirect: true)
        try await nora.wait(for: "no prefix", in: direct)
        try await nora.say("sub \(scene.feed.url)", in: direct)
        try await scene.crier.firstFetch(after: nora.wait(for: "Added", in: direct).body)
        try await wendy.wait(for: "JOIN :#news")
        for feed in [scene.feed, other] {
            wendy.send("PRIVMSG crier :sub \(feed.url)")
            try await scene.crier.firstFetch(after: wendy.wait(for: "Added"))
        }

        try await nora.say("link", in: direct)
        let offer = try await nora.wait(for: "within 10 minutes", in: direct)
        let code = try #require(Self.code(in: offer.body, length: 8))
        wendy.send("PRIVMSG crier :link \(code)")
        let question = try await wendy.wait(for: "yes ")
        let yes = try #require(Self.code(in: question, length: 6))
        wendy.send("PRIVMSG crier :yes \(yes)")
        try await wendy.wait(for: "one profile now")
        // The code is used up.
        wendy.send("PRIVMSG crier :link \(code)")
        try await wendy.wait(for: "wrong, used or too old")

        try await nora.say("feeds", in: direct)
        let list = try await nora.wait("both feeds") {
            $0.sender == scene.bot && $0.body.contains("Growing") && $0.body.contains("Other")
        }
        #expect(list.room == direct)
        for number in 1...3 {
            scene.feed.add(["News number \(number) of one"])
            other.add(["News number \(number) of the other"])
            for title in ["News number \(number) of one", "News number \(number) of the other"] {
                try await waitUntil("\(title) has come") { Self.count(title, nora, wendy) > 0 }
            }
        }
        for number in 1...3 {
            for title in ["News number \(number) of one", "News number \(number) of the other"] {
                #expect(Self.count(title, nora, wendy) == 1, "\(title)")
            }
        }

        wendy.send("PRIVMSG crier :unlink")
        try await wendy.wait(for: "PRIVMSG wendy :")
        wendy.send("PRIVMSG crier :link \(code)")
        try await wendy.wait(for: "wrong, used or too old")
    }

    /// How often a title has come, on either side.
    private static func count(_ title: String, _ nora: NioPerson, _ wendy: RawIRCClient) -> Int {
        nora.events.count { $0.sender != nora.userID && $0.body.contains(title) }
            + wendy.lines.count { $0.hasPrefix(":crier!") && $0.contains(title) }
    }
}
