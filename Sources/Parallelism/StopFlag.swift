internal import Synchronization

/// Asks work on another thread to stop.
///
/// The work checks the flag regularly.
package final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    private let also: StopFlag?

    /// - `also`: another flag that stops this work too, such as the flag of the whole client.
    package init(also: StopFlag? = nil) {
        self.also = also
    }

    package var isSet: Bool { flag.load(ordering: .relaxed) || also?.isSet == true }

    package func set() { flag.store(true, ordering: .relaxed) }
}
