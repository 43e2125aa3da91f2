internal import Synchronization

/// Asks work on another thread to stop; the work looks at it now and then.
package final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    private let also: StopFlag?

    /// - `also`: a flag that stops this work, too, such as that of the whole client.
    package init(also: StopFlag? = nil) {
        self.also = also
    }

    package var isSet: Bool { flag.load(ordering: .relaxed) || also?.isSet == true }

    package func set() { flag.store(true, ordering: .relaxed) }
}
