/// How far /sync answers are worked off: a token counts only when everything before it is done.
package struct SyncProgress: Hashable, Sendable {
    private struct Step: Hashable {
        var token: String
        var open: Set<String>
    }

    private var steps: [Step] = []

    package init() {}

    /// Commands that are not worked off yet.
    package var openCount: Int { steps.reduce(0) { $0 + $1.open.count } }

    /// An answer's token and the events it gave to others to work off.
    package mutating func began(_ token: String, events: some Sequence<String>) {
        steps.append(Step(token: token, open: Set(events)))
    }

    package mutating func finished(_ event: String) {
        for index in steps.indices { steps[index].open.remove(event) }
    }

    /// The newest token behind which nothing is open, once; nil when there is no new one.
    package mutating func takeToken() -> String? {
        let done = steps.prefix { $0.open.isEmpty }
        guard let token = done.last?.token else { return nil }
        steps.removeFirst(done.count)
        return token
    }
}
