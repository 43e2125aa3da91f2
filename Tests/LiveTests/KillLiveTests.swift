import Foundation
import TestSupport
import Testing

/// The first promise and the second, counted on the receiving side.
@Suite(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct KillLiveTests {
    @Test func `two hundred kills lose nothing and repeat at most the part in flight`() async throws {
        let server = try InspIRCdServer()
        defer { server.stop() }
        // Four bots side by side, each killed fifty times: the same moments in a quarter of the time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 1...4 {
                group.addTask { try await killRepeatedly(times: 50, lane: lane, port: server.port) }
            }
            try await group.waitForAll()
        }
    }

    private func killRepeatedly(times: Int, lane: Int, port: Int) async throws {
        let web = try LocalWebServer()
        defer { web.stop() }
        let feed = GrowingFeed(web)
        feed.add(["Alarm \(lane)00000 start"])
        let channel = "#lane\(lane)"
        let person = try RawIRCClient(port: port, nick: "person\(lane)")
        try await person.wait(for: " 001 ")
        person.send("JOIN \(channel)")
        try await person.wait(for: " 366 ")

        let crier = try CrierProcess()
        defer { crier.kill9() }
        try crier.configure(
            Live.configuration(port: port, nick: "crier\(lane)", channels: "\"\(channel)\"")
                + "\n[[feed]]\nurl = \"\(feed.url)\"\nname = \"Growing\"\n"
        )
        try crier.start()
        try await person.wait(for: "JOIN :\(channel)")
        person.send("PRIVMSG \(channel) :!alert add alarm")
        try await person.wait(for: "PRIVMSG \(channel) :", seconds: 15)
        try await waitUntil("the first fetch") { !web.requests.isEmpty }

        var generator = SystemRandomNumberGenerator()
        var next = 1
        var sent: [String] = []
        for _ in 0..<times {
            let titles = (0..<Int.random(in: 1...4, using: &generator)).map { _ -> String in
                defer { next += 1 }
                return "Alarm \(lane)\(String(format: "%05d", next)) rings"
            }
            sent += titles
            feed.add(titles)
            // From before the fetch to after the confirmation: the whole journey of an item takes about two seconds.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...2_500, using: &generator)))
            crier.kill9()
            try crier.start()
        }
        try await waitUntil("the last item", seconds: 60) {
            let lines = person.lines.joined(separator: "\n")
            return sent.allSatisfy { lines.contains($0) }
        }
        try await crier.terminate()

        let pushes = person.lines.filter { $0.contains("PRIVMSG \(channel) :") && $0.contains("rings") }
        var repeats = 0
        for title in sent {
            let count = pushes.filter { $0.contains(title) }.count
            #expect(count >= 1, "\(title) was lost")
            repeats += max(0, count - 1)
        }
        // One lane, one part in flight: a kill can repeat one line at most.
        #expect(repeats <= times, "\(repeats) repeats in \(times) kills")
        let order = pushes.compactMap { line in sent.firstIndex { line.contains($0) } }
        var highest = -1
        for index in order {
            #expect(index >= highest - 4, "order broken at \(index) after \(highest)")
            highest = max(highest, index)
        }
        print("lane \(lane): \(times) kills, \(sent.count) items, 0 lost, \(repeats) repeated")
    }
}
