/// A message of the mail network itself.
package enum MailNotice: Hashable, Sendable, Codable {
    /// At the end of every pushed mail: why it was sent, and how to end it. `stop` is the word to write.
    case pushFooter(stop: String)
    /// At the end of every answer: how to send more commands.
    case answerFooter
    /// Asks to confirm that the mailbox wants what was requested, with `yes CODE`.
    case confirmPushes(code: String)
    /// Asks for a code before the mail is processed, because its sender's address may be forged.
    case confirmSender(code: String)
    /// The same for some lines that change something. Without a code they cannot wait.
    case confirmLines(lines: [String], code: String?)
    /// Asks whether the owner wants to end mail. Without a code it explains other ways only.
    case confirmEnd(code: String?)
    /// A mail with a possibly forged sender cannot wait for a code now.
    case cannotWait
    /// The mail contained no command.
    case noCommand
    /// The mailbox is confirmed.
    case confirmed
    /// Mail to them has ended. It precedes the question whether to resume.
    case mailIsOff
    /// They said no to a question of ours.
    case nothingChanged
    /// The code is wrong or expired.
    case badCode
    /// All mail has ended; `resume` is the word to resume it.
    case unsubscribed(resume: String)
    /// The same, requested from another address by a reply to their mail.
    case unsubscribedBy(sender: String, resume: String)
    /// The same, for the person who requested it for another one.
    case endedForOther
    case resubscribed
    /// There were too many commands. `left` were not run; `more` is how many others were not.
    case tooManyCommands(limit: Int, left: [String], more: Int)
    /// Lines that may be commands and were not run.
    case unread(lines: [String], Unread)
    /// The mail contained no command; `text` is its first line.
    case notUnderstood(text: String)
    /// A command with other words around it; `line` is the correct form.
    case wordsAround(text: String, line: String)
    /// A reply without text; `line` is the command in its subject, if there is one.
    case emptyReply(line: String?)
    /// The mail was too large; `limit` is in mebibytes.
    case tooLarge(limit: Int)
    /// This is the last answer within an hour.
    case resting(limit: Int)
    /// A command that was not processed; `text` is its line.
    case unanswered(text: String)
    /// The subject of an answer to a mail without subject; `bot` is the bot's name.
    case answerSubject(bot: String)

    /// Why lines were not run.
    package enum Unread: Hashable, Sendable, Codable {
        /// They look like the end of the mail.
        case atEnd
        /// Only the command in the subject was run.
        case belowSubject
        /// The mail ended all mail.
        case besideStop
    }
}
