package import Foundation

/// A mail that came in, kept until it is dealt with and its answer is out.
package struct KeptMail: Hashable, Sendable {
    package var id: Int64
    package var content: [UInt8]
    /// MAIL FROM, where whoever brought the mail knew it; empty is the null sender (RFC 5321, 4.5.5).
    package var envelopeSender: String?
    /// RCPT TO, where whoever brought the mail knew it.
    package var envelopeRecipient: String?
    package var receivedAt: Date
    /// The sender has confirmed by a code that these of its commands are theirs; nil for a mail as it came.
    package var confirmedCommands: [Int]?
    /// Answers that are ready, by the command's position in the mail, in the network's own form.
    package var answers: [Int: String]
    /// Failed attempts to send the answer.
    package var attempts: Int

    package init(
        id: Int64,
        content: [UInt8],
        envelopeSender: String? = nil,
        envelopeRecipient: String? = nil,
        receivedAt: Date,
        confirmedCommands: [Int]? = nil,
        answers: [Int: String] = [:],
        attempts: Int = 0
    ) {
        self.id = id
        self.content = content
        self.envelopeSender = envelopeSender
        self.envelopeRecipient = envelopeRecipient
        self.receivedAt = receivedAt
        self.confirmedCommands = confirmedCommands
        self.answers = answers
        self.attempts = attempts
    }
}

/// A mail on its way into the queue.
package struct NewMail: Hashable, Sendable {
    package var content: [UInt8]
    package var envelopeSender: String?
    package var envelopeRecipient: String?
    /// Answers that are ready, as in `KeptMail`.
    package var answers: [Int: String]

    package init(
        content: [UInt8],
        envelopeSender: String? = nil,
        envelopeRecipient: String? = nil,
        answers: [Int: String] = [:]
    ) {
        self.content = content
        self.envelopeSender = envelopeSender
        self.envelopeRecipient = envelopeRecipient
        self.answers = answers
    }
}

/// What is known about a mailbox that writes to us or is written to.
package struct MailCorrespondent: Hashable, Sendable {
    /// Folded.
    package var address: String
    /// Names the mailbox in addresses of ours (`crier+TOKEN@…`); nobody can guess it, lower case letters and digits.
    package var token: String
    /// Names it in addresses of web pages; empty: there is none.
    ///
    /// Others may see those: it can end mail and nothing else.
    package var unsubscribeToken: String
    /// When its owner proved that mail of ours is wanted there; nil: nothing is pushed.
    package var confirmedAt: Date?
    /// When its owner said that no mail is wanted any more.
    package var unsubscribedAt: Date?
    /// Since when every attempt to write there has failed for now.
    package var failingSince: Date?
    /// When it was last asked to confirm.
    package var askedAt: Date?
    /// Bounces since mail last stayed where it was taken.
    package var bounces: Int

    package init(
        address: String,
        token: String,
        unsubscribeToken: String = "",
        confirmedAt: Date? = nil,
        unsubscribedAt: Date? = nil,
        failingSince: Date? = nil,
        askedAt: Date? = nil,
        bounces: Int = 0
    ) {
        self.address = address
        self.token = token
        self.unsubscribeToken = unsubscribeToken
        self.confirmedAt = confirmedAt
        self.unsubscribedAt = unsubscribedAt
        self.failingSince = failingSince
        self.askedAt = askedAt
        self.bounces = bounces
    }
}

/// A mail that was handed over whole, and of which nobody said that it is there.
package struct UnconfirmedMail: Hashable, Sendable {
    package var attempts: Int
    /// It does not go again before.
    package var heldUntil: Date

    package init(attempts: Int, heldUntil: Date) {
        self.attempts = attempts
        self.heldUntil = heldUntil
    }
}

/// A kept mail that sends a code back, with the positions of what it asks for beside that.
package struct ConfirmingMail: Hashable, Sendable {
    package var id: Int64
    package var commands: [Int]

    package init(id: Int64, commands: [Int]) {
        self.id = id
        self.commands = commands
    }
}

