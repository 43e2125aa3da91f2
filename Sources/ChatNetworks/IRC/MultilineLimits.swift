import IRCClient
import Synchronization

/// What the network takes as one message of several rows at this moment; nil where it takes lines alone.
final class MultilineLimits: Sendable {
    private let limits = Mutex<IRCMultilineLimits?>(nil)

    func set(_ new: IRCMultilineLimits?) { limits.withLock { $0 = new } }
    var current: IRCMultilineLimits? { limits.withLock { $0 } }
}
