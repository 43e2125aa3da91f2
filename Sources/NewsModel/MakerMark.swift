/// Whom something is counted for, without a name: an account, or a place that guests come from, under this installation's secret.
///
/// It outlives the profile, so that nobody's count begins again when they are forgotten. Only who has the secret and
/// guesses the account can tell whose it is.
package struct MakerMark: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// - Parameter secret: sixteen random bytes, the installation's own.
    package init(of account: Identity, secret: some Sequence<UInt8>) {
        // Neither name holds a line break.
        let text = Array("maker\n\(account.network)\n\(account.account)".utf8)
        rawValue = Int64(bitPattern: SipHash.hash(text, SipHash.keys(secret)))
    }
}

/// Who makes a wish or brings in a feed.
package struct Maker: Hashable, Sendable {
    /// For whom it is counted.
    package let counted: Identity
    /// Whether that is a place where anybody may take another name: all who come from there are counted as one, and what
    /// they make for themselves, too.
    package let isPlace: Bool
    /// Who is told when the wish's address fails for good.
    package var profile: ProfileID?

    package init(_ account: Identity, profile: ProfileID?) {
        counted = account
        isPlace = false
        self.profile = profile
    }

    /// Somebody without an account that lasts; `origin` is nil where the network shows none.
    package init(guestOf network: String, from origin: String?, profile: ProfileID?) {
        // No account's name holds a blank.
        counted = Identity(network: network, account: "guest \(origin ?? "")")
        isPlace = true
        self.profile = profile
    }
}
