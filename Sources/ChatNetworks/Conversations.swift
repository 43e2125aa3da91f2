import Foundation
import Synchronization

/// When people last spoke in each room.
final class Conversations: Sendable {
    private struct Times {
        var last: Date?
        var before: Date?
    }

    private let rooms = Mutex<[String: Times]>([:])

    func note(_ room: String, at time: Date) {
        rooms.withLock { $0[room] = Times(last: time, before: $0[room]?.last) }
    }

    /// What was said at that time was meant for the bot.
    func takeBack(_ room: String, at time: Date) {
        rooms.withLock { rooms in
            guard let times = rooms[room], times.last == time else { return }
            rooms[room] = Times(last: times.before)
        }
    }

    func last(in room: String) -> Date? { rooms.withLock { $0[room]?.last } }
}
