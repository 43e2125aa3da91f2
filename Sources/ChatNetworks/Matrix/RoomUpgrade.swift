import Logging
import MatrixClient
import NewsModel

/// A room that another room continues: we go along, and what belongs to the room comes with us.
struct RoomUpgrade {
    let network: MatrixNetwork
    let session: MatrixSession
    let room: String
    let successor: String

    /// After a restart the old room still says where to go, until it is left.
    func follow(through server: String?) async -> MatrixErrands.Outcome {
        switch await session.call(.join(successor, through: server)) {
        case .success: break
        case .limited(let seconds): return .failed(notBefore: seconds)
        // Refused: not invited yet, as people are invited one after another.
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
            // Anybody may be pointed at: the successor must know where it comes from.
            network.log.notice("Matrix upgrade not followed", metadata: facts)
            _ = await session.call(.leave(successor))
            return .done
        case .limited(let seconds): return .failed(notBefore: seconds)
        case .loggedOut, .unavailable: return .failed(notBefore: 0)
        }
    }

    private func isMoved() async -> Bool {
        // The old room is left when that is stored: until then it alone knows of the move.
        guard let user = await network.rooms.directUser(of: room) else {
            return network.report(.moved(room: room, to: successor))
        }
        guard await network.rooms.addDirect(successor, for: user) else { return false }
        _ = await session.call(.leave(room))
        return true
    }
}
