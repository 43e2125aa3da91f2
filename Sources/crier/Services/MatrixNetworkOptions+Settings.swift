import ChatNetworks
import Foundation
import Localization
import MatrixClient
import NewsModel

extension MatrixNetworkOptions {
    init(
        _ settings: Configuration.MatrixNetworkSettings,
        of configuration: Configuration,
        _ catalogue: Catalogue
    ) {
        let login: MatrixLogin =
            if let token = settings.accessToken {
                .accessToken(token)
            } else if let token = settings.refreshToken {
                .refreshToken(token, user: settings.user)
            } else {
                .password(user: settings.user, password: settings.password ?? "")
            }
        let prefix = configuration.commandPrefix
        let botName = settings.botName
        self.init(
            name: settings.name,
            homeserver: settings.homeserver,
            login: login,
            sessionPath: configuration.storagePath.path + "." + settings.name + ".session",
            commandPrefix: prefix,
            botName: botName,
            welcome: { isPrivate in
                catalogue.localizer().richText(
                    isPrivate ? "matrix.welcomePrivate" : "matrix.welcome",
                    [
                        "headlines": .text(isPrivate ? "headlines" : prefix + "headlines"),
                        "help": .text(isPrivate ? "help" : botName + ": help"),
                    ]
                )
            },
            cannotRead: { catalogue.localizer().richText("matrix.cannotRead") }
        )
        userAgent = "Crier/\(Crier.version)"
        displayName = settings.displayName
        caFile = settings.caFile
        invitations =
            switch settings.invites {
            case .nobody: .nobody
            case .admins: .admins
            case .anyone: .anyone
            case .only(let known): .only(Set(known))
            }
        admins = Set(configuration.admins.filter { $0.network == settings.name }.map(\.account))
        roomsPerInviter = configuration.quotas.roomsPerInviter
        answerWithin = settings.answerWithin
        sendsReceipts = settings.sendsReceipts
        showsTyping = settings.showsTyping
    }
}

extension Configuration.MatrixNetworkSettings {
    /// The part of the user id before the colon: how the bot is addressed in rooms.
    var botName: String { UserID.localPart(of: user) }
}