/// How many answers within an hour go out under one name: an address, a domain, all strangers.
package struct MailAnswerLimit: Hashable, Sendable {
    package var name: String
    package var most: Int

    package init(_ name: String, most: Int) {
        self.name = name
        self.most = most
    }
}

/// Where the mail network keeps what must outlive it.
package protocol MailKeeping: NetworkStateStore {
    /// Puts mails into the queue and remembers how far the mailbox was read (`networkState` under "position"), at once.
    func keepMail(_ mails: [NewMail], network: String, position: String?, at time: Date) async throws
    /// The mails to be dealt with now, the oldest first.
    func keptMail(network: String, dueAt time: Date, limit: Int) async throws -> [KeptMail]
    /// When the next postponed mail is due.
    func nextKeptMail(network: String, after time: Date) async throws -> Date?
    func keepAnswer(_ answer: String, to mail: Int64, position: Int) async throws
    /// Counts a failed attempt.
    func postponeMail(_ id: Int64, until time: Date) async throws
    func dropMail(_ id: Int64) async throws
    /// One element whenever mail may have come into the queue, by another process too.
    func mailArrivals() -> AsyncStream<Void>

    /// What is known of an address, made with new tokens if it is the first time.
    func correspondent(_ address: String, network: String, at time: Date) async throws -> MailCorrespondent
    func correspondent(token: String, network: String) async throws -> MailCorrespondent?
    func correspondent(unsubscribeToken: String, network: String) async throws -> MailCorrespondent?
    func confirm(_ address: String, network: String, at time: Date) async throws
    func noteAsked(_ address: String, network: String, at time: Date) async throws
    /// Nothing goes there any more: what waits is withdrawn, what was wanted there rests.
    ///
    /// Of an address that was never heard of nothing is kept: nothing would go there.
    ///
    /// - Parameter notice: is put into the queue with it, unless it was so already.
    func unsubscribe(_ address: String, network: String, telling notice: NewMail?, at time: Date) async throws
    /// Takes `unsubscribe` back; false when it was not.
    func resubscribe(_ address: String, network: String) async throws -> Bool
    func noteFailing(_ address: String, network: String, since time: Date?) async throws
    /// The number of bounces in a row, this one included; 0 for an unknown address.
    func countBounce(of address: String, network: String) async throws -> Int
    /// A mail was taken for the address: earlier failures are over, and after ten without a bounce earlier bounces too.
    func noteDelivered(to address: String, network: String) async throws

    /// A code by which an address can confirm that commands of a mail are theirs; one for each mail.
    ///
    /// The mail is kept with it for a week; of one address the newest three. Nil for a mail of more than a mebibyte,
    /// and when too many of others wait.
    func confirmationCode(
        mail: KeptMail,
        position: Int,
        of address: String,
        network: String,
        at time: Date
    )
        async throws -> String?
    /// The code that already waits for that mail; nil when none does.
    func pendingCode(mail: Int64, of address: String, network: String, at time: Date) async throws -> String?
    /// Puts the confirmed mail back into the queue, with `confirmedCommands`; false for a wrong or old code.
    ///
    /// - Parameter bearer: the kept mail that brought the code, and those of its own commands that the code confirms, too.
    func redeemConfirmation(
        _ code: String,
        of address: String,
        network: String,
        bearer: ConfirmingMail?,
        at time: Date
    ) async throws -> Bool

    /// Counts an answer under each of the names; false, and nothing is counted, when one of them got its limit within the last hour.
    func countAnswer(_ limits: [MailAnswerLimit], network: String, at time: Date) async throws -> Bool

    /// By Message-ID; nil when it was never handed over in vain.
    func unconfirmedMail(_ eventID: String, network: String) async throws -> UnconfirmedMail?
    /// Nil when something final was said of it.
    func setUnconfirmedMail(_ eventID: String, network: String, to mail: UnconfirmedMail?) async throws
}

extension MailKeeping {
    package func unsubscribe(_ address: String, network: String, at time: Date) async throws {
        try await unsubscribe(address, network: network, telling: nil, at: time)
    }
}
