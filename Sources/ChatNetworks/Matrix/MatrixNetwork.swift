import CurlClient
package import Foundation
package import Logging
import MatrixClient
package import NewsModel
internal import TimeArithmetic

/// An older process answers for the account.
struct AccountTaken: Error {}

/// A Matrix account as a chat network.
///
/// A person is addressed by user id and reached in their direct room with us; a room is addressed by its id.
package struct MatrixNetwork: RoomNaming, RoomEntering, ConnectionReporting, InvitationCounting, ArrivalLookup,
    MessageAcknowledging, EventAcknowledging, FileReplies
{
    package let name: String
    package let traits = NetworkTraits.matrix
    package let events: AsyncStream<NetworkEvent>

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
    let pictures: LoadedPictures?
    let uploads: UploadedPictures
    let icons: MatrixIcons
    let opened: AsyncStream<OpenedMessage>
    let opening: AsyncStream<OpenedMessage>.Continuation
    let kept: MatrixStateStore
    let personalParts: PersonalParts
    let roomTasks: RoomTasks
    let file: SessionFile
    let conversations = Conversations()
    let claim: AccountClaim
    private let continuation: AsyncStream<NetworkEvent>.Continuation
    private static let secondsBetweenTokens = 1.0

    package init(
        options: MatrixNetworkOptions,
        state: any MatrixKeeping,
        time: any TimeSource,
        log: Logger
    ) {
        self.options = options
        self.time = time
        self.log = log
        name = options.name
        pictures = options.picture.map { LoadedPictures(fetch: $0, time: time) }
        uploads = UploadedPictures(network: options.name, kept: state, time: time, log: log)
        icons = MatrixIcons(source: options.icons, uploads: uploads, time: time)
        var transport = HTTPClientOptions(userAgent: options.userAgent)
        transport.caFile = options.caFile
        client = HTTPClient(options: transport)
        rooms = MatrixRooms(names: names, time: time)
        kept = MatrixStateStore(network: options.name, state: state)
        personalParts = PersonalParts(kept: kept)
        roomTasks = RoomTasks(kept: kept, mostRoomsPerPerson: options.roomsPerInviter, time: time)
        file = SessionFile(path: options.sessionPath)
        let started = Int(time.now.timeIntervalSince1970 * 1_000)
        claim = AccountClaim(process: String(UInt64.random(in: .min ... .max), radix: 36), startedAt: started)
        (opened, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8_192))
    }

    package func run() async throws {
        defer {
            client.shutdown()
            continuation.finish()
        }
        let session = try await connect()
        try await roomTasks.load()
        do {
            try await serve(session)
        } catch is AccountTaken {
            await rooms.setOnline(false)
            let text: Logger.Message = "Another Crier answers for this Matrix account; offline until the next start"
            log.error(text, metadata: facts)
            report(.disconnected)
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            continuation.finish()
        }
    }

    private func serve(_ session: MatrixSession) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await MatrixSyncing(network: self, session: session).run() }
            group.addTask { try await MatrixTasks(network: self, session: session).run() }
            group.addTask { try await keepTokens() }
            group.addTask { try await announcePauseEnds() }
            group.addTask { try await showTyping(session) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Reports an event; false when the queue is full and the event is dropped.
    @discardableResult
    func report(_ event: NetworkEvent) -> Bool {
        if case .dropped = continuation.yield(event) { false } else { true }
    }

    /// Sets how many rooms one account may bring the bot into.
    package func setRoomsPerInviter(_ count: Int) async { await roomTasks.setMostRoomsPerPerson(count) }

    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        MatrixRendering.parts(of: message, to: address)
    }

    package func canReach(_ address: Address) async -> Bool {
        guard await rooms.isOnline, pause.end(at: time.now) == nil else { return false }
        return address.kind == .person ? true : await rooms.isJoined(address.target)
    }

    package var isConnected: Bool {
        get async { await rooms.isOnline }
    }

    package func lastConversation(in room: String) async -> Date? { conversations.last(in: room) }

    package func isOperator(account: String, in room: String) async -> Bool {
        await rooms.mayChangeSettings(account, in: room)
    }

    package func isMember(account: String, in room: String) async -> Bool {
        await membership(of: account, in: room) == "join"
    }

    package func hasLeft(account: String, room: String) async -> Bool {
        await membership(of: account, in: room).map { $0 != "join" } ?? false
    }

    /// As the homeserver says it; nil if it cannot be asked, or knows nothing of the account there.
    private func membership(of account: String, in room: String) async -> String? {
        guard await rooms.isJoined(room), let session = await rooms.session else { return nil }
        return await session.call(.member(account, of: room)).value?["membership"]?.string
    }

    /// Ids are case-sensitive, so only aliases and links are converted to the room's id.
    package func folded(_ name: String) -> String { names.id(of: name) }

    package func shownName(ofRoom name: String) -> String { names.shown(name) }

    var facts: Logger.Metadata { ["network": "\(name)"] }

    // MARK: - Running

    /// Finds the homeserver and logs in; retries until it succeeds.
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
                    await announce(session, of: user)
                    await showDisplayName(session, of: user)
                    log.notice("Matrix logged in", metadata: facts.merging(["user": "\(user)"]) { $1 })
                    return session
                case let failure: try await wait(&backOff, "Matrix login failed", failure)
                }
            case let failure: try await wait(&backOff, "Matrix homeserver not found", failure)
            }
        }
    }

    /// Tells other processes with this account that this one runs.
    ///
    /// Without an announcement nobody leaves, so a failure is no error.
    func announce(_ session: MatrixSession, of user: String) async {
        guard let problem = await session.call(claim.request(user: user)).problem else { return }
        log.debug("Matrix account not claimed", metadata: facts.merging(["reason": "\(problem)"]) { $1 })
    }

    private func session(at server: Homeserver) async throws -> MatrixSession {
        var known = file.load()
        // A configured access token replaces the stored session. A session of another user is not used.
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
        // A refused login will not succeed within seconds.
        case .refused, .loggedOut: seconds = max(60, backOff.next(jitter: Double.random(in: 0..<1)))
        case .success, .unavailable: seconds = backOff.next(jitter: Double.random(in: 0..<1))
        }
        let level: Logger.Level = backOff.count > 1 ? .debug : .error
        log.log(level: level, what, metadata: facts.merging(["reason": "\(outcome.problem ?? "")"]) { $1 })
        try await time.sleep(until: time.now.addingTimeInterval(seconds))
    }

    /// Stores at most one token a second.
    ///
    /// After a crash, repeated events are recognised by id or merged by the server.
    private func keepTokens() async throws {
        var last: String?
        // The token is unchanged when nothing has happened.
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

    /// After a pause, reports `connected`, so that waiting messages are sent.
    private func announcePauseEnds() async throws {
        for await end in pause.ends {
            try await time.sleep(until: end)
            report(.connected)
        }
        try Task.checkCancellation()
    }
}
