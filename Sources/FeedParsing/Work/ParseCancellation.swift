internal import Synchronization

/// A flag that cancels the work on one document.
///
/// Every parser checks it often. After `cancel` the parser ends soon, and its result must not be used.
final class ParseCancellation: Sendable {
    /// The flag of the current thread; nil where the work cannot be cancelled.
    @TaskLocal static var current: ParseCancellation?

    private let hasEnded = Atomic(false)

    var isCancelled: Bool { hasEnded.load(ordering: .relaxed) }

    func cancel() { hasEnded.store(true, ordering: .relaxed) }
}
