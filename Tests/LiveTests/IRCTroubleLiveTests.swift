import Foundation
import TestSupport
import Testing

/// What happens to a bot on a real network: it is kicked, killed, cut off, invited.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct IRCTroubleLiveTests {
    /// A server, a feed and the bot in `#news`, which follows the feed.
    private final class Scene {
        let irc: InspIRCdServer
        let web: LocalWebServer
        let feed: GrowingFeed
        let crier: CrierProcess
        let olga: RawIRCClient

        init(more: String = "") async throws {
            irc = try InspIRCdServer()
            web = try LocalWebServer()
            feed = GrowingFeed(web)
            crier = try CrierProcess()
            olga = try RawIRCClient(port: irc.port, nick: "olga")
            try await olga.wait(for: " 001 ")
            olga.send("JOIN #news")
            try await olga.wait(for: " 366 ")
            try crier.configure(Live.configuration(port: irc.port, more: more))
            try crier.start()
            try await olga.wait(for: "JOIN :#news")
            feed.add(["A story that was there before anybody followed"])
            olga.send("PRIVMSG #news :!sub \(feed.url)")
            try await crier.firstFetch(after: olga.wait(for: "Added"))
        }

        func count(_ title: String, by person: RawIRCClient) -> Int {
            person.lines.filter { $0.contains("PRIVMSG #news") && $0.contains(title) }.count
        }

        func becomeOper() async throws {
            olga.send("OPER root \(InspIRCdServer.operPassword)")
            try await olga.wait(for: " 381 ")
        }

        func end() {
            crier.kill9()
            irc.stop()
            web.stop()
        }
    }

    @Test func `kicked, the bot comes back after a while and brings what it had missed`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.olga.send("KICK #news crier :too loud")
        try await scene.olga.wait(for: "KICK #news crier")
        scene.feed.add(["News while the bot was outside the door"])
        try await scene.olga.wait(for: "JOIN :#news")
        try await scene.olga.wait(for: "News while the bot was outside the door")
        #expect(scene.count("News while the bot was outside the door", by: scene.olga) == 1)
    }

    @Test func `killed by an operator, it reconnects and loses and repeats nothing`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        try await scene.becomeOper()
        scene.feed.add(["News just before the kill"])
        try await scene.olga.wait(for: "News just before the kill")
        // An answer means that the confirmation before it has been read.
        scene.olga.send("PRIVMSG crier :about")
        try await scene.olga.wait(for: "0.1.0")
        scene.olga.send("KILL crier :away with it")
        try await scene.olga.wait(for: "QUIT")
        scene.feed.add(["News just after the kill"])
        try await scene.olga.wait(for: "JOIN :#news")
        try await scene.olga.wait(for: "News just after the kill")
        for title in ["News just before the kill", "News just after the kill"] {
            #expect(scene.count(title, by: scene.olga) == 1)
        }
    }

    @Test func `banned from the network, it stays away for long instead of knocking`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        try await scene.becomeOper()
        scene.olga.send("KLINE crier@127.0.0.1 1h :no news here")
        try await scene.olga.wait(where: { $0.hasPrefix(":crier!") && $0.contains("QUIT") })
        try await waitUntil("the reason is logged") { scene.crier.log.contains("IRC disconnected") }
        // A lost connection is tried again within two seconds.
        scene.olga.send("KLINE crier@127.0.0.1")
        let came = try? await scene.olga.wait(for: "JOIN :#news", seconds: 8)
        #expect(came == nil)
        #expect(scene.crier.log.contains("no news here"), "\(scene.crier.log.suffix(500))")
    }

    @Test func `who is beyond a netsplit misses nothing of what is theirs and hears it once`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let far = try InspIRCdServer(hub: scene.irc)
        defer { far.stop() }
        try await scene.becomeOper()
        let zoe = try RawIRCClient(port: far.port, nick: "zoe")
        try await zoe.wait(for: " 001 ")
        try await waitUntil("the servers are linked") {
            zoe.send("NAMES #news")
            let answer = try? await zoe.wait(seconds: 5) { line in
                ["olga", " 366 ", " 401 ", " 403 "].contains { line.contains($0) }
            }
            return answer?.contains("olga") == true
        }
        zoe.send("JOIN #news")
        try await scene.olga.wait(for: ":zoe!")
        zoe.send("PRIVMSG crier :sub \(scene.feed.url) to dm")
        try await scene.crier.firstFetch(after: zoe.wait(for: "Added"))
        scene.olga.send("SQUIT irc2.test :cut")
        try await scene.olga.wait(for: "QUIT")
        scene.feed.add(["Told on both sides of the split"])
        try await scene.olga.wait(for: "Told on both sides of the split")
        // Linked again by itself; zoe comes back into the channel with the net join.
        try await zoe.wait(for: "Something waits")
        try await zoe.claimProfile()
        try await zoe.wait(for: "Told on both sides")
        #expect(zoe.lines.filter { $0.contains("PRIVMSG zoe") && $0.contains("Told on both sides") }.count == 1)
        #expect(scene.count("Told on both sides of the split", by: scene.olga) == 1)
    }

    @Test func `an admin's invitation is followed, kept over a restart, and given up after a kick`() async throws {
        let scene = try await Scene(more: "admins = [\"irc:testnet:nick:olga\"]")
        defer { scene.end() }
        scene.olga.send("JOIN #club")
        try await scene.olga.wait(for: " 366 ")
        let eve = try RawIRCClient(port: scene.irc.port, nick: "eve")
        try await eve.wait(for: " 001 ")
        eve.send("JOIN #trap")
        eve.send("INVITE crier #trap")
        try await waitUntil("refused") { scene.crier.log.contains("IRC invitation not followed") }
        scene.olga.send("INVITE crier #club")
        try await scene.olga.wait(for: "JOIN :#club")
        try await scene.crier.terminate()
        try scene.crier.start()
        try await scene.olga.wait(for: "JOIN :#club")
        scene.olga.send("KICK #club crier :bye")
        try await scene.olga.wait(for: "KICK #club crier")
        try await waitUntil("forgotten") { scene.crier.log.contains("IRC channel given up") }
        try await scene.crier.terminate()
        try scene.crier.start()
        try await scene.olga.wait(for: "JOIN :#news")
        scene.olga.send("PING after")
        try await scene.olga.wait(for: "PONG")
        #expect(scene.olga.lines.filter { $0.contains(":crier!") && $0.contains("JOIN :#club") }.count == 2)
    }

    @Test func `a bot that answers every answer is soon alone, and people are not`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let parrot = try RawIRCClient(port: scene.irc.port, nick: "parrot")
        try await parrot.wait(for: " 001 ")
        parrot.send("JOIN #news")
        try await parrot.wait(for: " 366 ")
        // One line of each answer holds the story.
        var answers: Int { parrot.lines.count { $0.contains("was there before anybody") } }
        // Whichever limit it meets first.
        var isAlone: Bool { parrot.lines.contains { $0.contains("as fast as a bot") || $0.contains("That is faster") } }
        while answers < 30, !isAlone {
            let before = answers
            parrot.send("PRIVMSG #news :!headlines")
            try await waitUntil("an answer, or none for a while") { answers > before || isAlone }
        }
        #expect((4...14).contains(answers), "\(answers)")
        scene.olga.send("PRIVMSG #news :crier: about")
        try await scene.olga.wait(for: "0.1.0")
    }
}
