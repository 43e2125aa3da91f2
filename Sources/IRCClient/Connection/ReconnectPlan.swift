/// How long to wait before the next attempt.
struct ReconnectPlan: Sendable {
    private let minimum: Duration
    private let maximum: Duration
    private let longWait: Duration
    private var failures = 0
    private var longFailures = 0

    init(_ options: IRCClientOptions) {
        minimum = options.reconnectMinimum
        maximum = options.reconnectMaximum
        longWait = options.longWait
    }

    /// Takes the end of a connection; `jitter` between 0 and 1 spreads those who lost the same server.
    ///
    /// A server that cannot be reached is no reason to wait long for another one that was not tried yet.
    mutating func wait(
        after reason: IRCDisconnectReason,
        connectedFor: Duration?,
        hasUntriedServer: Bool = false,
        jitter: Double
    ) -> Duration {
        if case .useTLS = reason.kind { return .zero }
        if hasUntriedServer, reason.kind == .temporary { return minimum * (0.5 + jitter / 2) }
        if let connectedFor, connectedFor > .seconds(60) {
            failures = 0
            longFailures = 0
        }
        switch reason.kind {
        case .requested, .temporary, .useTLS:
            let wait = min(maximum, minimum * (1 << min(failures, 16)))
            failures += 1
            return wait * (0.5 + jitter / 2)
        case .waitLong, .permanent:
            let wait = longWait * min(6, 1 << min(longFailures, 3))
            longFailures += 1
            return wait * (1 + jitter / 4)
        }
    }
}
