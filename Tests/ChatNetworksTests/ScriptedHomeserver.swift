import CurlClient
import Foundation
import Logging
import MatrixClient
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// A homeserver inside the test: it answers calls as scripted, and forgets transactions as little as a real one.
final class ScriptedHomeserver: Sendable {
    static let bot = "@crier:hs.test"
    static let alice = "@alice:hs.test"

    struct Call: Hashable {
        var method: String
        /// Behind `/_matrix/client/v3/`, decoded.
        var path: String
        var body: String
    }

    private struct State {
        var calls: [Call] = []
        /// Answers to the next calls that begin like this, before the usual ones.
        var scripts: [String: [LocalWebServer.Response]] = [:]
        var members: [String: [String]] = [:]
        var events: [String: JSONValue] = [:]
        /// Room and transaction → event.
        var sent: [String: String] = [:]
        var made = 0
    }

    let web: LocalWebServer
    private let state = Mutex(State())

    init() throws {
        web = try LocalWebServer()
        web.respond(to: "*") { [weak self] in self?.answer($0) ?? .status(404) }
    }

    /// The next answer to "METHOD path…" instead of the usual one.
    func script(_ call: String, _ status: Int, _ body: String = "{}") {
        state.withLock { $0.scripts[call, default: []].append(Self.json(body, status)) }
    }

    func setMembers(_ users: [String], of room: String) { state.withLock { $0.members[room] = users } }
    func setEvent(_ id: String, _ json: JSONValue) { state.withLock { $0.events[id] = json } }

    var calls: [Call] { state.withLock { $0.calls } }
    func calls(_ beginning: String) -> [Call] { calls.filter { "\($0.method) \($0.path)".hasPrefix(beginning) } }
    /// What readers see, by room; folded repeats once.
    var posted: [String] { state.withLock { $0.sent.keys.sorted() } }

