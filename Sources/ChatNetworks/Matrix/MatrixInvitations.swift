import Foundation
import Logging
import MatrixClient
import NewsModel

/// Coming into rooms: who may bring us there, and what we say then.
struct MatrixInvitations {
    let network: MatrixNetwork
    let session: MatrixSession

    /// More would be a stranger's way to fill our memory.
    private static let mostRooms = 1_000
    private static let mostPending = 100

    static func hasPlace(_ rooms: MatrixRooms) async -> Bool { await rooms.joinedCount < mostRooms }

    /// Keeps an invitation that is welcome, and declines any other.
    func consider(_ invitation: RoomInvitation, isSuccessor: Bool) async throws {
        let facts = network.facts.merging(
            ["room": "\(invitation.room)", "by": "\(invitation.sender ?? "")"]
        ) { $1 }
        var pending = try await network.kept.invitations()
        guard !pending.contains(where: { $0.room == invitation.room }) else { return }
        guard isSuccessor || network.options.isWelcome(invitation.sender), pending.count < Self.mostPending,
            await Self.hasPlace(network.rooms)
        else {
            network.log.info("Matrix invitation declined", metadata: facts)
            _ = await session.call(.leave(invitation.room))
            _ = await session.call(.forget(invitation.room))
            return
        }
        network.log.notice("Matrix invitation followed", metadata: facts)
        pending.append(invitation)
        try await network.kept.setInvitations(pending)
    }

    /// Joins where we are invited and welcomes where we have come in; what fails for now is tried again.
    func settle(_ retries: inout JoinRetries) async throws {
        let kept = try await network.kept.invitations()
        let pending = kept + (await network.rooms.takeEntered())
        guard !pending.isEmpty else { return }
        var rest: [RoomInvitation] = []
        for invitation in pending {
            let isThere = await network.rooms.isJoined(invitation.room)
            let isDue = retries.isDue(invitation.room, at: network.time.now)
            if isThere || isDue, await isSettled(invitation) {
                retries.forget(invitation.room)
                continue
            }
            if !isThere, isDue { retries.failed(invitation.room, at: network.time.now) }
            // Rooms that are not there must not take the place of others for ever.
            if retries.isHopeless(invitation.room) {
                network.log.notice("Matrix invitation given up", metadata: ["room": "\(invitation.room)"])
                _ = await session.call(.leave(invitation.room))
                retries.forget(invitation.room)
                continue
            }
            rest.append(invitation)
        }
        if rest != kept { try await network.kept.setInvitations(rest) }
    }

    private func isSettled(_ invitation: RoomInvitation) async -> Bool {
        let room = invitation.room
        guard await network.rooms.isJoined(room) else {
            let server = invitation.sender.flatMap(UserID.server(of:))
            switch await session.call(.join(room, through: server)) {
            case .refused(let refusal):
                let facts = network.facts.merging(["room": "\(room)", "reason": "\(refusal)"]) { $1 }
                network.log.notice("Matrix room not entered", metadata: facts)
                _ = await session.call(.leave(room))
                return true
            // The welcome waits until /sync has told what kind of room it is.
            case .success, .limited, .loggedOut, .unavailable: return false
            }
        }
        if invitation.isDirect, let user = invitation.sender {
            guard await network.rooms.addDirect(room, for: user) else { return false }
        }
        let company = await network.rooms.company(in: room)
        if company == .unknown { return false }
        let isPrivate = company != .several
        if isPrivate, let user = invitation.sender {
            network.report(.readmitted(Address(network: network.name, kind: .person, target: user)))
        } else {
            network.report(.joined(room: room))
            network.report(.readmitted(Address(network: network.name, kind: .room, target: room)))
        }
        // Where nothing can be read, that was said already.
        guard await !network.rooms.isEncrypted(room) else { return true }
        return await say(network.options.welcome(isPrivate), in: room, as: "welcome").isSettled
    }

    /// Says once that a room is encrypted, which is all that is ever said there.
    func sayUnreadable(_ room: String) async throws {
        var told = try await network.kept.encryptedRooms()
        guard !told.contains(where: { $0.room == room }) else { return }
        let (isSettled, event) = await say(network.options.cannotRead(), in: room, as: "unreadable")
        guard isSettled else { return }
        told.append(.init(room: room, event: event ?? ""))
        try await network.kept.setEncryptedRooms(Array(told.suffix(Self.mostRooms)))
    }

    /// Who agrees to what was said in an encrypted room gets a direct one without encryption.
    func consider(reaction: RoomEvent, to target: String, key: String, in room: String) async throws {
        guard key.unicodeScalars.first == "👍" || key.unicodeScalars.first == "✅",
            await network.rooms.isEncrypted(room),
            try await network.kept.encryptedRooms().contains(.init(room: room, event: target)),
            case .room(let direct) = await network.rooms.directRoom(for: reaction.sender, isAskedFor: true)
        else { return }
        let person = Address(network: network.name, kind: .person, target: reaction.sender)
        network.report(.readmitted(person))
        _ = await say(network.options.welcome(true), in: direct, as: "opened")
    }

    /// For the log and for whoever is told that a place is paused.
    func reason(_ removal: SyncAction.Removal) -> String {
        let verb = removal.isBan ? "banned" : "kicked"
        return "\(verb) by \(removal.by)" + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
    }

    /// Speaks past the check for encryption: these texts are the same for everybody.
    ///
    /// What is not settled is tried again.
    private func say(
        _ text: RichText,
        in room: String,
        as key: String
    ) async -> (isSettled: Bool, event: String?) {
        var event: String?
        let address = Address(network: network.name, kind: .room, target: room)
        let message = OutgoingMessage(body: text, asNotice: true)
        for (number, part) in network.parts(of: message, to: address).enumerated() {
            let (outcome, id) = await network.post(part, key: "\(key)-\(room)-\(number)", into: room, session)
            switch outcome {
            case .confirmed: event = id
            case .refused(let reason):
                network.log.notice("Matrix welcome refused", metadata: ["room": "\(room)", "reason": "\(reason)"])
                return (true, nil)
            case .notSent, .unknown: return (false, nil)
            }
        }
        return (true, event)
    }
}
