internal import NewsModel
internal import Synchronization

/// Messages of several commands of which some are not done yet.
///
/// Such a message is handled when all its commands are: a restart before that brings it again.
final class OpenLines: Sendable {
    private struct Key: Hashable {
        var network: String
        var id: String
    }

    private let open = Mutex<[Key: Int]>([:])

    /// Call it with all commands of a message before the first of them is begun.
    func add(_ commands: [IncomingMessage]) {
        guard let first = commands.first, let key = Self.key(of: first) else { return }
        open.withLock { $0[key, default: 0] += commands.count }
    }

    /// The message that is handled with this one: itself, or after the last of its commands the one that they came in.
    func finished(_ message: IncomingMessage) -> IncomingMessage? {
        guard let key = Self.key(of: message) else { return message }
        let rest = open.withLock { open in
            let rest = (open[key] ?? 1) - 1
            open[key] = rest > 0 ? rest : nil
            return rest
        }
        guard rest <= 0 else { return nil }
        var whole = message
        whole.inboundID = key.id
        return whole
    }

    private static func key(of message: IncomingMessage) -> Key? {
        message.partOf.map { Key(network: message.network, id: $0) }
    }
}
