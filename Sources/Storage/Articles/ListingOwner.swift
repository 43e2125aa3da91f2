package import NewsModel

/// The owner of a numbered list.
package enum ListingOwner: Hashable, Sendable {
    case recipient(RecipientID)
    /// A user without a profile, by their visible name.
    case guest(network: String, name: String)

    var key: String {
        switch self {
        case .recipient(let id): "recipient:\(id)"
        case .guest(let network, let name): "guest:\(network):\(name)"
        }
    }
}

/// The message in which a numbered list was shown.
package enum ListingOrigin: Hashable, Sendable {
    case push(MessageID)
    /// The reply to the inbound message with that id.
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
    /// The first item has the number 1.
    package var items: [Int64]
    /// Continues the owner's newest list; used for news that is pushed one by one.
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
    /// The key of the destination in listings; in private chats the owner identifies the person.
    package var listingPlace: String {
        switch kind {
        case .room: "r:\(network):\(target)"
        case .person: "p:\(network)"
        }
    }
}
