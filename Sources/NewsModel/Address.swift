/// Where a message can be sent: a room or a person on one network.
package struct Address: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case room
        case person
    }

    /// The network's name in the configuration; `console` is the terminal.
    package var network: String
    package var kind: Kind
    /// A room's name or a person's account, normalized by the network's own case rule.
    package var target: String

    package init(network: String, kind: Kind, target: String) {
        self.network = network
        self.kind = kind
        self.target = target
    }
}

/// A person's account on one network, as verified by that network.
package struct Identity: Hashable, Sendable, Codable {
    package var network: String
    /// Services account, user id or mail address, normalized by the network's own case rule.
    package var account: String

    package init(network: String, account: String) {
        self.network = network
        self.account = account
    }

    package var address: Address { Address(network: network, kind: .person, target: account) }

    /// The account as shown to people, without the `nick:` that marks an unverified nick.
    package var shownAccount: String { account.hasPrefix("nick:") ? String(account.dropFirst(5)) : account }
}
