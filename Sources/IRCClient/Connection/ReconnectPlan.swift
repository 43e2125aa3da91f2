internal import TimeArithmetic

/// How long to wait before the next connection attempt.
struct ReconnectPlan: Sendable {
    private let minimum: Duration
    private let short: BackOff
    private let long: BackOff
    private let gaveWay: BackOff
    private var failures = 0
    private var longFailures = 0
    /// How often another process has turned us away since we were connected for a while.
    private(set) var timesGaveWay = 0

    init(_ options: IRCClientOptions) {
        minimum = options.reconnectMinimum
        short = BackOff(first: minimum / .seconds(1), longest: options.reconnectMaximum / .seconds(1))
        let longWait = options.longWait / .seconds(1)
        long = BackOff(first: longWait, longest: longWait * 6)
        let gaveWayWait = options.gaveWayWait / .seconds(1)
        gaveWay = BackOff(first: gaveWayWait, longest: gaveWayWait * 16)
    }

    /// The wait after a connection ended.
    ///
    /// `jitter` from 0 to 1 spreads clients that lost the same server.
    ///
    /// When a server cannot be reached, an untried one is tried after a short wait.
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
            timesGaveWay = 0
        }
        switch reason.kind {
        case .requested, .temporary, .useTLS:
            failures += 1
            return .seconds(short.wait(after: failures)) * (0.5 + jitter / 2)
        case .waitLong, .permanent:
            longFailures += 1
            return .seconds(long.wait(after: longFailures)) * (1 + jitter / 4)
        case .gaveWay:
            timesGaveWay += 1
            return .seconds(gaveWay.wait(after: timesGaveWay)) * (1 + jitter / 4)
        }
    }
}
