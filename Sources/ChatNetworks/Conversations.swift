import Foundation
import Synchronization

/// The last time people talked to each other in each room.
final class Conversations: Sendable {
    private struct Times {
        var last: Date?
        var before: Date?
    }

    private let rooms = Mutex<[String: Times]>([:])

    func note(_ room: String, at time: Date) {
        rooms.withLock { $0[room] = Times(last: time, before: $0[room]?.last) }
    }

    /// Removes a message that turned out to be meant for the bot.
    func remove(_ room: String, at time: Date) {
        rooms.withLock { rooms in
            guard let times = rooms[room], times.last == time else { return }
            rooms[room] = Times(last: times.before)
        }
    }

    func last(in room: String) -> Date? { rooms.withLock { $0[room]?.last } }
}
