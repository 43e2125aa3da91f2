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
}
