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
            "Ferry service to Norwick Island resumes after storm closure", "Mayor plants 40,000 trees along the canal",
            "Museum returns bronze lion to Benin City at last", "Parliament approves trial for 12,000 public workers",
            "Earthquake shakes the northern coast near Valmora", "Rotterdam opens longest covered bicycle bridge",
            "Climber Yuna Park takes gold medal in Innsbruck",
            "Telescope finds water around planet 120 light years away",
            "Robot films octopus nursery off the coast of Peru", "Coffee prices fall lowest level since summer 1998",
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
