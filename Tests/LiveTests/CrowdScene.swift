import Foundation
import Synchronization
import TestSupport

/// A chat network with services and a homeserver, the bot on both, ten people and a crowd.
final class CrowdScene: @unchecked Sendable {
    /// Stands in an address and in a title that only its owner may see.
    static let secret = "token-9f3a71c0"

    /// How much faster the bot's clock runs.
    static let rate = 30

    let irc: InspIRCdServer
    let services: AthemeServices
    let synapse: SynapseServer
    private let bot: String
    let web: LocalWebServer
    let trap: LocalWebServer
    let feed: GrowingFeed
    let crier: CrierProcess
    private var chatters: [RawIRCClient] = []
    private var roomers: [MatrixPerson] = []

    init() async throws {
        irc = try InspIRCdServer()
        services = try AthemeServices(linkedTo: irc)
        synapse = try SynapseServer()
        bot = synapse.home.userID("crier")
        web = try LocalWebServer()
        trap = try LocalWebServer(address: "127.0.0.9")
        feed = GrowingFeed(web)
        crier = try CrierProcess()
        HostileCrowd.serve(on: trap)
        feed.add(["Before the crowd came"])
        let calm = GrowingFeed(web, path: "/calm.xml", title: "Calm")
        calm.add(["Calm sea and a prosperous voyage"])
        let secret = GrowingFeed(web, path: "/\(Self.secret).xml", title: "Secret")
        secret.add(["\(Self.secret) was paid", "\(Self.secret) was sent back"])
        others = [calm, secret]
        try await synapse.home.register("crier")
        try crier.folder.write("password", "crier-password\n")
        let chat = Live.configuration(port: irc.port).replacing("identity = \"nick\"", with: "identity = \"account\"")
        // A minute of the bot's is two seconds: its limits are those of a real minute by default.
        try crier.configure(
            """
            [limits]
            commands_per_minute = 1
            room_commands_per_minute = 2
            sites_per_minute = 1
            all_sites_per_minute = 3
            \(chat)
            [[matrix]]
            name = "home"
            homeserver = "\(synapse.url)"
            user = "\(bot)"
            password_file = "password"
            answer_within = "7d"
            [[feed]]
            url = "\(web.url("/calm.xml"))"
            name = "Calm"
            category = "News"
            """
        )
        try crier.start(environment: ClockAhead.environment(rate: Self.rate, folder: crier.folder.url))
        try await waitUntil("the first fetch") { crier.log.contains("Feed refreshed") }
    }

    private let others: [GrowingFeed]

    /// Kilobytes of database and log of changes on the disk.
    var databaseBytes: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: crier.databasePath + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    func strangersHeard(_ text: String) async throws -> Bool {
        if chatters.contains(where: { $0.lines.contains { $0.contains(text) && $0.hasPrefix(":crier!") } }) {
            return true
        }
        for person in roomers
        where try await person.events().contains(where: {
            $0.sender == bot && $0.body.contains(text)
        }) { return true }
        return false
    }

    func end() {
        crier.kill9()
        services.stop()
        irc.stop()
        synapse.stop()
        web.stop()
        trap.stop()
    }

    // MARK: - The ten

    /// Five on each network, who all follow the growing feed; the first one follows what is secret, too.
    func gatherPeople() async throws -> [PatientPerson] {
        let chatting = try await together(0..<5) { [self] number in
            let client = try await member("patient\(number)", address: "127.0.2.\(number + 1)")
            let person = PatientPerson("patient\(number)") { line in
                client.send("PRIVMSG crier :\(line)")
            } heard: {
                client.lines.filter { $0.hasPrefix(":crier!") && $0.contains(" PRIVMSG patient") }
            }
            try await person.follow(feed.url)
            if number == 0 {
                client.send("PRIVMSG crier :sub \(web.url("/\(Self.secret).xml"))")
                try await client.wait(for: "Secret")
            }
            return person
        }
        let rooming = try await together(0..<5) { [self] number in
            let account = try await MatrixPerson(synapse.home, "quiet\(number)")
            let room = try await account.createRoom(invite: [bot], isDirect: true)
            try await account.wait(for: "no prefix", in: room)
            let person = PatientPerson("quiet\(number)") { line in
                try await account.say(line, in: room)
            } heard: {
                try await account.events().filter { $0.sender == self.bot && $0.type == "m.room.message" }
                    .map(\.body)
            }
            try await person.follow(feed.url)
            return person
        }
        return chatting + rooming
    }

