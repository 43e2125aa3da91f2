import Logging
import MatrixClient
import NewsModel

/// Follows the upgrade of a room: joins its successor and moves what belongs to the room.
struct RoomUpgrade {
    let network: MatrixNetwork
    let session: MatrixSession
    let room: String
    let successor: String

    /// Joins the successor.
    ///
    /// After a restart it is repeated, because the old room names its successor until we leave it.
    func follow(through server: String?) async -> MatrixTasks.Outcome {
        switch await session.call(.join(successor, through: server)) {
        case .success: break
        case .limited(let seconds): return .failed(notBefore: seconds)
        // Refused: probably not invited yet, because people are invited one by one.
        case .refused, .loggedOut, .unavailable: return .failed(notBefore: 0)
        }
        let facts = network.facts.merging(["from": "\(room)", "to": "\(successor)"]) { $1 }
        let origin = await session.call(.state(of: successor, type: "m.room.create"))
        switch origin {
        case .success(let creation) where creation["predecessor"]?["room_id"]?.string == room:
            guard await isMoved() else { return .failed(notBefore: 0) }
            network.log.notice("Matrix room upgraded", metadata: facts)
            return .done
        case .success, .refused:
            // A tombstone may name any room, so the successor must name this room as its predecessor.
            network.log.notice("Matrix upgrade not followed", metadata: facts)
            _ = await session.call(.leave(successor))
            return .done
        case .limited(let seconds): return .failed(notBefore: seconds)
        case .loggedOut, .unavailable: return .failed(notBefore: 0)
        }
    }

    private func isMoved() async -> Bool {
        // Leave the old room only after the move is stored: until then only the old room shows it.
        guard let user = await network.rooms.directUser(of: room) else {
            return network.report(.moved(room: room, to: successor))
        }
        guard await network.rooms.addDirect(successor, for: user) else { return false }
        _ = await session.call(.leave(room))
        return true
    }
}
