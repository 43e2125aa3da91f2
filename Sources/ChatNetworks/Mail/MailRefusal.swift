import MailMessages

/// Interprets a server's permanent refusal (5yz).
enum MailRefusal {
    /// Whether the refusal concerns the mailbox.
    ///
    /// Otherwise another mail, time or relay may succeed.
    ///
    /// RFC 3463: X.1 and X.2 concern the mailbox, X.3 to X.7 systems, routes, content and policy.
    static func isAboutMailbox(_ text: String) -> Bool {
        if let status = EnhancedStatus(text) {
            switch (status.subject, status.detail) {
            // A bad sender address (X.1.7, X.1.8) is our fault.
            case (1, 7), (1, 8): return false
            case (1, _), (2, _): return true
            case (0, _): break
            default: return false
            }
        }
        let words = text.lowercased()
        return !passing.contains { words.contains($0) }
    }

    private static let passing = [
        "relay", "limit", "quota", "blocked", "blacklist", "blocklist", "spam", "policy", "too many",
        "sender address", "not authenticated", "authentication required",
    ]
}

/// Counts recent refusals that were not about the mailbox, to tell one recipient's server from our relay.
struct SharedRefusals: Sendable {
    /// This many different mailboxes are no coincidence.
    private static let enough = 3
    private var addresses: Set<String> = []

    /// Records a refusal; returns whether other addresses were refused too.
    mutating func recordIsShared(_ address: String) -> Bool {
        if addresses.count < Self.enough { addresses.insert(address) }
        return addresses.count >= Self.enough
    }

    mutating func reset() { addresses.removeAll() }
}
