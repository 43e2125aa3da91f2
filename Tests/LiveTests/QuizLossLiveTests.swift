import Foundation
import TestSupport
import Testing

/// A server that dies in the middle of a quiz and comes back.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct QuizLossLiveTests {
    @Test func `a connection cut while the answer is due costs neither the answer nor the next question`() async throws
    {
        let server = try InspIRCdServer()
        let web = try LocalWebServer()
        let crier = try CrierProcess()
        defer {
            crier.kill9()
            server.stop()
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
        var person = try await join(port: server.port)
        try crier.configure(Live.configuration(port: server.port))
        try crier.start()
        try await person.wait(for: "JOIN :#news")
        person.send("PRIVMSG #news :!sub \(feed.url)")
        try await crier.firstFetch(after: person.wait(for: "Added"))
        person.send("PRIVMSG #news :!quiz")
        try await person.wait(for: "1/5")
        let asked = Date()
        // The answer is due 30 seconds after the question, the next question 4 seconds later.
        try await waitUntil("the last seconds of the question", seconds: 60) { Date().timeIntervalSince(asked) > 26 }
        server.stop()
        try await waitUntil("the end of the connection") { person.isClosed }
        try await waitUntil("the answer is overdue", seconds: 60) { Date().timeIntervalSince(asked) > 32 }
        try server.start()
        person = try await join(port: server.port)
        try await person.wait("the second question") { $0.contains("PRIVMSG #news") && $0.contains("2/5") }
        let lines = person.lines.filter { $0.contains("PRIVMSG #news :") }
        let question = try #require(lines.firstIndex { $0.contains("2/5") })
        #expect(question > 0, "the answer to the first question came before: \(lines)")
        #expect(lines.filter { $0.contains("2/5") }.count == 1)
        print("second question \(Int(Date().timeIntervalSince(asked))) s after the first")
    }

    private func join(port: Int) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: port, nick: "olga")
        try await client.wait(for: " 001 ")
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }
}
