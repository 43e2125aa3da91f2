internal import NewsModel

/// The action that a confirmation code confirms.
///
/// Its text is stored with the code.
enum PendingAction: Hashable {
    case forgetMe
    case forgetHistory
    case claimProfile
    case beginAnew
    case unsubscribeAll(RecipientID)
    /// Merges the profile with another one.
    case join(ProfileID)

    var text: String {
        switch self {
        case .forgetMe: "forget me"
        case .forgetHistory: "forget history"
        case .claimProfile: "claim profile"
        case .beginAnew: "begin anew"
        case .unsubscribeAll(let recipient): "unsub all \(recipient)"
        case .join(let profile): "join \(profile)"
        }
    }

    init?(_ text: String) {
        switch text {
        case "forget me": self = .forgetMe
        case "forget history": self = .forgetHistory
        case "claim profile": self = .claimProfile
        case "begin anew": self = .beginAnew
        default:
            guard let space = text.lastIndex(of: " "), let number = Int64(text[space...].dropFirst()) else {
                return nil
            }
            switch text[..<space] {
            case "unsub all": self = .unsubscribeAll(RecipientID(rawValue: number))
            case "join": self = .join(ProfileID(rawValue: number))
            default: return nil
            }
        }
    }
}
