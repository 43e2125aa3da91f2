import MailMessages

/// What a server's permanent refusal (5yz) is about.
enum MailRefusal {
    /// Whether it is the mailbox; else another mail, another day or another relay may do.
    ///
    /// RFC 3463: X.1 and X.2 speak of the mailbox, X.3 to X.7 of systems, routes, content and policy.
    static func isAboutMailbox(_ text: String) -> Bool {
        if let status = EnhancedStatus(text) {
            switch (status.subject, status.detail) {
            // A bad sender's address (X.1.7, X.1.8) and a mailing list's trouble are ours.
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

/// Refusals that were not about the mailbox, since the last mail was taken: to tell a reader's server from the relay of all.
struct SharedRefusals: Sendable {
    /// So many different mailboxes are no chance.
    private static let enough = 3
    private var addresses: Set<String> = []

    /// Notes one; whether others are refused, too.
    mutating func isEverybodys(_ address: String) -> Bool {
        if addresses.count < Self.enough { addresses.insert(address) }
        return addresses.count >= Self.enough
    }

    mutating func reset() { addresses.removeAll() }
}
