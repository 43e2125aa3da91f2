import Logging
import MatrixClient
import NewsModel

/// Rooms that another room continues: we go along, and what belongs to the room comes with us.
struct RoomUpgrades {
    private var pending: [String: (successor: String, sender: String)] = [:]

    mutating func note(_ room: String, _ successor: String, _ sender: String) {
        guard pending.count < 100 else { return }
        pending[room] = (successor, sender)
    }

    /// Whether an invitation there is part of an upgrade.
    func expects(_ room: String) -> Bool { pending.values.contains { $0.successor == room } }

    /// What fails for now is tried again after the next /sync; after a restart the old room still says where to go.
    mutating func settle(_ network: MatrixNetwork, _ session: MatrixSession, _ retries: inout JoinRetries) async {
        for (room, (successor, sender)) in pending where retries.isDue(successor, at: network.time.now) {
            switch await session.call(.join(successor, through: UserID.server(of: sender))) {
            case .success: retries.forget(successor)
            // Not invited yet: people are invited one after another.
            case .refused, .limited, .loggedOut, .unavailable:
                retries.failed(successor, at: network.time.now)
                continue
            }
            let facts = network.facts.merging(["from": "\(room)", "to": "\(successor)"]) { $1 }
            let origin = await session.call(.state(of: successor, type: "m.room.create"))
            switch origin {
            case .success(let creation) where creation["predecessor"]?["room_id"]?.string == room:
                network.log.notice("Matrix room upgraded", metadata: facts)
                if let user = await network.rooms.directUser(of: room) {
                    guard await network.rooms.addDirect(successor, for: user) else { continue }
                } else {
                    network.report(.moved(room: room, to: successor))
                }
                _ = await session.call(.leave(room))
            case .success, .refused:
                // Anybody may be pointed at: the successor must know where it comes from.
                network.log.notice("Matrix upgrade not followed", metadata: facts)
                _ = await session.call(.leave(successor))
            case .limited, .loggedOut, .unavailable: continue
            }
            pending[room] = nil
        }
    }
}
