internal import NewsModel

/// The sender of a command, as known by the network.
struct Person: Sendable {
    var network: String
    var displayName: String
    /// Nil for a guest.
    var identity: Identity?
    /// Names the continuous time online for which the identity is valid (a nick without services); nil where it lasts.
    var presence: String?
    /// The host the sender connects from, if the network shows it.
    var origin: String?
    var traits: NetworkTraits
    /// Nil for a guest, and for an account that has no profile yet.
    var profile: Profile?
    /// Their dormant profile, if the account was away for too long.
    var dormant: DormantProfile?
    /// Whether they are one of the configured admins.
    var isAdmin: Bool

    /// The sender of a message.
    ///
    /// The profile is not looked up.
    init(_ message: IncomingMessage, _ services: CommandServices) {
        self.network = message.network
        displayName = message.sender.displayName
        let network = services.networks[message.network]
        identity = message.sender.account.map {
            Identity(network: message.network, account: network?.folded($0) ?? $0)
        }
        presence = message.sender.presence
        origin = message.sender.origin
        traits = message.traits
        isAdmin = identity.map(services.options.admins.contains) ?? false
    }

    /// Whether the identity is a lasting account, not a name that can be changed.
    var hasLastingAccount: Bool { identity != nil && presence == nil }

    static func key(of account: Identity) -> String { "a:\(account.network):\(account.account)" }

    /// The key of the person's lists, pages and queue.
    var key: String {
        if let identity { return Self.key(of: identity) }
        return "g:\(network):\(displayName.lowercased())"
    }

    /// The address for private replies.
    ///
    /// Guests are addressed by nick, for replies only.
    var address: Address {
        identity?.address ?? Address(network: network, kind: .person, target: "nick:" + displayName)
    }
}

/// The keys by which a sender's rate limits are counted.
struct Counted: Hashable, Sendable {
    /// The account, otherwise the name.
    var person: String
    /// The host of a sender who can change their name.
    ///
    /// All its people also share one limit.
    var host: String?
    /// The key for fair turns in the queue: the person, or a host where new names or accounts cost nothing.
    var share: String

    /// The key that a new name does not change.
    var lasting: String { host ?? person }
}

extension Person {
    /// Guests and accounts that are not lasting can change their name, so their host is counted too.
    var counted: Counted {
        let place = origin.map { "\(network) \($0)" }
        let host = hasLastingAccount ? nil : place
        return Counted(person: key, host: host, share: host ?? (traits.isFederated ? place : nil) ?? key)
    }
}
