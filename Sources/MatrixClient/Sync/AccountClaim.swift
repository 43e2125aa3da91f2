/// Which process answers for an account: account data that all devices of the account see.
package struct AccountClaim: Hashable, Sendable {
    /// The type of the account data.
    package static let type = "crier.running"

    /// A random name of the process.
    package var process: String
    /// Milliseconds since 1970.
    package var startedAt: Int

    package init(process: String, startedAt: Int) {
        self.process = process
        self.startedAt = startedAt
    }

    init?(_ content: JSONValue?) {
        guard let process = content?["process"]?.string, let startedAt = content?["started_at"]?.integer else {
            return nil
        }
        self.init(process: process, startedAt: startedAt)
    }

    /// The request that announces it for an account.
    package func request(user: String) -> MatrixRequest {
        let content: JSONValue = ["process": .string(process), "started_at": .string(String(startedAt))]
        return .setAccountData(user: user, type: Self.type, content)
    }

    func precedes(_ other: AccountClaim) -> Bool { (startedAt, process) < (other.startedAt, other.process) }
}

/// Decides which of several processes with one account stays: the one that was started first.
///
/// Each announces itself at its start. A running process that sees the claim of a younger one repeats its own, and the
/// younger one leaves when it sees that. The claim of a process that has ended is never repeated.
package struct AccountClaimRule: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case stay
        /// Announce our own claim again.
        case claim
        case leave
    }

    /// A homeserver may show the claim of an ended process for a moment, but not so often.
    private static let mostDoubts = 2

    private let own: AccountClaim
    /// Whether our own claim has come back.
    private var isAnnounced = false
    private var doubts = 0

    package init(own: AccountClaim) { self.own = own }

    /// Takes a claim that /sync has shown.
    package mutating func take(_ claim: AccountClaim) -> Verdict {
        if claim.process == own.process {
            isAnnounced = true
            doubts = 0
            return .stay
        }
        if own.precedes(claim) { return .claim }
        doubts += 1
        return isAnnounced || doubts > Self.mostDoubts ? .leave : .claim
    }
}
