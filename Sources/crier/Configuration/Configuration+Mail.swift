import MailTransport

extension Configuration {
    /// The settings of the bot's mailbox.
    struct MailSettings: Sendable {
        /// The name of the mail network in identities and addresses.
        static let network = "mail"

        var address: String
        var displayName = "Crier"
        var submission: MailServerSetting
        /// The lines of these options in the file.
        var submissionLine: Int?
        var authenticationServerLine: Int?
        var submissionLogin: MailCredentials?
        var mailbox: MailServerSetting?
        var mailboxLogin: MailCredentials?
        var requiresTLS = true
        var caFile: String?
        var authenticationServer = ""
        /// Seconds.
        var poll = 30.0
        var answersPerHour = 20
        /// The answers per hour to one unverified sender.
        var answersPerGuest = 5
        var guestAnswersPerDomain = 50
        var guestAnswersPerHour = 200
        /// The most icons of feeds in one mail; 0 for none.
        var iconsPerMail = 20
        /// Empty if the mail server does not support subaddresses.
        var subaddressSeparator = "+"
        /// Without a trailing slash.
        var unsubscribeURL: String?
        var unsubscribeHost = "127.0.0.1"
        var unsubscribePort = 8_025
    }
}
