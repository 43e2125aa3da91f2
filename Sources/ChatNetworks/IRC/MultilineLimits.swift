import IRCClient
import Synchronization

/// The current limits of a message of several rows; nil while the network accepts only single lines.
final class MultilineLimits: Sendable {
    private let limits = Mutex<IRCMultilineLimits?>(nil)

    func set(_ new: IRCMultilineLimits?) { limits.withLock { $0 = new } }
    var current: IRCMultilineLimits? { limits.withLock { $0 } }
}
