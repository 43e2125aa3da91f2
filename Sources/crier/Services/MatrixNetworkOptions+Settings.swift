import ChatNetworks
import CurlClient
import Foundation
import Localization
import MatrixClient
import NewsModel
import NewsWording

extension MatrixNetworkOptions {
    /// - Parameters:
    ///   - pictures: The client that fetches pictures of stories. Their addresses are not trusted.
    ///   - icons: Gives the icons of feeds.
    init(
        _ settings: Configuration.MatrixNetworkSettings,
        of configuration: Configuration,
        _ catalogue: Catalogue,
        _ vocabulary: CommandVocabulary,
        pictures: HTTPClient,
        icons: any FeedIconSource
    ) {
        let login: MatrixLogin =
            if let token = settings.accessToken {
                .accessToken(token)
            } else if let token = settings.refreshToken {
                .refreshToken(token, user: settings.user)
            } else {
                .password(user: settings.user, password: settings.password ?? "")
            }
        let botName = settings.botName
        self.init(
            name: settings.name,
            homeserver: settings.homeserver,
            login: login,
            sessionPath: configuration.storagePath.path + "." + settings.name + ".session",
            vocabulary: vocabulary,
            botName: botName,
            welcome: { isPrivate in
                let hints: CommandHints =
                    isPrivate
                    ? .privately : .inRoom(RoomEtiquette(), botName: botName, vocabulary: vocabulary)
                let localizer = catalogue.localizer()
                return localizer.richText(
                    isPrivate ? "matrix.welcomePrivate" : "matrix.welcome",
                    [
                        "headlines": .text(hints.spoken(by: localizer).typed("headlines")),
                        "help": .text(hints.spoken(by: localizer).typed("help")),
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
        picture = { await pictures.picture($0) }
        self.icons = settings.showsIcons ? icons : nil
    }
}

extension Configuration.MatrixNetworkSettings {
    /// The part of the user id before the colon.
    ///
    /// People use it to address the bot in rooms.
    var botName: String { UserID.localPart(of: user) }
}
