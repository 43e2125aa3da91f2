package import MailMessages

/// The one action to take for a mail.
package enum MailDecision: Hashable, Sendable {
    /// A server's proved report about our mail to that address.
    case bounce(address: String, BounceFinding)

    /// End mail to these people.
    case endMail(MailEnd)

    /// The mail asks to end mail to its sender, but it may be forged. The address's owner is asked for a code.
    case askAboutEnd(from: MailAddress)

    /// Do nothing and send no answer.
    case ignore(IgnoredMail)

    /// Check a code. Then decide on the mail again, with the result in `SenderFacts.code`.
    ///
    /// `beside` are the positions of the commands that a right code also confirms.
    case redeem(code: String, beside: [Int])

    /// Answer with one mail.
    case answer(MailReply)
}

/// Why a mail is ignored.
package enum IgnoredMail: Hashable, Sendable {
    /// A program sent it. Programs are not answered (RFC 3834, section 2).
    case automatic(AutomaticSign)
    /// It has not exactly one From address that can be answered.
    case senderless
    /// Its sender is not trusted and not asked for a code.
    case notBelieved
    /// It contains only thanks, or nothing that needs an answer.
    case nothingAsked
    /// It contains only a right code. The mail that waited for the code answers both.
    case codeRedeemed
}

/// Whose mail ends, and who is notified.
package struct MailEnd: Hashable, Sendable {
    package struct Person: Hashable, Sendable {
        /// In lower case.
        package var address: String
        /// Sent in a separate mail, because another person ended their mail.
        package var notice: MailNotice?

        package init(address: String, notice: MailNotice? = nil) {
            self.address = address
            self.notice = notice
        }
    }

    package var people: [Person]

    /// The answer to the sender; nil if a program sent the mail.
    package var reply: MailReply?

    package init(people: [Person], reply: MailReply? = nil) {
        self.people = people
        self.reply = reply
    }
}

/// The answer to a mail: the commands to run, and the notices to add to their results.
package struct MailReply: Hashable, Sendable {
    /// A change to the sender's record, made before commands run.
    package enum Step: Hashable, Sendable {
        /// The sender has proved that the mailbox wants mail.
        case confirmMailbox
        /// The mailbox works, so pauses after bounces end.
        case readmit
        /// `unsubscribe` is reverted.
        case resubscribe
    }

    /// The recipient of the answer: the From address, never Reply-To.
    package var to: MailAddress

    /// The trust with which the commands run.
    ///
    /// An answer to an unknown sender quotes nothing of the mail.
    package var trust: MailTrust

    package var steps: [Step]

    /// The commands to run, in this order.
    ///
    /// An attached list is imported by a command with an attachment.
    package var commands: [MailCommand]

    /// Notices before and after the results.
    package var opening: [MailNotice]
    package var closing: [MailNotice]

    /// A question with a code that must be created before the answer is complete.
    package var question: MailQuestion?

    package init(
        to: MailAddress,
        trust: MailTrust,
        steps: [Step] = [],
        commands: [MailCommand] = [],
        opening: [MailNotice] = [],
        closing: [MailNotice] = [],
        question: MailQuestion? = nil
    ) {
        self.to = to
        self.trust = trust
        self.steps = steps
        self.commands = commands
        self.opening = opening
        self.closing = closing
        self.question = question
    }

    /// Whether there is nothing to run and nothing to send.
    ///
    /// The steps are still carried out.
    package var isSilent: Bool { commands.isEmpty && opening.isEmpty && closing.isEmpty && question == nil }

    /// The reply with its question asked with this code.
    ///
    /// Without a code, too many other mails wait.
    package func asking(code: String?) -> MailReply {
        var reply = self
        reply.question = nil
        switch question?.kind {
        case .sender: reply.opening.append(code.map { .confirmSender(code: $0) } ?? .cannotWait)
        case .lines(let lines): reply.closing.insert(.confirmLines(lines: lines, code: code), at: 0)
        case .resuming: reply.opening += [.mailIsOff, code.map { .confirmPushes(code: $0) } ?? .cannotWait]
        case nil: break
        }
        return reply
    }
}

/// What a sender must confirm by sending a code back.
package struct MailQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// That the mail is theirs.
        case sender
        /// That these lines are theirs.
        case lines([String])
        /// That they want mail again.
        case resuming
    }

    package var kind: Kind

    /// The positions that the code confirms: commands, or one of the constants of `MailCommand`.
    package var positions: [Int]

    package init(_ kind: Kind, positions: [Int]) {
        self.kind = kind
        self.positions = positions
    }
}
