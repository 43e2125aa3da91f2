import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// The first promise and the second, counted on the receiving side.
@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
struct KillLiveTests {
    @Test func `kills lose nothing and repeat at most the part in flight`() async throws {
        let server = try InspIRCdServer()
        defer { server.stop() }
        // Four bots side by side: the same moments in a quarter of the time.
        let waiting = try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 1...4 {
                group.addTask { try await killRepeatedly(times: Kills.share(8), lane: lane, port: server.port) }
            }
            return try await group.reduce(0, +)
        }
        let kills = 4 * Kills.share(8)
        #expect(waiting >= kills / 5, "only \(waiting) of \(kills) kills hit the sending")
    }

    /// How many of the kills came while something waited to be sent.
    private func killRepeatedly(times: Int, lane: Int, port: Int) async throws -> Int {
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
            Live.configuration(
                port: port,
                nick: "crier\(lane)",
                channels: "\"\(channel)\"",
                pace: (linesPerSecond: 8, burst: 1)
            ) + "\n[[feed]]\nurl = \"\(feed.url)\"\nname = \"Growing\"\n"
        )
        try crier.start()
        try await person.wait(for: "JOIN :\(channel)")
        person.send("PRIVMSG \(channel) :!alert add alarm")
        try await person.wait(for: "PRIVMSG \(channel) :")
        // What a first document has is no news: it must be stored before anything is added.
        try await waitUntil("the first fetch") { crier.log.contains("Feed refreshed") }
        // Half of the channels want every report and follow-ups; who came first is operator.
        if lane.isMultiple(of: 2) {
            person.send("PRIVMSG \(channel) :crier\(lane): set room repeats on")
            try await person.wait(for: "Every report will be sent")
            person.send("PRIVMSG \(channel) :crier\(lane): set room story updates on")
            try await person.wait(for: "I will say so here")
        }

        var sent: [String] = []
        var hits = KillHits()
        for round in 0..<times {
            let size = Int.random(in: 1...8)
            let titles = (0..<size).map { "Alarm \(lane)\(String(format: "%05d", sent.count + $0 + 1)) rings" }
            sent += titles
            feed.add(titles)
            if round.isMultiple(of: 2) {
                // Any moment from before the connection to after the confirmation.
                try await Kills.moment(within: 0...2_000)
            } else {
                // While the burst is on its way: eight lines take a second.
                try await person.wait("a line of the burst") { line in
                    titles.contains { line.contains($0) }
                }
                try await Kills.moment(within: 0...700)
            }
            crier.kill9()
            try await hits.count(databasePath: crier.databasePath)
            try crier.start()
        }
        var missing = sent
        try await waitUntil("the last item") {
            let lines = person.lines.joined(separator: "\n")
            missing.removeAll { lines.contains($0) }
            return missing.isEmpty
        }
        try await crier.terminate()

        let pushes = person.lines.filter { $0.contains("PRIVMSG \(channel) :") && $0.contains("rings") }
        var repeats = 0
        for title in sent {
            let count = pushes.count { $0.contains(title) }
            #expect(count >= 1, "\(title) was lost")
            repeats += max(0, count - 1)
        }
        // One lane, one part in flight: a kill can repeat one line at most.
        #expect(repeats <= hits.inFlight, "\(repeats) repeats in \(hits.inFlight) kills while something was in flight")
        let order = pushes.compactMap { line in sent.firstIndex { line.contains($0) } }
        for (index, following) in zip(order, order.dropFirst()) {
            #expect(following == index || following == index + 1, "\(following) came after \(index)")
        }
        print("lane \(lane): \(times) kills (\(hits)), \(sent.count) items, 0 lost, \(repeats) repeated")
        return hits.waiting
    }
}

/// What the kills found, read from the database they left.
private struct KillHits: CustomStringConvertible {
    /// Something was queued or frozen.
    private(set) var waiting = 0
    /// A frozen message was not confirmed yet.
    private(set) var inFlight = 0
    /// Some lines of a message were confirmed and others were not.
    private(set) var betweenLines = 0

    var description: String { "\(waiting) with work waiting, \(inFlight) in flight, \(betweenLines) between lines" }

    mutating func count(databasePath: String) async throws {
        let store = try Store.open(path: databasePath)
        let lanes = try await store.lanes(at: Date())
        guard !lanes.isEmpty else { return }
        waiting += 1
        var open: [FrozenMessage] = []
        for lane in lanes { open += try await store.openMessages(to: lane.address) }
        if !open.isEmpty { inFlight += 1 }
        if open.contains(where: { $0.partsConfirmed > 0 }) { betweenLines += 1 }
    }
}
