import Foundation
import TestSupport
import Testing

/// A community's day on a real IRC server.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct IRCJourneyLiveTests {
    /// A server, a feed, an operator in `#news`, and the bot beside them.
    private final class Scene {
        let irc: InspIRCdServer
        let web: LocalWebServer
        let feed: GrowingFeed
        let crier: CrierProcess
        let operatorPerson: RawIRCClient

        init(more: String = "") async throws {
            irc = try InspIRCdServer()
            web = try LocalWebServer()
            feed = GrowingFeed(web)
            crier = try CrierProcess()
            operatorPerson = try RawIRCClient(port: irc.port, nick: "olga")
            try await operatorPerson.wait(for: " 001 ")
            operatorPerson.send("JOIN #news")
            try await operatorPerson.wait(for: " 366 ")
            try crier.configure(Live.configuration(port: irc.port, more: more))
            try crier.start()
            try await operatorPerson.wait(for: "JOIN :#news")
        }

        func join(_ nick: String) async throws -> RawIRCClient {
            let person = try RawIRCClient(port: irc.port, nick: nick)
            try await person.wait(for: " 001 ")
            person.send("JOIN #news")
            try await person.wait(for: " 366 ")
            return person
        }

        func end() {
            crier.kill9()
            irc.stop()
            web.stop()
        }
    }

    @Test func `an operator subscribes the channel and news arrives once, also after a restart`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.feed.add(["The very first story of the feed"])
        scene.operatorPerson.send("PRIVMSG #news :!sub \(scene.feed.url)")
        let answer = try await scene.crier.firstFetch(after: scene.operatorPerson.wait(for: "Added"))
        #expect(answer.contains("PRIVMSG #news :"))
        scene.feed.add(["A second story appears today"])
        try await scene.operatorPerson.wait(for: "A second story appears today")
        try await scene.crier.terminate()
        try await scene.operatorPerson.wait(for: "QUIT")
        scene.feed.add(["A third story while the bot slept"])
        try scene.crier.start()
        try await scene.operatorPerson.wait(for: "A third story while the bot slept")
        try await scene.crier.terminate()
        for title in ["A second story", "A third story"] {
            #expect(scene.operatorPerson.lines.filter { $0.contains("PRIVMSG #news") && $0.contains(title) }.count == 1)
        }
    }

    @Test func `only operators change a channel`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let guest = try await scene.join("greta")
        scene.feed.add(["Something"])
        guest.send("PRIVMSG #news :!sub \(scene.feed.url) to here")
        try await guest.wait(for: "PRIVMSG")
        guest.send("PRIVMSG #news :!alert add something to here")
        try await guest.wait(for: "PRIVMSG")
        scene.operatorPerson.send("PRIVMSG #news :!feeds")
        let feeds = try await scene.operatorPerson.wait(for: "crier!")
        #expect(!feeds.contains("Growing"))
    }

    @Test func `what is said to the operators alone is not answered before everybody`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let guest = try await scene.join("greta")
        scene.operatorPerson.send("PRIVMSG @#news :crier: about")
        scene.operatorPerson.send("PRIVMSG #news :crier: help")
        try await guest.wait(for: "PRIVMSG #news :")
        try await scene.operatorPerson.wait(for: "PRIVMSG #news :")
        #expect(!guest.lines.contains { $0.contains("0.1.0") })
    }

    @Test func `an alert of the channel fires in the channel`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.feed.add(["Quiet beginning of the week"])
        scene.operatorPerson.send("PRIVMSG #news :!sub \(scene.feed.url)")
        try await scene.crier.firstFetch(after: scene.operatorPerson.wait(for: "Added"))
        scene.operatorPerson.send("PRIVMSG #news :!alert add \"security vulnerability\" -drill")
        try await scene.operatorPerson.wait(for: "security vulnerability")
        scene.feed.add(["Grave security vulnerability found", "Security vulnerability drill in the harbour"])
        let line = try await scene.operatorPerson.wait(for: "Grave security vulnerability found")
        #expect(line.utf8.count <= 510)
    }

    @Test func `two players play a quiz in the channel`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let guest = try await scene.join("greta")
        scene.feed.add([
            "Ferry service to Norwick Island resumes on Monday", "Mayor plants first trees along the canal on Tuesday",
            "Museum returns bronze lion to Benin City on Wednesday",
            "Parliament votes about public workers on Thursday",
            "Lighthouse near Valmora opens to visitors on Friday", "Rotterdam opens longest bicycle bridge on Saturday",
            "Climber Yuna Park starts in Innsbruck on Sunday",
            "Telescope looks for distant planets from Monday on",
            "Robot dives to octopus nursery of Peru on Tuesday", "Coffee traders meet again in Trieste on Wednesday",
        ])
        scene.operatorPerson.send("PRIVMSG #news :!sub \(scene.feed.url)")
        try await scene.crier.firstFetch(after: scene.operatorPerson.wait(for: "Added"))
        scene.operatorPerson.send("PRIVMSG #news :!quiz")
        try await scene.operatorPerson.wait(for: "1/5")
        scene.operatorPerson.send("PRIVMSG #news :a")
        guest.send("PRIVMSG #news :b")
        try await guest.wait(for: "2/5")
        scene.operatorPerson.send("PRIVMSG #news :!quiz stop")
        try await scene.operatorPerson.wait(where: { $0.contains("scores") || $0.contains("over") })
    }

    @Test func `a reload takes new feeds and rooms without leaving the server`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.feed.add(["Reloaded headline number one"])
        try scene.crier.configure(
            Live.configuration(port: scene.irc.port, channels: "\"#news\", \"#more\"")
                + "\n[[feed]]\nurl = \"\(scene.feed.url)\"\nname = \"Growing\"\n"
        )
        let watcher = try RawIRCClient(port: scene.irc.port, nick: "walter")
        try await watcher.wait(for: " 001 ")
        watcher.send("JOIN #more")
        try await watcher.wait(for: " 366 ")
        scene.crier.signal(SIGHUP)
        try await watcher.wait(for: "JOIN :#more")
        try await waitUntil("the first fetch") { scene.crier.log.contains("Feed refreshed") }
        #expect(!scene.operatorPerson.lines.contains { $0.hasPrefix(":crier!") && $0.contains(" QUIT") })
        scene.operatorPerson.send("PRIVMSG #news :!headlines")
        try await scene.operatorPerson.wait(for: "Reloaded headline number one")
    }

    @Test func `ten thousand hostile lines leave the bot calm`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let flooder = try await scene.join("flood")
        let begin = Date()
        for number in 0..<10_000 {
            flooder.send("PRIVMSG #news :!headlines \(String(repeating: "\u{3}4x", count: number % 40)) \(number)")
        }
        // The server may throw the flooder out before the answer comes.
        try await waitUntil("an answer") {
            scene.operatorPerson.lines.contains { $0.hasPrefix(":crier!") && $0.contains("PRIVMSG #news") }
        }
        flooder.hangUp()
        try await scene.operatorPerson.wait("the flooder's end") {
            $0.contains(":flood!") && $0.contains("QUIT")
        }
        let before = scene.operatorPerson.lines.filter { $0.hasPrefix(":crier!") }.count
        // The longer it takes, the more are allowed.
        let minutes = Int(Date().timeIntervalSince(begin) / 60)
        #expect(before < 200 + minutes * 100, "\(before) replies to a flood")
        scene.operatorPerson.send("PRIVMSG crier :about")
        try await scene.operatorPerson.wait(for: "0.1.0")
        #expect(scene.crier.isRunning)
    }
}
