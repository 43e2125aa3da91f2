package import Foundation
import CurlClient
package import Logging
import MatrixClient
package import NewsModel

/// A Matrix account as a chat network.
///
/// A person is addressed by user id and reached in the direct room they share with us; a room by its id.
package struct MatrixNetwork: ChatNetwork {
    package let name: String
    package let kind = NetworkKind.matrix
    package let events: AsyncStream<NetworkEvent>
    /// The homeserver remembers transactions of a device.
    package let foldsRepeats = true

    let options: MatrixNetworkOptions
    let time: any TimeSource
    let log: Logger
    let client: HTTPClient
    let rooms: MatrixRooms
    let names = RoomNames()
    let inbox = MatrixInbox()
    let pause = SendPause()
    let turns = RoomTurns()
    let ownEvents = OwnEvents()
    let opened: AsyncStream<OpenedMessage>
    let opening: AsyncStream<OpenedMessage>.Continuation
    let kept: KeptMatrixState
    let personalParts: PersonalParts
    let errands: RoomErrands
    let file: SessionFile
    let conversations = Conversations()
    private let feeding: AsyncStream<NetworkEvent>.Continuation
    private static let secondsBetweenTokens = 1.0

    package init(
        options: MatrixNetworkOptions,
        state: any NetworkStateStore,
        time: any TimeSource,
        log: Logger
    ) {
        self.options = options
        self.time = time
        self.log = log
        name = options.name
        var transport = HTTPClientOptions(userAgent: options.userAgent)
        transport.caFile = options.caFile
        client = HTTPClient(options: transport)
        rooms = MatrixRooms(names: names, time: time)
        kept = KeptMatrixState(network: options.name, state: state)
        personalParts = PersonalParts(kept: kept)
        errands = RoomErrands(kept: kept, mostRoomsPerPerson: options.roomsPerInviter, time: time)
        file = SessionFile(path: options.sessionPath)
        (opened, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
        (events, feeding) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8_192))
    }

    package func run() async throws {
        defer {
            client.shutdown()
            feeding.finish()
        }
        let session = try await connect()
        try await errands.load()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await MatrixSyncing(network: self, session: session).run() }
            group.addTask { try await MatrixErrands(network: self, session: session).run() }
            group.addTask { try await keepTokens() }
            group.addTask { try await announcePauseEnds() }
            group.addTask { try await showTyping(session) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// False when nobody takes it: too much waits already.
    @discardableResult
    func report(_ event: NetworkEvent) -> Bool {
        if case .dropped = feeding.yield(event) { false } else { true }
    }

    /// Into how many rooms one account may bring the bot from now on.
    package func setRoomsPerInviter(_ count: Int) async { await errands.setMostRoomsPerPerson(count) }

    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        MatrixRendering.parts(of: message, to: address)
    }

    package func canReach(_ address: Address) async -> Bool {
        guard await rooms.isOnline, pause.end(at: time.now) == nil else { return false }
        return address.kind == .person ? true : await rooms.isJoined(address.target)
    }

    package func lastConversation(in room: String) async -> Date? { conversations.last(in: room) }

    package func isOperator(account: String, in room: String) async -> Bool {
        await rooms.mayChangeSettings(account, in: room)
    }

    package func isMember(account: String, in room: String) async -> Bool {
        guard await rooms.isJoined(room), let session = await rooms.session else { return false }
        let member = await session.call(.member(account, of: room)).value
        return member?["membership"]?.string == "join"
    }

    /// Ids know no case; a room may also be named by alias or link.
    package func folded(_ name: String) -> String { names.id(of: name) }

    package func shownName(ofRoom name: String) -> String { names.shown(name) }

    var facts: Logger.Metadata { ["network": "\(name)"] }

    // MARK: - Running

    /// Finds the homeserver and logs in, however long that takes.
    private func connect() async throws -> MatrixSession {
        var backOff = BackOff()
        while true {
            try Task.checkCancellation()
            switch await Homeserver.discover(options.homeserver, client: client) {
            case .success(let server):
                let session = try await session(at: server)
                switch await session.identify() {
                case .success(let user):
                    await rooms.open(session, as: user)
                    await showDisplayName(session, of: user)
                    log.notice("Matrix logged in", metadata: facts.merging(["user": "\(user)"]) { $1 })
                    return session
                case let failure: try await wait(&backOff, "Matrix login failed", failure)
                }
            case let failure: try await wait(&backOff, "Matrix homeserver not found", failure)
            }
        }
    }

    private func session(at server: Homeserver) async throws -> MatrixSession {
        var known = file.load()
        // Who has a token of the operator's needs no other, and a session of somebody else is none of ours.
        if case .accessToken = options.login { known = nil }
        let user: String? =
            switch options.login {
            case .password(let user, _), .refreshToken(_, let user): user
            case .accessToken: nil
            }
        if let user, let id = known?.userID, id != user, UserID.localPart(of: id) != UserID.localPart(of: user) {
            known = nil
        }
        return MatrixSession(
            server: server,
            login: options.login,
            deviceID: try await kept.deviceID(),
            deviceName: options.deviceName,
            credentials: known
        ) { [file] in try file.save($0) }
    }

    func wait<Value>(_ backOff: inout BackOff, _ what: Logger.Message, _ outcome: MatrixOutcome<Value>) async throws {
        let seconds: Double
        switch outcome {
        case .limited(let asked): seconds = asked
        // A password that is wrong now is wrong in a second, too.
        case .refused, .loggedOut: seconds = max(60, backOff.next(jitter: Double.random(in: 0..<1)))
        case .success, .unavailable: seconds = backOff.next(jitter: Double.random(in: 0..<1))
        }
        let level: Logger.Level = backOff.count > 1 ? .debug : .error
        log.log(level: level, what, metadata: facts.merging(["reason": "\(outcome.problem ?? "")"]) { $1 })
        try await time.sleep(until: time.now.addingTimeInterval(seconds))
    }

    /// Under a flood each line would be a write; what a crash makes come again is known by its id, or folded by the server.
    private func keepTokens() async throws {
        var last: String?
        // Where nothing has happened the position is the same.
        for await token in inbox.tokens where token != last {
            do {
                try await kept.setSince(token)
                last = token
            } catch {
                log.error("Matrix position not stored", metadata: facts.merging(["error": "\(error)"]) { $1 })
            }
            try await time.sleep(until: time.now.addingTimeInterval(Self.secondsBetweenTokens))
        }
        try Task.checkCancellation()
    }

    /// After a pause whoever waits to send is told.
    private func announcePauseEnds() async throws {
        for await end in pause.ends {
            try await time.sleep(until: end)
            report(.connected)
        }
        try Task.checkCancellation()
    }
}
