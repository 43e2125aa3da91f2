internal import NIOCore
internal import Synchronization

/// The connections there are, and whether one more is welcome.
final class OpenConnections: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(limit: Int) { self.limit = limit }

    func take(_ channel: any Channel) -> Bool {
        let isWelcome = open.withLock { open in
            guard open.count < limit else { return false }
            open[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isWelcome else { return false }
        let id = ObjectIdentifier(channel)
        channel.closeFuture.whenComplete { [self] _ in open.withLock { $0[id] = nil } }
        return true
    }

    func closeAll() {
        for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }
}
