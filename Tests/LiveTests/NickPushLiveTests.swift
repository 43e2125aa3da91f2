import Foundation
import TestSupport
import Testing

/// Where a nick is all that is known of somebody, a push waits until that nick is seen.
@Suite(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct NickPushLiveTests {
    @Test func `a push to a nick leaves only while the nick is in a channel of ours`() async throws {
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
        let witness = try await join("wanda", port: server.port)
        let person = try await join("pia", port: server.port)
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG crier :!sub \(feed.url) to dm")
        try await person.wait(for: "PRIVMSG pia :")
        feed.add(["Seen while she is here"])
        try await person.wait(for: "Seen while she is here", seconds: 15)

        person.send("PART #news")
        try await witness.wait(for: ":pia!")
        feed.add(["Kept while she is away"])
        let requests = web.requests.count
        try await waitUntil("two more fetches") { web.requests.count >= requests + 2 }
        // A reply asks for no channel, and leaves after whatever could have left before it.
        person.send("PRIVMSG crier :!about")
        try await person.wait(for: "0.1.0")
        #expect(!person.lines.contains { $0.contains("Kept while she is away") })

        // Back, she need not wait for the next look at what could not be reached.
        person.send("JOIN #news")
        try await person.wait(for: "Kept while she is away", seconds: 15)

        // After a restart the names of the channel tell who is there.
        try await crier.terminate()
        feed.add(["Told after the restart"])
        try crier.start()
        try await person.wait(for: "Told after the restart", seconds: 15)
        #expect(!witness.lines.contains { $0.contains("she is") || $0.contains("after the restart") })
    }

    private func join(_ nick: String, port: Int) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: port, nick: nick)
        try await client.wait(for: " 001 ")
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }
}
