import ChatCommands
import ChatNetworks
import CurlClient
import Editorial
import FeedRefresh
import Foundation
import Gazetteer
import Localization
import Logging
import NewsModel
import Storage

/// Measures whole commands on a filled database, from the typed line to the lines of the answer.
enum CommandsBench {
    /// Typed lines, and the most milliseconds that their answers may take (99th percentile).
    private static let limits = [("headlines", 10.0), ("news", 10.0), ("digest week", 15.0)]

    static func measure(_ archive: BenchArchive) async throws {
        let chat = try BenchChat(archive)
        for (line, limit) in limits {
            var times: [Double] = []
            // Each person asks once, because a second answer would come from a warm cache.
            for person in archive.people.prefix(2_000) { times.append(try await chat.ask(line, by: person).time) }
            Bench.report(times, "commands." + line.replacing(" ", with: "_"), limit: limit)
        }
    }
}

/// Answers typed lines with the archive's news.
struct BenchChat {
    private let router: CommandRouter
    private let network = SilentNetwork()

    struct Empty: Error { var line: String }

    init(_ archive: BenchArchive) throws {
        let time = FixedTime(now: BenchArchive.now)
        let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let client = HTTPClient(options: HTTPClientOptions())
        let refresher = FeedRefresher(
            store: archive.store,
            client: client,
            options: FetchOptions(),
            time: time,
            log: log
        )
        let gazetteer = try AnalyseBench.dataFolder().appendingPathComponent("gazetteer/gazetteer.bin").path
        let services = CommandServices(
            store: archive.store,
            catalogue: try Catalogue.load(directory: FileManager.default.currentDirectoryPath + "/locales"),
            networks: [network.name: network],
            rooms: .all,
            feeds: FeedSubscriber(
                store: archive.store,
                finder: FeedFinder(client: client, time: time),
                refresher: refresher,
                time: time
            ),
            places: PlaceFinder(gazetteer: try Gazetteer(path: gazetteer)),
            time: time,
            log: log,
            options: CommandOptions(countsUse: false)
        )
        router = CommandRouter(services)
    }

    /// The lines of the answer, and how many milliseconds they took.
    func ask(_ line: String, by person: Profile) async throws -> (lines: [String], time: Double) {
        let message = IncomingMessage(
            network: network.name,
            traits: .irc,
            sender: .init(displayName: person.name, account: person.name),
            room: nil,
            text: line,
            receivedAt: BenchArchive.now
        )
        let start = ContinuousClock.now
        let replies = await router.handle(message)
        let parts = replies.flatMap { network.parts(of: $0.message, to: $0.address) }
        let time = Bench.milliseconds(ContinuousClock.now - start)
        guard !parts.isEmpty else { throw Empty(line: line) }
        return (parts.map(\.payload), time)
    }
}

private struct FixedTime: TimeSource {
    let now: Date

    func sleep(until deadline: Date) async throws { try await SystemTimeSource().sleep(until: Date() + 3_600) }
}

/// Receives and sends nothing, but renders messages.
private struct SilentNetwork: RoomNetwork {
    let name = "bench"
    let traits = NetworkTraits.irc
    let events = AsyncStream<NetworkEvent> { $0.finish() }

    func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        LineRendering.lines(message.body, style: .irc).map { MessagePart(payload: $0) }
    }

    func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome { .confirmed }
    func canReach(_ address: Address) async -> Bool { true }
    func lastConversation(in room: String) async -> Date? { nil }
    func isOperator(account: String, in room: String) async -> Bool { false }
    func isMember(account: String, in room: String) async -> Bool { false }
    func hasLeft(account: String, room: String) async -> Bool { false }
    func folded(_ name: String) -> String { name }
    func run() async throws {}
}
