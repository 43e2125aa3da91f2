internal import NewsModel

/// Who typed a command, as far as the network vouches for it.
struct Person: Sendable {
    var network: String
    var displayName: String
    /// Nil for a guest.
    var identity: Identity?
    /// How long that identity is believed, where it is no lasting account.
    var presence: String?
    /// Where they come from, as far as the network shows it.
    var origin: String?
    var kind: NetworkKind
    /// Nil for a guest, and for an account that has asked for nothing private yet.
    var profile: Profile?
    /// The profile they would have, had the account not been away for so long.
    var dormant: DormantProfile?
    /// One of the operator's configured admins.
    var isAdmin: Bool

    /// Who sent a message; the profile is not looked up.
    init(_ message: IncomingMessage, _ services: CommandServices) {
        self.network = message.network
        displayName = message.sender.displayName
        let network = services.networks[message.network]
        identity = message.sender.account.map {
            Identity(network: message.network, account: network?.folded($0) ?? $0)
        }
        presence = message.sender.presence
        origin = message.sender.origin
        kind = message.networkKind
        isAdmin = identity.map(services.options.admins.contains) ?? false
    }

    /// Whether they are more than a name that can be changed.
    var hasLastingAccount: Bool { identity != nil && presence == nil }

    /// Names the person's lists, pages and lane.
    var key: String {
        if let identity { return "a:\(identity.network):\(identity.account)" }
        return "g:\(network):\(displayName.lowercased())"
    }

    /// Where a reply for the person alone goes; the network's adapter knows guests by nick, for replies only.
    var address: Address {
        identity?.address ?? Address(network: network, kind: .person, target: "nick:" + displayName)
    }
}