    /// A network that is connected to it and in these rooms; `state` is what outlives a restart.
    func network(
        _ state: KeptInMemory,
        time: any TimeSource = ManualTimeSource(),
        icons: (any FeedIconSource)? = nil,
        picture: LoadedPictures.Fetch? = nil
    ) async throws -> MatrixNetwork {
        var options = MatrixNetworkOptions(
            name: "home",
            homeserver: web.url(""),
            login: .accessToken("tok"),
            sessionPath: "/dev/null",
            vocabulary: .forTest,
            botName: "crier",
            welcome: { _ in RichText() },
            cannotRead: { RichText() }
        )
        options.picture = picture
        options.icons = icons
        let network = MatrixNetwork(
            options: options,
            state: state,
            time: time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let session = MatrixSession(
            server: Homeserver(baseURL: web.url(""), client: HTTPClient(options: HTTPClientOptions())),
            login: .accessToken("tok"),
            deviceID: "D",
            deviceName: "Crier",
            credentials: MatrixCredentials(userID: Self.bot, deviceID: "D", accessToken: "tok")
        ) { _ in }
        await network.rooms.open(session, as: Self.bot)
        await network.rooms.setOnline(true)
        return network
    }

    private func answer(_ request: LocalWebServer.Request) -> LocalWebServer.Response {
        let root = "/_matrix/client/v3/"
        guard request.path.hasPrefix(root) else { return Self.json("{\"versions\":[]}") }
        let path = String(request.path.dropFirst(root.count)).removingPercentEncoding ?? ""
        let call = Call(method: request.method, path: path, body: String(decoding: request.body, as: UTF8.self))
        return state.withLock { state in
            state.calls.append(call)
            let name = "\(call.method) \(path)"
            if let key = state.scripts.keys.first(where: { name.hasPrefix($0) }), let next = state.scripts[key]?.first {
                state.scripts[key]?.removeFirst()
                if state.scripts[key]?.isEmpty == true { state.scripts[key] = nil }
                return next
            }
            return Self.usual(call, &state)
        }
    }

    private static func usual(_ call: Call, _ state: inout State) -> LocalWebServer.Response {
        let words = call.path.split(separator: "/").map(String.init)
        switch (words.first ?? "", words.dropFirst(2).first ?? "") {
        case ("createRoom", _):
            state.made += 1
            return json("{\"room_id\":\"!made\(state.made)\"}")
        case ("rooms", "members"):
            let events = (state.members[words[1]] ?? []).map { user -> JSONValue in
                ["type": "m.room.member", "state_key": .string(user), "content": ["membership": "join"]]
            }
            return json(JSONValue.object(["chunk": .array(events)]).text)
        case ("rooms", "send"):
            let key = words[1] + " " + words[4]
            let event = state.sent[key] ?? "$\(state.sent.count)"
            state.sent[key] = event
            return json("{\"event_id\":\"\(event)\"}")
        case ("rooms", "messages"):
            let events = state.sent.filter { $0.key.hasPrefix(words[1] + " ") }.map { key, event -> JSONValue in
                let transaction = String(key.drop { $0 != " " }.dropFirst())
                return [
                    "type": "m.room.message", "event_id": .string(event), "sender": .string(bot),
                    "content": ["chat.crier.transaction": .string(transaction)],
                ]
            }
            return json(JSONValue.object(["chunk": .array(events)]).text)
        case ("rooms", "event"):
            return state.events[words[3]].map { json($0.text) } ?? json("{\"errcode\":\"M_NOT_FOUND\"}", 404)
        case ("rooms", "state"): return json("{\"errcode\":\"M_NOT_FOUND\"}", 404)
        default: return json("{}")
        }
    }

    private static func json(_ text: String, _ status: Int = 200) -> LocalWebServer.Response {
        LocalWebServer.Response(
            status: status,
            headers: [("Content-Type", "application/json")],
            body: .bytes(Array(text.utf8))
        )
    }
}

extension MatrixNetwork {
    /// Takes a /sync answer in: each room with what its timeline says, and perhaps who has which direct rooms.
    @discardableResult
    func hears(
        _ rooms: [String: [JSONValue]],
        direct: [String: [String]]? = nil,
        isFirst: Bool = false
    ) async throws -> [SyncAction] {
        let joined = rooms.mapValues { events -> JSONValue in ["timeline": ["events": .array(events)]] }
        var json: [String: JSONValue] = ["next_batch": "s", "rooms": ["join": .object(joined)]]
        if let direct {
            let content = JSONValue.object(direct.mapValues { .array($0.map { .string($0) }) })
            json["account_data"] = ["events": [["type": "m.direct", "content": content]]]
        }
        let batch = try #require(SyncBatch(.object(json), for: ScriptedHomeserver.bot))
        return await self.rooms.apply(batch, isFirst: isFirst)
    }
}

/// What a network keeps, for as long as the test.
actor KeptInMemory: MatrixKeeping {
    private var values: [String: String] = [:]
    private var posted: [PartKey: String] = [:]
    /// Rooms with the events that began threads there.
    private(set) var forgottenThreads: [String] = []
    private var uploaded: [String: (picture: UploadedPicture, time: Date)] = [:]

    func networkState(_ network: String, key: String) -> String? { values[key] }
    func setNetworkState(_ network: String, key: String, value: String?) { values[key] = value }
    func recordHandled(network: String, inboundID: String, at time: Date) -> Bool { true }
    func recordPosted(network: String, eventID: String, key: PartKey) { posted[key] = eventID }
    func postedEvent(network: String, key: PartKey) -> String? { posted[key] }
    func isPosted(network: String, eventID: String) -> Bool { posted.values.contains(eventID) }
    func uploadedPicture(_ key: String, on network: String, since start: Date) -> UploadedPicture? {
        uploaded[key].flatMap { $0.time < start ? nil : $0.picture }
    }
    func keepUploaded(_ picture: UploadedPicture, as key: String, on network: String, at time: Date) {
        uploaded[key] = (picture, time)
    }
    func forgetThread(network: String, room: String, root: String) { forgottenThreads.append(room + root) }
}
