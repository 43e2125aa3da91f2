import Foundation
import TestSupport
import Testing

/// Where a nick is all that is known of somebody, their profile is theirs while the nick stays in sight.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct NickPushLiveTests {
    @Test func `a push to a nick leaves only while the nick stays in sight, and afterwards to whoever claims it`()
        async throws
    {
        let server = try InspIRCdServer(extra: "<module name=\"monitor\"><monitor maxentries=\"10\">")
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            web.stop()
        }
        let feed = GrowingFeed(web)
        feed.add(["The beginning of all news"])
        let witness = try await join("wanda", port: server.port)
        let person = try await join("pia", port: server.port)
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG crier :!sub \(feed.url) to dm")
        try await crier.firstFetch(after: person.wait(for: "Added"))
        feed.add(["Seen while she is here"])
        try await person.wait(for: "Seen while she is here")

        person.hangUp()
        try await witness.wait(where: { $0.hasPrefix(":pia!") && $0.contains("QUIT") })
        feed.add(["Kept while she is away"])
        let requests = web.requests.count
        try await waitUntil("two more fetches") { web.requests.count >= requests + 2 }

        // Back, in no channel of ours, she hears at once that something waits, and not what: she may be anybody.
        let again = try RawIRCClient(port: server.port, nick: "pia")
        try await again.wait(for: "Something waits")
        #expect(!again.lines.contains { $0.contains("Kept while") })
        try await again.claimProfile()
        try await again.wait(for: "Kept while she is away")
        feed.add(["Told to a nick in no channel"])
        try await again.wait(for: "Told to a nick in no channel")

        // Nobody saw who has the nick while the bot was away.
        try await crier.terminate()
        feed.add(["Told after the restart"])
        try crier.start()
        try await again.wait(for: "Something waits")
        try await again.claimProfile()
        try await again.wait(for: "Told after the restart")
        #expect(!witness.lines.contains { $0.contains("she is") || $0.contains("after the restart") })
    }

    @Test func `a new nick is a new person at once`() async throws {
        let server = try InspIRCdServer()
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            web.stop()
        }
        let feed = GrowingFeed(web)
        feed.add(["The beginning of all news"])
        let person = try await join("pia", port: server.port)
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG crier :sub \(feed.url) to dm")
        try await crier.firstFetch(after: person.wait(for: "Added"))
        person.send("PRIVMSG crier :feeds")
        try await person.wait(for: "Growing")
        person.send("NICK paula")
        try await person.wait(for: "NICK :paula")
        person.send("PRIVMSG crier :feeds")
        let answer = try await person.wait(for: "PRIVMSG paula :")
        #expect(!answer.contains("Growing"), "\(answer)")
    }

    private func join(_ nick: String, port: Int) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: port, nick: nick)
        try await client.wait(for: " 001 ")
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }
}
