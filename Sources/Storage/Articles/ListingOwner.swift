package import NewsModel

/// Whose numbered list it is.
package enum ListingOwner: Hashable, Sendable {
    case recipient(RecipientID)
    /// Somebody without a profile, by what others see.
    case guest(network: String, name: String)

    var key: String {
        switch self {
        case .recipient(let id): "recipient:\(id)"
        case .guest(let network, let name): "guest:\(network):\(name)"
        }
    }
}

/// What a numbered list was shown in.
package enum ListingOrigin: Hashable, Sendable {
    case push(MessageID)
    /// The answer to the command that came in as that.
    case answer(network: String, inboundID: String)

    var key: String {
        switch self {
        case .push(let message): Self.pushPrefix + "\(message)"
        case .answer(let network, let inboundID): Self.answerPrefix + network + ":" + inboundID
        }
    }

    static let pushPrefix = "push:"
    static let answerPrefix = "answer:"
}

/// A numbered list that is about to be shown.
package struct NewListing: Hashable, Sendable {
    package var owner: ListingOwner
    package var place: String
    package var kind: String
    /// Number 1 first.
    package var items: [Int64]
    /// It goes on with the owner's newest list, as single pushed news form one.
    package var extendsNewest: Bool

    package init(owner: ListingOwner, place: String, kind: String, items: [Int64], extendsNewest: Bool = false) {
        self.owner = owner
        self.place = place
        self.kind = kind
        self.items = items
        self.extendsNewest = extendsNewest
    }
}

extension Address {
    /// Names the place in listings; in private the owner says the rest.
    package var listingPlace: String {
        switch kind {
        case .room: "r:\(network):\(target)"
        case .person: "p:\(network)"
        }
    }
}
