import Synchronization

/// How writes of this process have fared with the room on the disk.
package struct DiskRoom: Hashable, Sendable {
    /// Writes refused because there was none, and SQLite's reason for the last of them.
    package var refusals = 0
    package var reason = ""
    /// Writes that changed something and found room since the last refusal.
    package var changes = 0

    package init() {}
}

/// Counts them, from any thread.
final class DiskRoomBook: Sendable {
    private let state = Mutex(DiskRoom())

    var room: DiskRoom { state.withLock { $0 } }

    func noteChange() { state.withLock { $0.changes += 1 } }

    func noteRefusal(_ reason: String) {
        state.withLock {
            $0.refusals += 1
            $0.reason = reason
            $0.changes = 0
        }
    }
}
