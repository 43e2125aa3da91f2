import Foundation
import Logging
import MatrixClient
import NewsModel

/// Handles invitations: who may invite us, joining, and the welcome.
struct MatrixInvitations {
    let network: MatrixNetwork
    let session: MatrixSession

    static func hasCapacity(_ network: MatrixNetwork, for user: String?) async -> Bool {
        await network.roomTasks.hasCapacity(
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
        let isSuccessor = await network.roomTasks.expects(invitation.room)
        if isSuccessor { await network.roomTasks.reopen(invitation.room) }
        guard isSuccessor || network.options.isWelcome(invitation.sender),
            await Self.hasCapacity(network, for: invitation.sender),
            try await network.roomTasks.add(.enter(invitation))
        else {
            network.log.info("Matrix invitation declined", metadata: facts)
            try await network.roomTasks.add(.decline(room: invitation.room))
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
        let isTheirs = await network.roomTasks.count(by: sender) >= network.options.roomsPerInviter
        let limit = isTheirs ? network.options.roomsPerInviter : nil
        network.report(.invitationRefused(RefusedInvitation(message, room: room, limit: limit)))
    }

    func enter(_ invitation: RoomInvitation) async -> MatrixTasks.Outcome {
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

    /// Creates an unencrypted direct room for a person who agrees to our message in an encrypted room.
    func consider(reaction: RoomEvent, to target: String, key: String, in room: String) async throws {
        guard key.unicodeScalars.first == "👍" || key.unicodeScalars.first == "✅",
            await network.rooms.isEncrypted(room),
            try await network.kept.encryptedRooms().contains(.init(room: room, event: target))
        else { return }
        try await network.roomTasks.add(.openDirect(user: reaction.sender))
    }

    /// The reason for the log and for the person who is told that sending to this address is paused.
    func reason(_ removal: SyncAction.Removal) -> String {
        let verb = removal.isBan ? "banned" : "kicked"
        return "\(verb) by \(removal.by)" + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
    }
}
