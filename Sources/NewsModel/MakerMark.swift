/// A keyed hash of the account that quotas count against: an account, or the origin that guests come from.
///
/// It is stored longer than the profile, so that deleting the profile does not reset the count. Without the
/// installation's secret nobody can find out whose it is.
package struct MakerMark: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter secret: the installation's sixteen random bytes.
    package init(of account: Identity, secret: some Sequence<UInt8>) {
        // Neither name contains a line break.
        let text = Array("maker\n\(account.network)\n\(account.account)".utf8)
        rawValue = Int64(bitPattern: SipHash.hash(text, SipHash.keys(secret)))
    }
}

/// Who creates a subscription, alert or schedule, or adds a feed.
package struct Maker: Hashable, Sendable {
    /// The account that quotas count against.
    package let counted: Identity
    /// Whether this is an origin of guests, who can change their names freely.
    ///
    /// All guests of one origin are counted together, including what they create for themselves.
    package let isPlace: Bool
    /// Who is informed when the address fails permanently.
    package var profile: ProfileID?

    package init(_ account: Identity, profile: ProfileID?) {
        counted = account
        isPlace = false
        self.profile = profile
    }

    /// A guest without a permanent account; `origin` is nil if the network shows none.
    package init(guestOf network: String, from origin: String?, profile: ProfileID?) {
        // No account name contains a space, so this cannot be one.
        counted = Identity(network: network, account: "guest \(origin ?? "")")
        isPlace = true
        self.profile = profile
    }
}