    /// One on each network who writes to themselves: so long the servers take without the bot.
    func gatherBystanders() async throws -> [PatientPerson] {
        let client = try RawIRCClient(port: irc.port, nick: "bystander", address: "127.0.2.9")
        try await client.wait(for: " 001 ")
        let account = try await MatrixPerson(synapse.home, "bystander")
        let room = try await account.createRoom(invite: [])
        let tick = [("tick", "tick")]
        return [
            PatientPerson("bystander", asking: tick) {
                client.send("PRIVMSG bystander :\($0)")
            } heard: {
                client.lines.filter { $0.contains(" PRIVMSG bystander ") }
            },
            PatientPerson("bystander", asking: tick) {
                try await account.say($0, in: room)
            } heard: {
                try await account.events().filter { $0.type == "m.room.message" }.map(\.body)
            },
        ]
    }

    /// Somebody with a services account, in the bot's channel.
    private func member(_ nick: String, address: String) async throws -> RawIRCClient {
        let client = try RawIRCClient(port: irc.port, nick: nick, address: address)
        try await client.wait(for: " 001 ")
        try await client.register(nick)
        client.send("JOIN #news")
        try await client.wait(for: " 366 ")
        return client
    }

    // MARK: - The crowd

    /// What each stranger does until a time.
    typealias Stranger = @Sendable (_ end: Date) async -> Void

    /// Every tenth on IRC is a guest who takes a new nick all the time; `overheard` gives the names of others' stories.
    func gatherStrangers(
        onIRC chatting: Int,
        onMatrix rooming: Int,
        overheard: @escaping @Sendable () -> Set<String>
    ) async throws -> [Stranger] {
        chatters = try await together(0..<chatting) { [self] number in
            let address = "127.0.\(3 + number / 200).\(number % 200 + 1)"
            return Self.isGuest(number)
                ? try RawIRCClient(port: irc.port, nick: "guest\(number)", address: address)
                : try await member("stranger\(number)", address: address)
        }
        let accounts = try await together(0..<rooming) { [self] number in
            let account = try await MatrixPerson(synapse.home, "mallory\(number)")
            return (account, try await account.createRoom(invite: [bot], isDirect: true))
        }
        roomers = accounts.map(\.0)
        return chatters.enumerated().map { chatter($0.element, $0.offset, overheard) }
            + accounts.enumerated().map { roomer($0.element.0, in: $0.element.1, $0.offset) }
    }

    private static func isGuest(_ number: Int) -> Bool { number.isMultiple(of: 10) }

    private func chatter(
        _ client: RawIRCClient,
        _ number: Int,
        _ overheard: @escaping @Sendable () -> Set<String>
    ) -> Stranger {
        let ownLines = HostileCrowd.lines(trap, number)
        return { end in
            var turn = number
            while Date() < end {
                let lines = ownLines + (overheard().randomElement().map(HostileCrowd.lines(aboutStory:)) ?? [])
                for _ in 0..<4 {
                    turn += 1
                    let target = turn.isMultiple(of: 5) ? "#news :!" : "crier :"
                    client.send("PRIVMSG \(target)\(lines[turn % lines.count])")
                }
                if Self.isGuest(number) { client.send("NICK g\(number)x\(turn)") }
                await Self.pause(1_500...4_000)
            }
        }
    }

    private func roomer(_ account: MatrixPerson, in room: String, _ number: Int) -> Stranger {
        let lines = HostileCrowd.lines(trap, 1_000 + number)
        let bot = bot
        return { end in
            var turn = number
            while Date() < end {
                turn += 1
                _ = try? await account.say(lines[turn % lines.count], in: room)
                if turn.isMultiple(of: 12) { _ = try? await account.createRoom(invite: [bot]) }
                await Self.pause(3_000...7_000)
            }
        }
    }

    /// What somebody waits, in milliseconds, before they write again: the pace of people, which no test waits for.
    static func pause(_ milliseconds: ClosedRange<Int>) async {
        try? await Task.sleep(for: .milliseconds(Int.random(in: milliseconds)))
    }

    /// Eight at a time, in order.
    private func together<Made: Sendable>(
        _ numbers: Range<Int>,
        _ make: @escaping @Sendable (Int) async throws -> Made
    ) async throws -> [Made] {
        try await withThrowingTaskGroup(of: (Int, Made).self) { group in
            var made: [(Int, Made)] = []
            for number in numbers {
                if number >= numbers.lowerBound + 8, let next = try await group.next() { made.append(next) }
                group.addTask { (number, try await make(number)) }
            }
            for try await next in group { made.append(next) }
            return made.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
