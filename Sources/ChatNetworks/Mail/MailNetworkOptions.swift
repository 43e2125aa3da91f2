package import MailTransport
package import Foundation
package import NewsModel

/// How the mail network behaves.
package struct MailNetworkOptions: Sendable {
    /// The network's name in addresses and identities.
    package var name = "mail"
    /// The bot's own address, `crier@example.org`.
    package var address: String
    /// What stands before the address in `From`.
    package var displayName = "Crier"
    /// Between the local part and a token (RFC 5233); empty where the mail server knows no such addresses.
    package var separator = "+"
    /// Whose Authentication-Results are believed (RFC 8601, 2.2); empty: nobody's.
    package var authenticationServer = ""
    package var submission: Submission
    /// Nil where mail only comes through `crier mail-in`.
    package var mailbox: MailboxAccess?
    package var caFile: String?
    /// Answers to one sender within an hour, at most.
    package var answersPerHour = 20
    /// The same for addresses that anybody could have written: to one, to all of one domain, and to all together.
    package var answersPerGuest = 5
    package var guestAnswersPerDomain = 50
    package var guestAnswersPerHour = 200
    /// An `https:` address that takes one-click unsubscriptions (RFC 8058), to be followed by `/TOKEN`.
    package var unsubscribeURL: String?
    /// The folder of `mail.mustache`.
    package var templates: String
    /// Gets a picture that a stranger named, within limits; nil where mail comes without pictures.
    package var picture: (@Sendable (_ url: String) async -> [UInt8]?)?
    /// Whether a line would be understood as a command.
    package var isCommand: @Sendable (String) -> Bool
    /// Whether a command changes something for good, so that a mailbox that is not confirmed yet may be asked to confirm.
    package var isChanging: @Sendable (String) -> Bool = { _ in true }
    /// Whether a command does no harm when somebody else than its sender has written it; all others wait for a code then.
    package var isHarmless: @Sendable (String) -> Bool = { _ in false }
    /// Whether the chat has asked the owner of an address for a code of its own, which a bare `yes` may be about.
    package var isAsked: @Sendable (_ address: String, _ time: Date) async throws -> Bool = { _, _ in false }
    /// Subjects and first lines, in lower case, that end all mail to their sender; in every language there is.
    package var stopWords: Set<String> = ["unsubscribe", "stop"]
    /// Those that take it back.
    package var resumeWords: Set<String> = ["resume"]
    /// How people thank, in lower case; a mail with nothing else is not answered.
    package var thanks: Set<String> = ["thanks", "thank you"]
    /// The one of `resumeWords` that is told to people.
    package var resumeWord = "resume"
    /// The bot's own words, in the language of whoever has the address.
    package var wording: @Sendable (MailNotice, _ address: String) async -> MailWords

    package init(
        address: String,
        submission: Submission,
        mailbox: MailboxAccess? = nil,
        templates: String,
        isCommand: @escaping @Sendable (String) -> Bool,
        wording: @escaping @Sendable (MailNotice, _ address: String) async -> MailWords
    ) {
        self.address = address
        self.submission = submission
        self.mailbox = mailbox
        self.templates = templates
        self.isCommand = isCommand
        self.wording = wording
    }

    /// How mail leaves.
    package struct Submission: Sendable {
        /// `smtp://host:587`, `smtps://host`, `lmtp://host:24`, `lmtp:///run/dovecot/lmtp`, `sendmail:///usr/sbin/sendmail`.
        package var url: String
        /// With `smtp:`, TLS is required; false only for a relay that is trusted in the clear.
        package var requiresTLS = true
        package var credentials: MailCredentials?

        package init(url: String, requiresTLS: Bool = true, credentials: MailCredentials? = nil) {
            self.url = url
            self.requiresTLS = requiresTLS
            self.credentials = credentials
        }
    }

    /// Where mail is found.
    package struct MailboxAccess: Sendable {
        /// `imaps://host:993/INBOX`, or `imap:` with STARTTLS.
        package var url: String
        package var requiresTLS = true
        package var credentials: MailCredentials
        /// Seconds between two looks.
        package var interval: Double = 30

        package init(url: String, requiresTLS: Bool = true, credentials: MailCredentials) {
            self.url = url
            self.requiresTLS = requiresTLS
            self.credentials = credentials
        }
    }
}

/// What the mail network itself has to say.
package enum MailNotice: Hashable, Sendable, Codable {
    /// Closes every mail that was not asked for: why it came, and how it ends. `stop` is what to write.
    case pushFooter(stop: String)
    /// Closes every answer: that more can be written back.
    case answerFooter
    /// Asks to confirm that the mailbox wants what was just asked for, by writing `yes CODE`.
    case confirmPushes(code: String)
    /// Asks for a code before a mail is acted on, because its sender's address could be forged.
    case confirmSender(code: String)
    /// The same for some lines of a mail, which change something; without a code they cannot wait.
    case confirmLines(lines: [String], code: String?)
    /// Asks whether it was they who want to end mail; without a code only how else it ends.
    case confirmEnd(code: String?)
    /// A mail whose sender's address could be forged cannot wait for a code now.
    case cannotWait
    /// Nothing in their mail was a command.
    case noCommand
    /// The mailbox is confirmed.
    case confirmed
    /// Nothing of theirs comes by mail now; stands before what takes that back.
    case mailIsOff
    /// They do not want what they were asked about.
    case nothingChanged
    /// A code that is wrong or too old.
    case badCode
    /// Nothing is sent any more; `resume` takes it back.
    case unsubscribed(resume: String)
    /// The same, done from another address with one that was in their mail.
    case unsubscribedBy(sender: String, resume: String)
    /// The same, for whoever did that.
    case endedForOther
    case resubscribed
    /// More commands than are read; `left` are those that were not, with so many more behind them.
    case tooManyCommands(limit: Int, left: [String], more: Int)
    /// Lines that may be commands, and were not read.
    case unread(lines: [String], Unread)
    /// Nothing in it was a command; `text` is its first line.
    case notUnderstood(text: String)
    /// A command with other words around it; `line` is what it should have been.
    case wordsAround(text: String, line: String)
    /// An answer in which nothing was written; `line` is the command in its subject, where there is one.
    case emptyReply(line: String?)
    /// The mail was too large to read, in mebibytes.
    case tooLarge(limit: Int)
    /// The last answer for this hour.
    case resting(limit: Int)
    /// A command that was not got to; `text` is the line.
    case unanswered(text: String)
    /// The subject of what answers a mail without one; `bot` is what the bot is called.
    case answerSubject(bot: String)

    /// Why lines were not read.
    package enum Unread: Hashable, Sendable, Codable {
        /// They look like the end of the mail.
        case atEnd
        /// A command in the subject is the only one.
        case belowSubject
        /// The mail ends all mails.
        case besideStop
    }
}

/// Words with the language they are in.
package struct MailWords: Hashable, Sendable {
    package var text: RichText
    /// BCP 47.
    package var language: String
    package var isRightToLeft: Bool

    package init(text: RichText, language: String, isRightToLeft: Bool = false) {
        self.text = text
        self.language = language
        self.isRightToLeft = isRightToLeft
    }
}

extension MailWords {
    /// The words on one line, as a subject is.
    var line: String { text.blocks.map(\.words).joined(separator: " ") }
}
