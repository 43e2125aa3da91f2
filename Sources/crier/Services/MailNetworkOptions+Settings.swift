import ChatCommands
import ChatNetworks
import CurlClient
import Localization
import NewsModel
import Storage

extension MailNetworkOptions {
    /// - Parameter pictures: fetches pictures of stories, whose addresses are strangers'.
    init(
        _ settings: Configuration.MailSettings,
        of configuration: Configuration,
        store: Store,
        catalogue: Catalogue,
        templates: String,
        pictures: HTTPClient
    ) {
        let prefix = configuration.commandPrefix
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
            isCommand: { CommandRouter.isCommand($0, prefix: prefix) },
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
        isChanging = { CommandRouter.asksForPushes($0, prefix: prefix) }
        isHarmless = { CommandRouter.isHarmless($0, prefix: prefix) }
        let network = name
        isAsked = { address, time in
            let identity = Identity(network: network, account: address)
            return try await CommandRouter.hasAsked(identity, of: store, at: time)
        }
        stopWords.formUnion(MailWording.words("mail.stopWords", in: catalogue))
        resumeWords.formUnion(MailWording.words("mail.resumeWords", in: catalogue))
        thanks.formUnion(MailWording.words("mail.thanks", in: catalogue))
        picture = { url in
            let limits = HTTPLimits(bodyBytes: 1 << 20, redirects: 3, totalSeconds: 10)
            guard let response = try? await pictures.fetch(HTTPRequest(url: url, limits: limits)),
                response.status == 200
            else { return nil }
            return response.body
        }
    }
}
