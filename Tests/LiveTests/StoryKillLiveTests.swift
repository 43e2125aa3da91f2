import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// Six papers report six events while the bot is killed: each report is sent once or recorded as kept back, and an
/// event has one update at most.
@Suite(.timed, .enabled(if: SynapseServer.isInstalled, "Synapse is not installed: skipped"))
struct StoryKillLiveTests {
    /// By event; each paper has its own words.
    private static let events = [
        [
            "Earthquake of magnitude 7.1 strikes Valparaiso in Chile",
            "Valparaiso in Chile struck by earthquake of magnitude 7.1",
            "Chile: magnitude 7.1 earthquake strikes Valparaiso",
            "Magnitude 7.1 earthquake strikes Chile near Valparaiso",
            "Earthquake in Chile: magnitude 7.1 near Valparaiso",
            "Earthquake strikes Chile, Valparaiso reports magnitude 7.1",
        ],
        [
            "Ferry Santa Rosa sinks off Luzon with 340 aboard",
            "Santa Rosa ferry sinks off Luzon, 340 aboard",
            "Off Luzon, ferry Santa Rosa sinks with 340 aboard",
            "340 aboard as Santa Rosa ferry sinks off Luzon",
            "Luzon: Santa Rosa ferry with 340 aboard sinks",
            "Ferry Santa Rosa with 340 aboard sinks near Luzon",
        ],
        [
            "Volcano Merapi erupts, 1,200 villagers leave Yogyakarta slopes",
            "Merapi volcano erupts and 1,200 villagers leave slopes of Yogyakarta",
            "1,200 villagers leave as Merapi erupts near Yogyakarta",
            "Yogyakarta: Merapi volcano erupts, 1,200 villagers leave",
            "Merapi erupts: 1,200 villagers leave slopes near Yogyakarta",
            "Eruption of Merapi makes 1,200 villagers leave Yogyakarta slopes",
        ],
        [
            "Danish shipyard Odense wins order for 14 icebreakers",
            "Odense shipyard of Denmark wins order of 14 icebreakers",
            "14 icebreakers ordered from Danish shipyard Odense",
            "Shipyard Odense wins Danish order for 14 icebreakers",
            "Danish order of 14 icebreakers goes to shipyard Odense",
            "Order for 14 icebreakers won by Odense shipyard in Denmark",
        ],
        [
            "Painter Ludmila Horvat leaves 96 canvases to Zagreb museum",
            "Zagreb museum is left 96 canvases by painter Ludmila Horvat",
            "96 canvases by Ludmila Horvat left to museum in Zagreb",
            "Ludmila Horvat, painter, leaves Zagreb museum 96 canvases",
            "Museum in Zagreb receives 96 canvases of painter Ludmila Horvat",
            "Painter Horvat leaves 96 canvases to museum of Zagreb",
        ],
        [
            "Goalkeeper Tunde Bakare saves 5 penalties for Enugu",
            "5 penalties saved by goalkeeper Tunde Bakare of Enugu",
            "Enugu goalkeeper Tunde Bakare saves 5 penalties",
            "Tunde Bakare, goalkeeper of Enugu, saves 5 penalties",
            "Five for Enugu: goalkeeper Tunde Bakare saves 5 penalties",
            "Goalkeeper Bakare of Enugu saves 5 penalties",
        ],
    ]

