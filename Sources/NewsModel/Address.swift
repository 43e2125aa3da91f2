/// A place where something can be sent: a room or a person on one network.
package struct Address: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
        case room
        case person
    }

    /// The network's name in the configuration; `console` is the terminal.
    package var network: String
    package var kind: Kind
    /// A room's name, or a person's account on that network; folded by the network's own case rule.
    package var target: String

    package init(network: String, kind: Kind, target: String) {
        self.network = network
        self.kind = kind
        self.target = target
    }
}

/// Who somebody is on one network, as far as that network vouches for it.
package struct Identity: Hashable, Sendable, Codable {
    package var network: String
    /// Services account, user id or mail address; folded by the network's own case rule.
    package var account: String

    package init(network: String, account: String) {
        self.network = network
        self.account = account
    }

    package var address: Address { Address(network: network, kind: .person, target: account) }

    /// As people know it, without the mark of a mere nick.
    package var shownAccount: String { account.hasPrefix("nick:") ? String(account.dropFirst(5)) : account }
}

package enum NetworkKind: String, Hashable, Sendable, Codable {
    case console
    case irc
    case matrix
    case mail
}
