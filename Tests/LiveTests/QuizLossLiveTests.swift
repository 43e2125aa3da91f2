import Foundation
import TestSupport
import Testing

/// A server that dies in the middle of a quiz and comes back.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct QuizLossLiveTests {
    @Test(ClockAhead.isNeeded)
    func `a connection cut while the answer is due costs neither the answer nor the next question`() async throws {
        let (server, other) = (try InspIRCdServer(), try InspIRCdServer())
        let web = try LocalWebServer()
        let clock = try MovedClock()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
            other.stop()
            web.stop()
        }
        let feed = GrowingFeed(web)
        feed.add([
            "Ferry service to Norwick Island resumes on Monday", "Mayor plants first trees along the canal on Tuesday",
            "Museum returns bronze lion to Benin City on Wednesday",
            "Parliament votes about public workers on Thursday",
            "Lighthouse near Valmora opens to visitors on Friday", "Rotterdam opens longest bicycle bridge on Saturday",
            "Climber Yuna Park starts in Innsbruck on Sunday",
            "Telescope looks for distant planets from Monday on",
            "Robot dives to octopus nursery of Peru on Tuesday", "Coffee traders meet again in Trieste on Wednesday",
        ])
        let elsewhere = """

            [[irc]]
            name = "othernet"
            host = "127.0.0.1"
            port = \(other.port)
            tls = false
            nick = "crier"
            channels = ["#news"]
            identity = "nick"
            lines_per_second = 200.0
            burst = 200
            """
        var person = try await join(port: server.port)
        let player = try await join(port: other.port)
        try crier.configure(Live.configuration(port: server.port) + elsewhere)
        try crier.start(environment: clock.environment)
        for client in [person, player] {
            try await client.wait(for: "JOIN :#news")
            client.send("PRIVMSG #news :!sub \(feed.url)")
            try await crier.firstFetch(after: client.wait(for: "Added"))
        }
        person.send("PRIVMSG #news :!quiz")
        try await person.wait(for: "1/5")
        // Answers go out in order: behind this one the question is confirmed, and its 30 seconds run.
        person.send("PRIVMSG #news :crier: about")
        try await person.wait(for: "0.1.0")
        server.stop()
        try await waitUntil("the end of the connection") { person.isClosed }
        clock.moveAhead(seconds: 31)
        // The bot looks at its clock when another round begins.
        player.send("PRIVMSG #news :!quiz")
        try await player.wait(for: "1/5")
        try server.start()
        person = try await join(port: server.port)
        try await person.wait("the second question") { $0.contains("PRIVMSG #news") && $0.contains("2/5") }
        let lines = person.lines.filter { $0.contains("PRIVMSG #news :") }
        let question = try #require(lines.firstIndex { $0.contains("2/5") })
        #expect(question > 0, "the answer to the first question came before: \(lines)")
        #expect(lines.filter { $0.contains("2/5") }.count == 1)
    }

    private func join(port: Int) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: port, nick: "olga")
        try await client.wait(for: " 001 ")
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }
}
