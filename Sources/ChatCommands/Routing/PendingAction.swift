internal import NewsModel

/// What a confirmation code confirms, as it is kept beside the code.
enum PendingAction: Hashable {
    case forgetMe
    case forgetHistory
    case claimProfile
    case beginAnew
    case unsubscribeAll(RecipientID)

    var text: String {
        switch self {
        case .forgetMe: "forget me"
        case .forgetHistory: "forget history"
        case .claimProfile: "claim profile"
        case .beginAnew: "begin anew"
        case .unsubscribeAll(let recipient): "unsub all \(recipient)"
        }
    }

    init?(_ text: String) {
        switch text {
        case "forget me": self = .forgetMe
        case "forget history": self = .forgetHistory
        case "claim profile": self = .claimProfile
        case "begin anew": self = .beginAnew
        default:
            guard text.hasPrefix("unsub all "), let number = Int64(text.dropFirst(10)) else { return nil }
            self = .unsubscribeAll(RecipientID(rawValue: number))
        }
    }
}
