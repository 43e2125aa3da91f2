import ChatCommands
import ChatNetworks
import CurlClient
import Localization
import MailMessages
import MailTalk
import NewsModel
import Storage

extension MailNetworkOptions {
    /// - Parameters:
    ///   - pictures: The client that fetches pictures of stories. Their addresses are not trusted.
    ///   - icons: Gives the icons of feeds.
    init(
        _ settings: Configuration.MailSettings,
        of configuration: Configuration,
        store: Store,
        catalogue: Catalogue,
        vocabulary: CommandVocabulary,
        templates: String,
        pictures: HTTPClient,
        icons: any FeedIconSource
    ) {
        let wording = MailWording(store: store, catalogue: catalogue)
        var mailbox: MailboxAccess?
        if let server = settings.mailbox, let login = settings.mailboxLogin {
            mailbox = MailboxAccess(url: server.text, requiresTLS: settings.requiresTLS, credentials: login)
            mailbox?.interval = settings.poll
        }
        self.init(
            address: settings.address,
            submission: Submission(
                url: settings.submission.text,
                requiresTLS: settings.requiresTLS,
                credentials: settings.submissionLogin
            ),
            mailbox: mailbox,
            templates: templates,
            people: PeopleWords { catalogue.phrases("mailWords.\($0)") },
            programs: ProgramWords { catalogue.phrases("mailWords.\($0)") },
            vocabulary: vocabulary,
            wording: { notice, address in await wording.words(for: notice, to: address) }
        )
        name = Configuration.MailSettings.network
        displayName = settings.displayName
        separator = settings.subaddressSeparator
        authenticationServer = settings.authenticationServer
        caFile = settings.caFile
        answersPerHour = settings.answersPerHour
        answersPerGuest = settings.answersPerGuest
        guestAnswersPerDomain = settings.guestAnswersPerDomain
        guestAnswersPerHour = settings.guestAnswersPerHour
        unsubscribeURL = settings.unsubscribeURL
        let network = name
        isAsked = { address, time in
            let identity = Identity(network: network, account: address)
            return try await CommandRouter.hasAsked(identity, of: store, at: time)
        }
        picture = { await pictures.picture($0) }
        self.icons = settings.iconsPerMail > 0 ? icons : nil
        iconsPerMail = settings.iconsPerMail
    }
}

extension HTTPClient {
    /// The bytes of a story's picture; nil when they cannot be loaded.
    func picture(_ url: String) async -> [UInt8]? {
        let limits = HTTPLimits(bodyBytes: 1 << 20, redirects: 3, totalSeconds: 10)
        guard let response = try? await fetch(HTTPRequest(url: url, limits: limits)), response.status == 200
        else { return nil }
        return response.body
    }
}
