import CurlClient

/// Who somebody on IRC is to the rest of the house.
enum IRCIdentity {
    /// Marks a target that is a nick and not a services account, which cannot hold a colon.
    static let nickPrefix = "nick:"

    /// Prefix modes with operator rights: founder, admin, operator, half-operator.
    static let operatorModes: Set<Character> = ["q", "a", "o", "h"]

    /// The nick that a target names; nil when it names a services account.
    static func nick(in target: String) -> String? {
        target.hasPrefix(nickPrefix) ? String(target.dropFirst(nickPrefix.count)) : nil
    }

    /// Nil is a guest.
    static func account(rule: IRCNetworkOptions.IdentityRule, nick: String, account: String?) -> String? {
        switch rule {
        case .account: account
        case .nick: nickPrefix + nick
        case .off: nil
        }
    }

    /// What somebody keeps when they change their nick: the host, of IPv6 the network, which one household has to itself.
    ///
    /// The user name before it is whatever the client says. Nil where the server shows no host.
    static func origin(ofUserHost userHost: String) -> String? {
        let host = userHost.drop { $0 != "@" }.dropFirst().lowercased()
        guard !host.isEmpty else { return nil }
        if let address = IPAddress(host) { return address.household.description }
        // A cloaked IPv6 address: its first part stands for the whole address, the next ones for its networks.
        guard let colon = host.firstIndex(of: ":"), host[colon...].dropFirst().contains(":") else { return host }
        return String(host[host.index(after: colon)...])
    }
}
