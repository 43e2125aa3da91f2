import Foundation
import Logging
import MatrixClient
import NewsModel
import Speaking
import Synchronization

/// What the bot says by itself in rooms: a welcome, or that it cannot read them.
struct MatrixWelcomes {
    let network: MatrixNetwork
    private let rooms: JoinedRooms
    private let speaker: Speaker

    private static let mostEncryptedRooms = 1_000

    init(network: MatrixNetwork, session: MatrixSession) {
        self.network = network
        rooms = JoinedRooms(network: network, session: session)
        // An task is kept and tried again with the same key, so one attempt at a time is enough here.
        speaker = Speaker(
            networks: [network.name: rooms],
            options: SpeakerOptions(mostAttempts: 1),
            time: network.time,
            log: network.log
        )
    }

    func welcome(_ invitation: RoomInvitation, since: Date) async throws -> MatrixTasks.Outcome {
        let room = invitation.room
        if invitation.isDirect, let user = invitation.sender {
            guard await network.rooms.addDirect(room, for: user) else { return .failed(notBefore: 0) }
        }
        let company = await network.rooms.company(in: room)
        if company == .unknown { return .failed(notBefore: 0) }
        let isPrivate = company != .several
        if isPrivate, let user = invitation.sender {
            network.report(.readmitted(Address(network: network.name, kind: .person, target: user)))
        } else {
            network.report(.joined(room: room))
            network.report(.readmitted(Address(network: network.name, kind: .room, target: room)))
        }
        // In an encrypted room we have already said that we cannot read it.
        guard await !network.rooms.isEncrypted(room) else { return .done }
        // Each invitation gets its own welcome; after a crash the same one is repeated.
        let moment = Int(exactly: (since.timeIntervalSince1970 * 1_000).rounded()) ?? 0
        return try await say(network.options.welcome(isPrivate), in: room) {
            .welcome(room: room, millisecond: moment, part: $0)
        }
    }

    /// Says once that we cannot read an encrypted room.
    ///
    /// Nothing else is ever sent there.
    func sayUnreadable(_ room: String) async throws -> MatrixTasks.Outcome {
        var told = try await network.kept.encryptedRooms()
        guard !told.contains(where: { $0.room == room }) else { return .done }
        let outcome = try await say(network.options.cannotRead(), in: room) { .unreadable(room: room, part: $0) }
        guard case .done = outcome else { return outcome }
        told.append(.init(room: room, event: rooms.event(of: .unreadable(room: room, part: 0)) ?? ""))
        try await network.kept.setEncryptedRooms(Array(told.suffix(Self.mostEncryptedRooms)))
        return .done
    }

    func openDirectRoom(for user: String) async throws -> MatrixTasks.Outcome {
        switch await network.rooms.directRoom(for: user, isAskedFor: true) {
        case .room(let direct):
            network.report(.readmitted(Address(network: network.name, kind: .person, target: user)))
            return try await say(network.options.welcome(true), in: direct) { .directRoom(direct, part: $0) }
        case .later(let time): return .failed(notBefore: time?.timeIntervalSince(network.time.now) ?? 0)
        case .declined, .refused: return .done
        }
    }

    private func say(
        _ text: RichText,
        in room: String,
        key: @escaping @Sendable (_ part: Int) -> PartKey
    ) async throws -> MatrixTasks.Outcome {
        let address = Address(network: network.name, kind: .room, target: room)
        let message = OutgoingMessage(body: text, asNotice: true)
        switch try await speaker.say(Speech(message, to: address, key: key)).outcome {
        case .sent, .notSent(.noWords), .notSent(.keyIsUsed): return .done
        case .notSent(.refused(let reason)):
            network.log.notice("Matrix welcome refused", metadata: ["room": "\(room)", "reason": "\(reason)"])
            return .done
        case .perhapsSent, .notSent(.tooLate), .notSent(.tooManyAttempts), .notSent(.absent):
            return .failed(notBefore: network.pause.last.map { max(0, $0.timeIntervalSince(network.time.now)) } ?? 0)
        }
    }
}

/// Sends to rooms that the bot has joined, without checking for encryption: these texts contain nothing personal.
private final class JoinedRooms: MessageSending {
    private let network: MatrixNetwork
    private let session: MatrixSession
    private let events = Mutex(BoundedMap<PartKey, String>(limit: 100))

    var name: String { network.name }
    var traits: NetworkTraits { network.traits }

    init(network: MatrixNetwork, session: MatrixSession) { (self.network, self.session) = (network, session) }

    func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        network.parts(of: message, to: address)
    }

    func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        let (outcome, event) = await network.post(part, key: key, into: address.target, session)
        if let event { events.withLock { $0[key] = event } }
        return outcome
    }

    /// The event of a part that was sent lately.
    func event(of key: PartKey) -> String? { events.withLock { $0[key] } }
}
