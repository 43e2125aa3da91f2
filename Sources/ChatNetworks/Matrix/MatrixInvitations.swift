import Foundation
import Logging
import MatrixClient
import NewsModel

/// Handles invitations: who may invite us, joining, and the welcome.
struct MatrixInvitations {
    let network: MatrixNetwork
    let session: MatrixSession

    private static let mostEncryptedRooms = 1_000

    static func hasCapacity(_ network: MatrixNetwork, for user: String?) async -> Bool {
        await network.errands.hasCapacity(
            for: user.flatMap { network.options.admins.contains($0) ? nil : $0 },
            joined: network.rooms.joinedCount,
            ownServer: UserID.server(of: network.rooms.ownUser)
        )
    }

    /// Accepts an allowed invitation and declines any other.
    func consider(_ invitation: RoomInvitation) async throws {
        let facts = network.facts.merging(
            ["room": "\(invitation.room)", "by": "\(invitation.sender ?? "")"]
        ) { $1 }
        let isSuccessor = await network.errands.expects(invitation.room)
        if isSuccessor { await network.errands.reopen(invitation.room) }
        guard isSuccessor || network.options.isWelcome(invitation.sender),
            await Self.hasCapacity(network, for: invitation.sender),
            try await network.errands.add(.enter(invitation))
        else {
            network.log.info("Matrix invitation declined", metadata: facts)
            try await network.errands.add(.decline(room: invitation.room))
            if let sender = invitation.sender { await refuse(invitation.room, sender) }
            return
        }
        network.log.notice("Matrix invitation followed", metadata: facts)
    }

    /// Tells an inviter why we declined, if they have a private room with us; none is created for that.
    private func refuse(_ room: String, _ sender: String) async {
        guard await !network.rooms.candidates(for: sender, first: nil, last: nil).isEmpty else { return }
        let server = UserID.server(of: sender)
        let isOurs = server == UserID.server(of: await network.rooms.ownUser)
        let message = IncomingMessage(
            network: network.name,
            traits: network.traits,
            sender: .init(displayName: UserID.localPart(of: sender), account: sender, origin: isOurs ? nil : server),
            room: nil,
            text: "",
            receivedAt: network.time.now
        )
        guard network.options.isWelcome(sender) else {
            let refused = RefusedInvitation(message, room: room, limit: nil, isWelcome: false)
            network.report(.invitationRefused(refused))
            return
        }
        let isTheirs = await network.errands.count(by: sender) >= network.options.roomsPerInviter
        let limit = isTheirs ? network.options.roomsPerInviter : nil
        network.report(.invitationRefused(RefusedInvitation(message, room: room, limit: limit)))
    }

    func enter(_ invitation: RoomInvitation) async -> MatrixErrands.Outcome {
        let room = invitation.room
        switch await session.call(.join(room, through: invitation.sender.flatMap(UserID.server(of:)))) {
        case .refused(let refusal):
            let facts = network.facts.merging(["room": "\(room)", "reason": "\(refusal)"]) { $1 }
            network.log.notice("Matrix room not entered", metadata: facts)
            _ = await session.call(.leave(room))
            _ = await session.call(.forget(room))
            return .done
        case .limited(let seconds): return .failed(notBefore: seconds)
        // The welcome waits until /sync has reported what kind of room it is.
        case .success, .loggedOut, .unavailable: return .failed(notBefore: 0)
        }
    }

    func welcome(_ invitation: RoomInvitation, since: Date) async -> MatrixErrands.Outcome {
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
        return await say(network.options.welcome(isPrivate), in: room) {
            .welcome(room: room, millisecond: moment, part: $0)
        }.outcome
    }

    /// Says once that we cannot read an encrypted room.
    ///
    /// Nothing else is ever sent there.
    func sayUnreadable(_ room: String) async throws -> MatrixErrands.Outcome {
        var told = try await network.kept.encryptedRooms()
        guard !told.contains(where: { $0.room == room }) else { return .done }
        let (outcome, event) = await say(network.options.cannotRead(), in: room) { .unreadable(room: room, part: $0) }
        guard case .done = outcome else { return outcome }
        told.append(.init(room: room, event: event ?? ""))
        try await network.kept.setEncryptedRooms(Array(told.suffix(Self.mostEncryptedRooms)))
        return .done
    }

    /// Creates an unencrypted direct room for a person who agrees to our message in an encrypted room.
    func consider(reaction: RoomEvent, to target: String, key: String, in room: String) async throws {
        guard key.unicodeScalars.first == "👍" || key.unicodeScalars.first == "✅",
            await network.rooms.isEncrypted(room),
            try await network.kept.encryptedRooms().contains(.init(room: room, event: target))
        else { return }
        try await network.errands.add(.openDirect(user: reaction.sender))
    }

    func openDirectRoom(for user: String) async -> MatrixErrands.Outcome {
        switch await network.rooms.directRoom(for: user, isAskedFor: true) {
        case .room(let direct):
            network.report(.readmitted(Address(network: network.name, kind: .person, target: user)))
            return await say(network.options.welcome(true), in: direct) { .directRoom(direct, part: $0) }.outcome
        case .later(let time): return .failed(notBefore: time?.timeIntervalSince(network.time.now) ?? 0)
        case .declined, .refused: return .done
        }
    }

    /// The reason for the log and for the person who is told that sending to this address is paused.
    func reason(_ removal: SyncAction.Removal) -> String {
        let verb = removal.isBan ? "banned" : "kicked"
        return "\(verb) by \(removal.by)" + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
    }

    /// Sends without checking for encryption: these texts contain nothing personal.
    private func say(
        _ text: RichText,
        in room: String,
        key: (_ part: Int) -> PartKey
    ) async -> (outcome: MatrixErrands.Outcome, event: String?) {
        var event: String?
        let address = Address(network: network.name, kind: .room, target: room)
        let message = OutgoingMessage(body: text, asNotice: true)
        for (number, part) in network.parts(of: message, to: address).enumerated() {
            let (outcome, id) = await network.post(part, key: key(number), into: room, session)
            switch outcome {
            case .confirmed: event = id
            case .refused(let reason), .unconfirmed(let reason):
                network.log.notice("Matrix welcome refused", metadata: ["room": "\(room)", "reason": "\(reason)"])
                return (.done, nil)
            case .notSent(let retryAt):
                return (.failed(notBefore: retryAt?.timeIntervalSince(network.time.now) ?? 0), nil)
            case .unknown: return (.failed(notBefore: 0), nil)
            }
        }
        return (.done, event)
    }
}
