import Foundation
import TestSupport
import Testing

/// A server that dies in the middle of a burst and comes back.
@Suite(.timed) struct ServerLossLiveTests {
    @Test(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
    func `a server killed in a burst costs nothing and repeats one line at most`() async throws {
        try await killInBursts(try InspIRCdServer())
    }

    @Test(.enabled(if: NgIRCdServer.isInstalled, "ngircd is not installed: skipped"))
    func `nor does an old server, where only the PONG confirms`() async throws {
        try await killInBursts(try NgIRCdServer())
    }

    private func killInBursts(_ server: some RestartableServer) async throws {
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            web.stop()
        }
        let feed = GrowingFeed(web)
        feed.add(["Alarm 000 start"])
        var person = try await join(port: server.port)
        try crier.configure(
            Live.configuration(port: server.port, pace: (linesPerSecond: 2, burst: 1))
                + "\n[[feed]]\nurl = \"\(feed.url)\"\nname = \"Growing\"\n"
        )
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG #news :!alert add alarm")
        try await person.wait(for: "PRIVMSG #news :")
        try await waitUntil("the first fetch") { !web.requests.isEmpty }

        var heard: [String] = []
        var sent: [String] = []
        let kills = 3
        var cut = 0
        for _ in 0..<kills {
            let titles = (0..<8).map { "Alarm \(String(format: "%03d", sent.count + $0 + 1)) rings" }
            sent += titles
            feed.add(titles)
            try await person.wait("the middle of the burst") { $0.contains(titles[3]) }
            server.stop()
            // What the server had written is still on its way.
            try await waitUntil("the end of the connection") { person.isClosed }
            heard += person.lines
            if !heard.contains(where: { $0.contains(titles[7]) }) { cut += 1 }
            try server.start()
            person = try await join(port: server.port)
            try await person.wait(for: titles[7])
        }
        heard += person.lines
        #expect(cut > 0, "every burst was over before the kill")
        let pushes = heard.filter { $0.contains("PRIVMSG #news :") && $0.contains("rings") }
        let counts = sent.map { title in pushes.filter { $0.contains(title) }.count }
        #expect(counts.allSatisfy { $0 >= 1 }, "\(counts)")
        #expect(counts.reduce(0, +) <= sent.count + kills, "\(counts)")
        let firsts = sent.compactMap { title in pushes.firstIndex { $0.contains(title) } }
        #expect(firsts == firsts.sorted(), "not in order: \(pushes)")
        print("server killed \(kills) times: \(sent.count) items, \(counts.reduce(0, +) - sent.count) repeated")
    }

    private func join(port: Int) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: port, nick: "olga")
        try await client.wait(for: " 001 ")
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }
}
