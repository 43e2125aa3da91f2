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

    /// Keeps an invitation that is welcome, and declines any other.
    func consider(_ invitation: RoomInvitation, isSuccessor: Bool) async throws {
        let facts = network.facts.merging(
            ["room": "\(invitation.room)", "by": "\(invitation.sender ?? "")"]
        ) { $1 }
        var pending = try await network.kept.invitations()
        guard !pending.contains(where: { $0.room == invitation.room }) else { return }
        guard isSuccessor || network.options.isWelcome(invitation.sender), pending.count < Self.mostPending,
            await network.rooms.joinedCount < Self.mostRooms
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
    func settle() async throws {
        let pending = try await network.kept.invitations()
        guard !pending.isEmpty else { return }
        var rest: [RoomInvitation] = []
        for invitation in pending where await !isSettled(invitation) { rest.append(invitation) }
        if rest != pending { try await network.kept.setInvitations(rest) }
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
        let isPrivate = await network.rooms.partner(in: room) != nil
        if isPrivate, let user = invitation.sender {
            network.report(.readmitted(Address(network: network.name, kind: .person, target: user)))
        } else {
            network.report(.joined(room: room))
            network.report(.readmitted(Address(network: network.name, kind: .room, target: room)))
        }
        // Where nothing can be read, that was said already.
        guard await !network.rooms.isEncrypted(room) else { return true }
        return await say(network.options.welcome(isPrivate), in: room, as: "welcome")
    }

    /// Says once that a room is encrypted, which is all that is ever said there.
    func sayUnreadable(_ room: String) async throws {
        var told = try await network.kept.encryptedRooms()
        guard !told.contains(room) else { return }
        guard await say(network.options.cannotRead(), in: room, as: "unreadable") else { return }
        told.append(room)
        try await network.kept.setEncryptedRooms(Array(told.suffix(Self.mostRooms)))
    }

    /// For the log and for whoever is told that a place is paused.
    func reason(_ removal: SyncAction.Removal) -> String {
        let verb = removal.isBan ? "banned" : "kicked"
        return "\(verb) by \(removal.by)" + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
    }

    /// Speaks past the check for encryption: these texts are the same for everybody.
    ///
    /// False: try again.
    private func say(_ text: RichText, in room: String, as key: String) async -> Bool {
        let address = Address(network: network.name, kind: .room, target: room)
        let message = OutgoingMessage(body: text, asNotice: true)
        for (number, part) in network.parts(of: message, to: address).enumerated() {
            switch await network.put(part, key: "\(key)-\(room)-\(number)", into: room, session) {
            case .confirmed: continue
            case .refused(let reason):
                network.log.notice("Matrix welcome refused", metadata: ["room": "\(room)", "reason": "\(reason)"])
                return true
            case .notSent, .unknown: return false
            }
        }
        return true
    }
}
