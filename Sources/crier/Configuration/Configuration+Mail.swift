import MailTransport

extension Configuration {
    /// The one mailbox of the bot.
    struct MailSettings: Sendable {
        /// What every mail account is called in identities and addresses.
        static let network = "mail"

        var address: String
        var displayName = "Crier"
        var submission: MailServerSetting
        /// Where these stand in the file.
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
        /// To senders whom nobody vouches for.
        var answersPerGuest = 5
        var guestAnswersPerDomain = 50
        var guestAnswersPerHour = 200
        /// Empty where the mail server knows no such addresses.
        var subaddressSeparator = "+"
        /// Without a slash at its end.
        var unsubscribeURL: String?
        var unsubscribeHost = "127.0.0.1"
        var unsubscribePort = 8_025
    }
}
