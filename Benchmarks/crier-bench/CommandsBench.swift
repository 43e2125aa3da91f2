import ChatCommands
import ChatNetworks
import CurlClient
import FeedRefresh
import Foundation
import Localization
import Logging
import NewsModel
import Storage

/// Measures whole commands on a filled database, from the typed line to the lines of the answer.
enum CommandsBench {
    /// Typed lines, and the most milliseconds that their answers may take (99th percentile).
    private static let limits = [("headlines", 10.0), ("digest week", 15.0), ("search kalo", 20.0)]

    static func measure(_ store: Store, _ people: [Profile], now: Date) async throws {
        let time = FixedTime(now: now)
        let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let client = HTTPClient(options: HTTPClientOptions())
        defer { client.shutdown() }
        let refresher = FeedRefresher(store: store, client: client, options: FetchOptions(), time: time, log: log)
        let network = SilentNetwork()
        let services = CommandServices(
            store: store,
            catalogue: try Catalogue.load(directory: FileManager.default.currentDirectoryPath + "/locales"),
            networks: [network.name: network],
            feeds: FeedSubscriber(
                store: store,
                finder: FeedFinder(client: client, time: time),
                refresher: refresher,
                time: time
            ),
            quiz: nil,
            time: time,
            log: log,
            options: CommandOptions(countsUse: false)
        )
        let router = CommandRouter(services)
        for (line, limit) in limits {
            var times: [Double] = []
            // Each person asks once, because a second answer would come from a warm cache.
            for person in people.prefix(2_000) {
                let message = IncomingMessage(
                    network: network.name,
                    traits: .irc,
                    sender: .init(displayName: person.name, account: person.name),
                    room: nil,
                    text: line,
                    receivedAt: now
                )
                let start = ContinuousClock.now
                let replies = await router.handle(message)
                let parts = replies.flatMap { network.parts(of: $0.message, to: $0.address) }
                times.append(Bench.milliseconds(ContinuousClock.now - start))
                guard !parts.isEmpty else { throw Empty(line: line) }
            }
            times.sort()
            let name = "commands." + line.replacing(" ", with: "_")
            Bench.report("\(name).median", times[times.count / 2], "ms")
            Bench.report("\(name).p99", times[times.count * 99 / 100], "ms", limit: limit)
        }
    }

    private struct Empty: Error { var line: String }
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
    func folded(_ name: String) -> String { name }
    func run() async throws {}
}
