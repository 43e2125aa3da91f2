import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

/// Twenty players in a channel and twenty in a room, a cut connection and a kill in the middle of their rounds.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && SynapseServer.isInstalled,
        "inspircd or Synapse is not installed: skipped"
    )
)
struct QuizCrowdLiveTests {
    private static let players = 20
    private static let questions = 3
    private static let letters = ["a", "b", "c", "d"]

    @Test func `a cut and a kill cost forty players no point, and nothing is said twice`() async throws {
        let scene = try await QuizCrowdScene(players: Self.players)
        defer { scene.end() }
        try await scene.begin(questions: Self.questions)
        for number in 1...Self.questions {
            // Each place answers as soon as it is asked.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for place in scene.places {
                    group.addTask {
                        try await scene.wait(for: "Question \(number)/\(Self.questions)", in: place)
                        try await scene.answer(in: place) { Self.letters[($0 + number) % 4] }
                        try await waitUntil("every answer in \(place) is stored") {
                            try await scene.answersStored(in: place) == Self.players
                        }
                    }
                }
                try await group.waitForAll()
            }
            if number == 1 { scene.relay.cut() }
            if number == 2 {
                scene.crier.kill9()
                try scene.crier.start()
            }
        }
        for place in scene.places {
            try await scene.wait(for: "Final scores", in: place)
            let said = try await scene.said(in: place)
            let marked = said.filter { line in
                ["Question ", "Answer: ", "Final scores"].contains { line.contains($0) }
            }
            #expect(Set(marked).count == marked.count, "twice: \(marked)")
            for number in 1...Self.questions {
                #expect(said.count { $0.contains("Question \(number)/") } == 1, "question \(number): \(said)")
            }
            let right = said.flatMap { $0.matches(of: /Answer: [^a-z]*([a-d])\)/).map { String($0.output.1) } }
            #expect(right.count == Self.questions, "\(said)")
            let reached = try await scene.points(in: place)
            for player in 0..<Self.players {
                let expected = right.enumerated().count { Self.letters[(player + $0.offset + 1) % 4] == $0.element }
                #expect(reached[player] == expected, "player \(player) in \(place): \(right), \(reached)")
            }
        }
    }
}

/// The forty, their servers and the bot.
final class QuizCrowdScene: @unchecked Sendable {
    let relay: TCPRelay
    let crier: CrierProcess
    let store: Store
    private let irc: InspIRCdServer
    private let home: Homeserver
    private let web: LocalWebServer
    private let chatters: [RawIRCClient]
    private let roomers: [MatrixPerson]
    private let room: String

    init(players: Int) async throws {
        irc = try InspIRCdServer()
        relay = try TCPRelay(to: irc.port)
        home = try Homeserver.shared()
        web = try LocalWebServer()
        crier = try CrierProcess()
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
        let (irc, home) = (irc, home)
        chatters = try await Self.together(players) { number in
            // Guests of one host would be one player.
            let client = try RawIRCClient(port: irc.port, nick: "p\(number)", address: "127.0.3.\(number + 1)")
            try await client.wait(for: " 001 ")
            client.send("JOIN #news")
            try await client.wait(for: " 366 ")
            return client
        }
        roomers = try await Self.together(players) { try await MatrixPerson(home, "m\($0)") }
        try await home.register("crier")
        try crier.folder.write("password", "crier-password\n")
        try crier.configure(
            """
            \(Live.configuration(port: relay.port))
            [games]
            question_time = "8s"
            [[matrix]]
            name = "home"
            homeserver = "\(home.url)"
            user = "\(home.userID("crier"))"
            password_file = "password"
            invites = "anyone"
            [[feed]]
            url = "\(feed.url)"
            name = "Growing"
            """
        )
        try crier.start()
        let crier = crier
        try await waitUntil("the first fetch") { crier.log.contains("Feed refreshed") }
        try await chatters[0].wait(for: "JOIN :#news")
        room = try await roomers[0].createRoom(
            invite: [home.userID("crier")],
            more: ["preset": "public_chat"]
        )
        let (room, roomers) = (room, roomers)
        try await roomers[0].wait(for: ": headlines", in: room)
        _ = try await Self.together(players) { if $0 > 0 { try await roomers[$0].join(room) } }
        store = try Store.open(path: crier.databasePath)
    }

    enum Place: CaseIterable { case channel, room }

    let places = Place.allCases

    func begin(questions: Int) async throws {
        chatters[0].send("PRIVMSG #news :!quiz \(questions)")
        try await roomers[0].say("!quiz \(questions)", in: room)
    }

    func wait(for text: String, in place: Place) async throws {
        switch place {
        case .channel:
            try await chatters[0].wait("“\(text)”") { $0.contains("PRIVMSG #news") && $0.contains(text) }
        case .room: try await roomers[0].wait(for: text, in: room)
        }
    }

    func answer(in place: Place, _ letter: @escaping @Sendable (_ player: Int) -> String) async throws {
        switch place {
        case .channel:
            for (number, client) in chatters.enumerated() { client.send("PRIVMSG #news :\(letter(number))") }
        case .room:
            let (room, roomers) = (room, roomers)
            _ = try await Self.together(roomers.count) { try await roomers[$0].say(letter($0), in: room) }
        }
    }

    /// How many answers to the open question are stored.
    func answersStored(in place: Place) async throws -> Int {
        let recipient = try await id(of: place)?.recipient
        return try await store.openQuizRounds().filter { $0.recipientID == recipient }.reduce(0) { sum, round in
            sum + round.state.components(separatedBy: "\\\"choice\\\":").count - 1
        }
    }

    /// What each player has reached, by number.
    func points(in place: Place) async throws -> [Int: Int] {
        guard let recipient = try await id(of: place)?.recipient else { return [:] }
        let scores = try await store.quizScores(in: recipient, limit: 100)
        var reached = Dictionary(uniqueKeysWithValues: chatters.indices.map { ($0, 0) })
        for score in scores {
            let digits = score.displayName.drop { !$0.isNumber }.prefix { $0.isNumber }
            if let number = Int(digits) { reached[number, default: 0] += score.points }
        }
        return reached
    }

    private func id(of place: Place) async throws -> RoomID? {
        switch place {
        case .channel: try await store.room(network: "testnet", name: "#news")?.id
        case .room: try await store.room(network: "home", name: room)?.id
        }
    }

    /// What the bot said.
    func said(in place: Place) async throws -> [String] {
        switch place {
        case .channel: chatters[0].lines.filter { $0.hasPrefix(":crier!") && $0.contains("PRIVMSG #news") }
        case .room: try await roomers[0].history(of: room, by: home.userID("crier")).map(\.body)
        }
    }

    func end() {
        crier.kill9()
        relay.stop()
        irc.stop()
        web.stop()
    }

    /// Does something for each of so many people at once, and gives back what came of it in their order.
    private static func together<Value: Sendable>(
        _ count: Int,
        _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for number in 0..<count { group.addTask { (number, try await work(number)) } }
            var values: [Int: Value] = [:]
            for try await (number, value) in group { values[number] = value }
            return (0..<count).compactMap { values[$0] }
        }
    }
}
