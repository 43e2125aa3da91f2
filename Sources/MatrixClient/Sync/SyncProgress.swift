/// Tracks which /sync answers are processed.
///
/// A token may be stored only when everything before it is done.
package struct SyncProgress: Hashable, Sendable {
    private struct Step: Hashable {
        var token: String
        var open: Set<String>
    }

    private var steps: [Step] = []

    package init() {}

    /// The number of commands that are not processed yet.
    package var openCount: Int { steps.reduce(0) { $0 + $1.open.count } }

    /// Starts an answer: its token and the events that others have to process.
    package mutating func began(_ token: String, events: some Sequence<String>) {
        steps.append(Step(token: token, open: Set(events)))
    }

    package mutating func finished(_ event: String) {
        for index in steps.indices { steps[index].open.remove(event) }
    }

    /// Returns the newest token with no open events up to it, once; nil when there is none.
    package mutating func takeToken() -> String? {
        let done = steps.prefix { $0.open.isEmpty }
        guard let token = done.last?.token else { return nil }
        steps.removeFirst(done.count)
        return token
    }
}
