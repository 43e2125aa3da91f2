import Foundation
import Synchronization

/// When people last spoke in each room.
final class Conversations: Sendable {
    private let times = Mutex<[String: Date]>([:])

    func note(_ room: String, at time: Date) { times.withLock { $0[room] = time } }
    func last(in room: String) -> Date? { times.withLock { $0[room] } }
}
