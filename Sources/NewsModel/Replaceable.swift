internal import Synchronization

/// A value that a reload replaces while others read it: all who hold this see the newest.
package final class Replaceable<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    package init(_ value: Value) { state = Mutex(value) }

    package var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
