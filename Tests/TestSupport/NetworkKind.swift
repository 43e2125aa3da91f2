private import ChatNetworks
package import NewsModel

/// A network that a test speaks of, with the traits of the real one.
package enum NetworkKind: Hashable, Sendable {
    case console
    case irc
    case matrix
    case mail

    package var traits: NetworkTraits {
        switch self {
        case .console: .console
        case .irc: .irc
        case .matrix: .matrix
        case .mail: .mail
        }
    }

    /// How rooms are named on any of them.
    package static var roomMarks: RoomMarks { .all }
}
