package import MailMessages
package import MailTalk
package import MailTransport
package import Foundation
package import NewsModel

/// The settings of the mail network.
package struct MailNetworkOptions: Sendable {
    /// The network's name in addresses and identities.
    package var name = "mail"
    /// The bot's own address, `crier@example.org`.
    package var address: String
    /// The display name in `From`.
    package var displayName = "Crier"
    /// Between the local part and a token (RFC 5233); empty when the mail server does not support such addresses.
    package var separator = "+"
    /// The server whose Authentication-Results are trusted (RFC 8601, 2.2); empty: none.
    package var authenticationServer = ""
    package var submission: Submission
    /// Nil when mail arrives only through `crier mail-in`.
    package var mailbox: MailboxAccess?
    package var caFile: String?
    /// The most answers to one known sender within an hour.
    package var answersPerHour = 20
    // The hourly limits for unverified senders: for one address, for one domain, for all together.
    package var answersPerGuest = 5
    package var guestAnswersPerDomain = 50
    package var guestAnswersPerHour = 200
    /// An `https:` address for one-click unsubscription (RFC 8058); `/TOKEN` is appended.
    package var unsubscribeURL: String?
    /// The folder that contains `mail.mustache`.
    package var templates: String
    /// Loads a picture from an untrusted address, within limits; nil when mails have no pictures.
    package var picture: (@Sendable (_ url: String) async -> [UInt8]?)?
    /// Gives the icons of feeds; nil when none are enclosed.
    package var icons: (any FeedIconSource)?
    /// The most icons in one mail.
    package var iconsPerMail = 20
    /// Tells which lines are commands, and which commands wait for a code while their sender is doubted.
    package var vocabulary: CommandVocabulary
    /// Whether the chat has sent a code to the owner of an address; a bare `yes` may then be meant for the chat.
    package var isAsked: @Sendable (_ address: String, _ time: Date) async throws -> Bool = { _, _ in false }
    /// How people write around commands, and which texts mail programs and servers add; in every language.
    package var people: PeopleWords
    package var programs: ProgramWords
    /// The bot's texts, in the language of the address's owner.
    package var wording: @Sendable (MailNotice, _ address: String) async -> MailWords

    package init(
        address: String,
        submission: Submission,
        mailbox: MailboxAccess? = nil,
        templates: String,
        people: PeopleWords,
        programs: ProgramWords,
        vocabulary: CommandVocabulary,
        wording: @escaping @Sendable (MailNotice, _ address: String) async -> MailWords
    ) {
        self.address = address
        self.submission = submission
        self.mailbox = mailbox
        self.templates = templates
        self.people = people
        self.programs = programs
        self.vocabulary = vocabulary
        self.wording = wording
    }

    /// How mail is sent.
    package struct Submission: Sendable {
        /// `smtp://host:587`, `smtps://host`, `lmtp://host:24`, `lmtp:///run/dovecot/lmtp`,
        /// `sendmail:///usr/sbin/sendmail`.
        package var url: String
        /// Whether `smtp:` requires TLS; false only for a relay that is trusted without encryption.
        package var requiresTLS = true
        package var credentials: MailCredentials?

        package init(url: String, requiresTLS: Bool = true, credentials: MailCredentials? = nil) {
            self.url = url
            self.requiresTLS = requiresTLS
            self.credentials = credentials
        }
    }

    /// Where mail is read.
    package struct MailboxAccess: Sendable {
        /// `imaps://host:993/INBOX`, or `imap:` with STARTTLS.
        package var url: String
        package var requiresTLS = true
        package var credentials: MailCredentials
        /// Seconds between two checks.
        package var interval: Double = 30

        package init(url: String, requiresTLS: Bool = true, credentials: MailCredentials) {
            self.url = url
            self.requiresTLS = requiresTLS
            self.credentials = credentials
        }
    }
}

extension MailNetworkOptions {
    func rules(_ tokens: MailTokens) -> MailRules {
        MailRules(
            tokens: tokens,
            authenticationServer: authenticationServer,
            botName: displayName,
            vocabulary: vocabulary,
            people: people,
            programs: programs
        )
    }
}

/// A text with its language.
package struct MailWords: Hashable, Sendable {
    package var text: RichText
    /// A BCP 47 language tag.
    package var language: String
    package var isRightToLeft: Bool

    package init(text: RichText, language: String, isRightToLeft: Bool = false) {
        self.text = text
        self.language = language
        self.isRightToLeft = isRightToLeft
    }
}

extension MailWords {
    /// The text on one line, as for a subject.
    var line: String { text.blocks.map(\.line).joined(separator: " ") }
}
