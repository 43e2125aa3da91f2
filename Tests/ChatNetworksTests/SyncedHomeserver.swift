import Foundation
import Logging
import MatrixClient
import NewsModel
import Synchronization
import TestSupport

@testable import ChatNetworks

/// A homeserver inside the test that answers one /sync after another as scripted, and everything else as told.
final class SyncedHomeserver: Sendable {
    typealias Response = LocalWebServer.Response

    static let bot = "@crier:hs.test"
    static let root = "/_matrix/client/v3/"

    private struct State {
        var answers: [Response] = []
        var said: [NetworkEvent] = []
    }

    let web: LocalWebServer
    private let folder: TemporaryFolder
    let kept = KeptForTest()
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    init() throws {
        web = try LocalWebServer()
        folder = try TemporaryFolder()
        web.respond(to: "/_matrix/client/versions") { _ in Self.json("{\"versions\":[\"v1.15\"]}") }
        web.respond(to: Self.root + "account/whoami") { _ in Self.json("{\"user_id\":\"\(Self.bot)\"}") }
        web.respond(to: Self.root + "sync") { [weak self] _ in
            if let answer = self?.nextAnswer() { return answer }
            // A long poll in small.
            _ = self?.arrivals.wait(timeout: .now() + .milliseconds(20))
            return self?.nextAnswer() ?? Self.json("{\"next_batch\":\"idle\"}")
        }
    }

    private func nextAnswer() -> Response? { state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() } }

    /// The next answer of /sync: its `rooms`.
    func syncs(_ rooms: String) { syncs(Self.json("{\"next_batch\":\"s\",\"rooms\":\(rooms)}")) }
    func syncs(_ answer: Response) {
        state.withLock { $0.answers.append(answer) }
        arrivals.signal()
    }

    /// Answers a call, its path without the root and encoded as it is sent.
    func respond(to path: String, with responder: @escaping LocalWebServer.Responder) {
        web.respond(to: Self.root + path, with: responder)
    }

    func calls(to path: String) -> [LocalWebServer.Request] { web.requests(to: Self.root + path) }

    /// What the network has reported.
    var reported: [NetworkEvent] { state.withLock { $0.said } }

    var heard: [String] {
        reported.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
    }

    /// Runs a network until the body ends.
    func withNetwork(
        time: any TimeSource = HurriedTime(),
        roomsPerInviter: Int = 50,
        _ body: (MatrixNetwork) async throws -> Void
    ) async throws {
        let network = network(time: time, roomsPerInviter: roomsPerInviter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await network.run() }
            group.addTask {
                for await event in network.events { self.state.withLock { $0.said.append(event) } }
            }
            try await body(network)
            group.cancelAll()
        }
    }

    /// A network that speaks to it, not yet running.
    func network(
        vocabulary: CommandVocabulary = .forTest,
        time: any TimeSource = HurriedTime(),
        roomsPerInviter: Int = 50
    ) -> MatrixNetwork {
        var options = MatrixNetworkOptions(
            name: "home",
            homeserver: web.url(""),
            login: .accessToken("tok"),
            sessionPath: folder.path("session"),
            vocabulary: vocabulary,
            botName: "crier",
            welcome: { _ in RichText([.paragraph([.text("Welcome")])]) },
            cannotRead: { RichText([.paragraph([.text("Encrypted")])]) }
        )
        options.roomsPerInviter = roomsPerInviter
        return MatrixNetwork(
            options: options,
            state: kept,
            time: time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    static func json(_ text: String, _ status: Int = 200) -> Response {
        Response(status: status, headers: [("Content-Type", "application/json")], body: .bytes(Array(text.utf8)))
    }

    /// An own membership, which makes a room one that we are in.
    static func membership(_ membership: String = "join", of user: String = bot, by sender: String? = nil) -> String {
        """
        {"type":"m.room.member","state_key":"\(user)","event_id":"$m","sender":"\(sender ?? user)",\
        "origin_server_ts":1000,"content":{"membership":"\(membership)"}}
        """
    }

    static func message(_ id: String, _ text: String) -> String {
        """
        {"type":"m.room.message","event_id":"$\(id)","sender":"@alice:hs.test",\
        "origin_server_ts":\(Int(Date.sampleNow.timeIntervalSince1970) * 1_000),\
        "content":{"msgtype":"m.text","body":"\(text)"}}
        """
    }

    static func invited(_ rooms: [String], by sender: String) -> String {
        let rooms = rooms.map {
            "\"\($0)\":{\"invite_state\":{\"events\":[\(membership("invite", of: bot, by: sender))]}}"
        }
        return "{\"invite\":{\(rooms.joined(separator: ","))}}"
    }

    static func state(_ type: String, _ content: String) -> String {
        """
        {"type":"\(type)","state_key":"","event_id":"$s","sender":"@alice:hs.test","origin_server_ts":1000,\
        "content":\(content)}
        """
    }

    /// Joined rooms with their timelines.
    static func joined(_ rooms: [String: [String]], isLimited: Bool = false) -> String {
        let rooms = rooms.map { room, events in
            """
            "\(room)":{"timeline":{"limited":\(isLimited),"prev_batch":"p","events":[\(events.joined(separator: ","))]}}
            """
        }
        return "{\"join\":{\(rooms.joined(separator: ","))}}"
    }
}

/// A clock that goes as far as anybody wants to sleep.
final class HurriedTime: TimeSource {
    private let time = Mutex(Date.sampleNow)

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }

    func sleep(until deadline: Date) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}

/// What a network keeps, for as long as the test.
actor KeptForTest: MatrixKeeping {
    private(set) var values: [String: String] = [:]
    private(set) var writes: [String: Int] = [:]

    func networkState(_ network: String, key: String) -> String? { values[key] }
    func setNetworkState(_ network: String, key: String, value: String?) {
        values[key] = value
        writes[key, default: 0] += 1
    }
    func recordHandled(network: String, inboundID: String, at time: Date) -> Bool { true }
    func recordPosted(network: String, eventID: String, key: PartKey) {}
    func postedEvent(network: String, key: PartKey) -> String? { nil }
    func isPosted(network: String, eventID: String) -> Bool { false }
    func uploadedPicture(_ key: String, on network: String, since start: Date) -> UploadedPicture? { nil }
    func keepUploaded(_ picture: UploadedPicture, as key: String, on network: String, at time: Date) {}
    func forgetThread(network: String, room: String, root: String) {}
}