    @Test func `kills lose no report of an event, repeat none, and tell of its growth once`() async throws {
        let scene = try await MatrixScene()
        defer { scene.end() }
        let papers = (1...6).map { GrowingFeed(scene.web, path: "/paper\($0).xml", title: "Paper \($0)") }
        let room = try await scene.alice.createRoom(invite: [scene.bot])
        try await scene.alice.wait(for: ": headlines", in: room)
        for (number, paper) in papers.enumerated() {
            paper.add(["First words of paper \(number + 1)"])
            try await scene.alice.say("!sub \(paper.url)", in: room)
            try await scene.alice.wait(for: "Paper \(number + 1)", in: room)
        }
        try await scene.alice.say("crier: set room story updates on", in: room)
        try await scene.alice.wait(for: "I will say so here", in: room)
        let store = try Store.open(path: scene.crier.databasePath)

        let kills = max(1, Kills.share(6) / Self.events.count)
        for event in Self.events {
            for kill in 0..<kills {
                for number in event.indices where number * kills / event.count == kill {
                    if event == Self.events.last, number == 4 {
                        try await settled(event.prefix(number), in: room, store)
                    }
                    papers[number].add([event[number]])
                    try await Kills.moment(within: 0...700)
                }
                try await Kills.moment(within: 0...1_500)
                scene.crier.kill9()
                try scene.crier.start()
            }
        }
        try await waitUntil("every report is sent or kept back", seconds: 60) {
            try await fates(in: room, store).allSatisfy { $0.value != .open }
        }
        // An update of the last event may still be on its way.
        try await waitUntil("nothing is on its way", seconds: 30) {
            try await store.lanes(at: Date().addingTimeInterval(3_600)).isEmpty
        }
        try await scene.crier.terminate()

        let events = try await scene.alice.history(of: room, by: scene.bot)
        let said = events.map(\.body)
        let updates = said.filter { $0.contains("Update (") }
        // Each answers the post that told of the event first.
        for update in events where update.body.contains("Update (") {
            let first = events.first { $0.id == update.repliesTo }
            #expect(first.map { post in Self.events.joined().contains { title in post.body.contains(title) } } == true)
        }
        let all = try await fates(in: room, store)
        let transcript = said.joined(separator: "\n")
        // What waited through a slow start comes as one list, which names the first five and counts the others.
        let counted = transcript.matches(of: #/(\d+) more: /#).compactMap { Int($0.1) }.reduce(0, +)
        var unnamed = 0
        for event in Self.events {
            for title in event {
                let times = said.filter { !$0.contains("Update (") && $0.contains(title) }.count
                let isSent = all[title] == .sent
                if isSent, times == 0 { unnamed += 1 }
                #expect(times <= (isSent ? 1 : 0), "\(title): \(times) times, of \(transcript)")
            }
            #expect(event.count { all[$0] == .sent } >= 3, "\(event[0]) was kept back too early")
            let grown = updates.filter { update in event.contains { update.contains($0) } }
            #expect(grown.count <= 1, "\(grown)")
        }
        #expect(unnamed == counted, "of \(transcript)")
        let keptBack = all.values.count { $0 == .keptBack }
        #expect(keptBack > 0 && !updates.isEmpty)
        print(
            "\(kills * Self.events.count) kills: \(all.count - keptBack) sent, \(keptBack) kept back, \(updates.count) updates"
        )
    }

    /// Waits until the room was told of an event, so that its growth is an update.
    ///
    /// On a slow machine all reports of the others may come at once.
    private func settled(_ titles: ArraySlice<String>, in room: String, _ store: Store) async throws {
        try await waitUntil("the event is told") {
            let known = try await fates(in: room, store)
            return titles.allSatisfy { known[$0] != .open }
        }
    }

    private enum Fate {
        case open, sent, keptBack
    }

    /// What the ledger records of each report.
    private func fates(in room: String, _ store: Store) async throws -> [String: Fate] {
        let everything = ArticleSelection(from: .distantPast, to: .distantFuture)
        guard let room = try await store.room(network: "home", name: room) else { throw NoRoom() }
        let articles = try await store.articles(everything, in: .of(room.id.recipient), limit: 200)
        var fates = Dictionary(uniqueKeysWithValues: Self.events.flatMap(\.self).map { ($0, Fate.open) })
        for listed in articles where fates[listed.article.title] != nil {
            let tellings = try await store.tellings(of: listed.article.storyID, to: room.id.recipient)
            if tellings.contains(where: { $0.kind == .news && $0.state == .sent }) {
                fates[listed.article.title] = .sent
            } else if tellings.contains(where: { $0.repeated != nil && $0.state == .withdrawn }) {
                fates[listed.article.title] = .keptBack
            }
        }
        return fates
    }

    private struct NoRoom: Error {}
}
