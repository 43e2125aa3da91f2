internal import Synchronization

/// The work on one document, for as long as somebody waits for it.
///
/// Every reader looks here again and again; after `giveUp` it ends soon, and what it gives then means nothing.
final class ParseEffort: Sendable {
    /// That of the thread; nil where nobody would give up.
    @TaskLocal static var current: ParseEffort?

    private let hasEnded = Atomic(false)

    var isGivenUp: Bool { hasEnded.load(ordering: .relaxed) }

    func giveUp() { hasEnded.store(true, ordering: .relaxed) }
}
