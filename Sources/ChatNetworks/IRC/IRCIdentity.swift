import CurlClient

/// How a person on IRC is identified in the rest of the program.
enum IRCIdentity {
    /// Marks a target that is a nick.
    ///
    /// Services accounts cannot contain a colon.
    static let nickPrefix = "nick:"

    /// Prefix modes of channel operators: founder, admin, operator, half-operator.
    static let operatorModes: Set<Character> = ["q", "a", "o", "h"]

    /// The nick that a target names; nil when the target is a services account.
    static func nick(in target: String) -> String? {
        target.hasPrefix(nickPrefix) ? String(target.dropFirst(nickPrefix.count)) : nil
    }

    /// The account of a person under an identity rule; nil for a guest.
    static func account(rule: IRCNetworkOptions.IdentityRule, nick: String, account: String?) -> String? {
        switch rule {
        case .account: account
        case .nick: nickPrefix + nick
        case .off: nil
        }
    }

    /// What stays the same when a person changes the nick: the host.
    ///
    /// For IPv6 it is the network of the household.
    ///
    /// The user name before the host is ignored, because clients choose it. Nil when the server shows no host.
    static func origin(ofUserHost userHost: String) -> String? {
        let host = userHost.drop { $0 != "@" }.dropFirst().lowercased()
        guard !host.isEmpty else { return nil }
        if let address = IPAddress(host) { return address.household.description }
        // A cloaked IPv6 address: the first part stands for the whole address, the others for its networks.
        guard let colon = host.firstIndex(of: ":"), host[colon...].dropFirst().contains(":") else { return host }
        return String(host[host.index(after: colon)...])
    }
}
