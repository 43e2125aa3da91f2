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
