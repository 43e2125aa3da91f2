package import Foundation
package import MatrixClient
package import NewsModel

/// The settings of one Matrix account.
package struct MatrixNetworkOptions: Sendable {
    /// Whose invitations to a room are accepted.
    package enum InvitationRule: Hashable, Sendable {
        case nobody
        case admins
        case anyone
        /// User ids and server names.
        case only(Set<String>)
    }

    package var name: String
    /// A URL, or a server name whose `.well-known` file names the URL.
    package var homeserver: String
    package var login: MatrixLogin
    /// The file of the stored session; only we may read it.
    package var sessionPath: String
    package var deviceName = "Crier"
    /// The display name; nil keeps the account's own.
    package var displayName: String?
    package var userAgent = "Crier"
    package var caFile: String?
    package var invitations = InvitationRule.anyone
    /// How many rooms one account may bring the bot into.
    ///
    /// Admins have no limit.
    package var roomsPerInviter = 50
    /// User ids of the bot's admins.
    package var admins: Set<String> = []
    /// Messages sent while the bot was offline are answered only if they are younger than this many seconds.
    package var answerWithin: TimeInterval = 3_600
    package var sendsReceipts = true
    package var showsTyping = true
    /// Loads a picture from an untrusted address, within limits; nil when no pictures are shown.
    package var picture: (@Sendable (_ url: String) async -> [UInt8]?)?
    /// Gives the icons of feeds; nil when none are shown.
    package var icons: (any FeedIconSource)?
    /// Its command prefix marks lines that do not count as conversation.
    package var vocabulary: CommandVocabulary
    /// The name by which the bot is addressed in rooms.
    package var botName: String
    /// The welcome in a room or in a private chat.
    package var welcome: @Sendable (_ isPrivate: Bool) -> RichText
    /// The message in an encrypted room, which the bot cannot read.
    package var cannotRead: @Sendable () -> RichText

    package init(
        name: String,
        homeserver: String,
        login: MatrixLogin,
        sessionPath: String,
        vocabulary: CommandVocabulary,
        botName: String,
        welcome: @escaping @Sendable (_ isPrivate: Bool) -> RichText,
        cannotRead: @escaping @Sendable () -> RichText
    ) {
        self.name = name
        self.homeserver = homeserver
        self.login = login
        self.sessionPath = sessionPath
        self.vocabulary = vocabulary
        self.botName = botName
        self.welcome = welcome
        self.cannotRead = cannotRead
    }

    /// Whether a user may invite the bot to a room.
    func isWelcome(_ user: String?) -> Bool {
        guard let user else { return invitations == .anyone }
        return switch invitations {
        case .nobody: false
        case .anyone: true
        case .admins: admins.contains(user)
        case .only(let known):
            known.contains(user) || admins.contains(user) || UserID.server(of: user).map(known.contains) ?? false
        }
    }
}
