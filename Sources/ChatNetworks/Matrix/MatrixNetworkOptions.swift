package import Foundation
package import MatrixClient
package import NewsModel

/// One homeserver account as a chat network.
package struct MatrixNetworkOptions: Sendable {
    /// Whose invitation into a room is accepted.
    package enum InvitationRule: Hashable, Sendable {
        case nobody
        case admins
        case anyone
        /// User ids and server names.
        case only(Set<String>)
    }

    package var name: String
    /// Its address, or the server name whose `.well-known` tells it.
    package var homeserver: String
    package var login: MatrixLogin
    /// Where the session is kept, readable by us alone.
    package var sessionPath: String
    package var deviceName = "Crier"
    /// The name that people see; nil leaves it to the account.
    package var displayName: String?
    package var userAgent = "Crier"
    package var caFile: String?
    package var invitations = InvitationRule.anyone
    /// Into how many rooms one account may bring the bot; its admins into any number.
    package var roomsPerInviter = 50
    /// User ids of the bot's admins.
    package var admins: Set<String> = []
    /// Seconds after which what was said while the bot was away is not answered any more.
    package var answerWithin: TimeInterval = 3_600
    package var sendsReceipts = true
    package var showsTyping = true
    /// What commands begin with; such lines are not conversation.
    package var commandPrefix: String
    /// How the bot is addressed in rooms.
    package var botName: String
    /// What it says when it comes into a room, and into a private one.
    package var welcome: @Sendable (_ isPrivate: Bool) -> RichText
    /// What it says where it cannot read.
    package var cannotRead: @Sendable () -> RichText

    package init(
        name: String,
        homeserver: String,
        login: MatrixLogin,
        sessionPath: String,
        commandPrefix: String,
        botName: String,
        welcome: @escaping @Sendable (_ isPrivate: Bool) -> RichText,
        cannotRead: @escaping @Sendable () -> RichText
    ) {
        self.name = name
        self.homeserver = homeserver
        self.login = login
        self.sessionPath = sessionPath
        self.commandPrefix = commandPrefix
        self.botName = botName
        self.welcome = welcome
        self.cannotRead = cannotRead
    }

    /// Whether somebody may bring the bot into a room.
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
