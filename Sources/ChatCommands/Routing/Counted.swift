internal import NewsModel

/// Whom limits are counted for.
struct Counted: Hashable, Sendable {
    /// The account, else the name.
    var person: String
    /// Where somebody comes from who may call themselves anything: all of that place share one allowance, too.
    var host: String?
    /// Whose turn it is when many wait: the person, or everybody of a place whose people cost nothing to make.
    var share: String

    /// What a new name does not make new.
    var lasting: String { host ?? person }
}

extension Person {
    /// A guest, and an identity that is no lasting account, is a name that can be changed.
    var counted: Counted {
        let place = origin.map { "\(network) \($0)" }
        let host = hasLastingAccount ? nil : place
        return Counted(person: key, host: host, share: host ?? (kind == .matrix ? place : nil) ?? key)
    }
}
