import Foundation
import TestSupport
import Testing

/// ngIRCd knows multi-prefix alone, and nicks of nine letters: no tags, labels, echoes or accounts.
@Suite(.timed, .enabled(if: NgIRCdServer.isInstalled, "ngircd is not installed: skipped"))
struct OldServerLiveTests {
    private final class Scene {
        let irc: NgIRCdServer
        let web: LocalWebServer
        let feed: GrowingFeed
        let crier: CrierProcess
        let olga: RawIRCClient

        init(nick: String = "crier") async throws {
            irc = try NgIRCdServer()
            web = try LocalWebServer()
            feed = GrowingFeed(web)
            crier = try CrierProcess()
            olga = try RawIRCClient(port: irc.port, nick: "olga")
            try await olga.wait(for: " 376 ")
            olga.send("JOIN #news")
            try await olga.wait(for: " 366 ")
            try crier.configure(Live.configuration(port: irc.port, nick: nick))
            try crier.start()
            try await olga.wait(for: "JOIN :#news")
        }

        func count(_ title: String) -> Int {
            olga.lines.filter { $0.contains("PRIVMSG #news") && $0.contains(title) }.count
        }

        func end() {
            crier.kill9()
            irc.stop()
            web.stop()
        }
    }

    @Test func `a command is answered and news comes once, also through a frozen server and a restart`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.feed.add(["The first story of an old server"])
        scene.olga.send("PRIVMSG #news :!sub \(scene.feed.url)")
        try await scene.crier.firstFetch(after: scene.olga.wait(for: "Added"))
        scene.olga.send("PRIVMSG #news :!headlines")
        try await scene.olga.wait(for: "The first story of an old server")
        scene.feed.add(["News over plain RFC 1459"])
        try await scene.olga.wait(for: "News over plain RFC 1459")

        // Written to the socket, but nobody has answered the PING behind it.
        scene.irc.freeze()
        scene.feed.add(["News into a frozen server"])
        let requests = scene.web.requests.count
        try await waitUntil("two more fetches") { scene.web.requests.count >= requests + 2 }
        scene.irc.thaw()
        try await scene.olga.wait(for: "News into a frozen server")

        try await scene.crier.terminate()
        scene.feed.add(["News while the bot slept"])
        try scene.crier.start()
        try await scene.olga.wait(for: "News while the bot slept")
        try await scene.crier.terminate()
        for title in ["News over plain RFC 1459", "News into a frozen server", "News while the bot slept"] {
            #expect(scene.count(title) == 1, "\(title)")
        }
        #expect(!scene.olga.lines.contains { $0.hasPrefix("@") }, "tags on a server without tags")
    }

    @Test func `a nick that is too long is cut, and answers to the short one`() async throws {
        let scene = try await Scene(nick: "criernewsbot")
        defer { scene.end() }
        scene.feed.add(["A story for the long nick"])
        scene.olga.send("PRIVMSG criernews :sub \(scene.feed.url)")
        let answer = try await scene.olga.wait(for: "PRIVMSG olga :")
        #expect(answer.hasPrefix(":criernews!") && answer.contains("Added"), "\(answer)")
        scene.feed.add(["For olga alone"])
        try await scene.olga.wait(for: "For olga alone")
        #expect(scene.count("For olga alone") == 0)
    }

    @Test func `only operators change a channel, by the modes of NAMES and MODE`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.feed.add(["A story nobody may follow yet"])
        let greta = try RawIRCClient(port: scene.irc.port, nick: "greta")
        try await greta.wait(for: " 376 ")
        greta.send("JOIN #news")
        try await greta.wait(for: " 366 ")
        greta.send("PRIVMSG #news :!sub \(scene.feed.url) to here")
        let refusal = try await greta.wait(for: ":crier!")
        #expect(!refusal.contains("Growing"), "\(refusal)")
        scene.olga.send("MODE #news +o greta")
        try await greta.wait(for: "MODE #news +o greta")
        greta.send("PRIVMSG #news :!sub \(scene.feed.url) to here")
        try await greta.wait(for: "Added")
    }
}
