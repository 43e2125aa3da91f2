package import Foundation

/// A received mail in the queue.
///
/// It is stored until it has been handled and its answer has been sent.
package struct KeptMail: Hashable, Sendable {
    package var id: Int64
    package var content: [UInt8]
    /// MAIL FROM, if known; empty means the null sender (RFC 5321, 4.5.5).
    package var envelopeSender: String?
    /// RCPT TO, if known.
    package var envelopeRecipient: String?
    package var receivedAt: Date
    /// The positions of the commands that the sender has confirmed with a code; nil if the mail was not confirmed.
    package var confirmedCommands: [Int]?
    /// Finished answers in the network's own form, by the command's position in the mail.
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

/// A received mail that is not yet in the queue.
package struct NewMail: Hashable, Sendable {
    package var content: [UInt8]
    package var envelopeSender: String?
    package var envelopeRecipient: String?
    /// Finished answers, as in `KeptMail`.
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

/// What is known about a mailbox that sends mail to the bot or receives mail from it.
package struct MailCorrespondent: Hashable, Sendable {
    /// In lower case.
    package var address: String
    /// Identifies the mailbox in the bot's addresses (`crier+TOKEN@…`): lower case letters and digits that nobody can
    /// guess.
    package var token: String
    /// Identifies it in web addresses for unsubscribing; empty if there is none.
    ///
    /// Other people may see these addresses, so this token can end mail and do nothing else.
    package var unsubscribeToken: String
    /// When the owner confirmed that the bot may send mail there; nil means that nothing is pushed.
    package var confirmedAt: Date?
    /// When the owner asked for no more mail.
    package var unsubscribedAt: Date?
    /// Since when every attempt to send mail there has failed temporarily.
    package var failingSince: Date?
    /// When it was last asked for confirmation.
    package var askedAt: Date?
    /// Bounces since the last mail that was delivered without one.
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

/// A mail that was sent completely and never acknowledged.
package struct UnconfirmedMail: Hashable, Sendable {
    package var attempts: Int
    /// It is not sent again before this time.
    package var heldUntil: Date

    package init(attempts: Int, heldUntil: Date) {
        self.attempts = attempts
        self.heldUntil = heldUntil
    }
}

/// A queued mail that contains a confirmation code, and the positions of its other commands.
package struct ConfirmingMail: Hashable, Sendable {
    package var id: Int64
    package var commands: [Int]

    package init(id: Int64, commands: [Int]) {
        self.id = id
        self.commands = commands
    }
}

/// The most answers per hour under one name: an address, a domain, or all unverified senders.
package struct MailAnswerLimit: Hashable, Sendable {
    package var name: String
    package var most: Int

    package init(_ name: String, most: Int) {
        self.name = name
        self.most = most
    }
}

/// Stores the mail network's queue, correspondents and codes.
package protocol MailKeeping: NetworkStateStore {
    /// Queues mails and stores the position in the mailbox (`networkState` under "position") in one transaction.
    func keepMail(_ mails: [NewMail], network: String, position: String?, at time: Date) async throws
    /// The mails to handle now, oldest first.
    func keptMail(network: String, dueAt time: Date, limit: Int) async throws -> [KeptMail]
    /// When the next postponed mail is due.
    func nextKeptMail(network: String, after time: Date) async throws -> Date?
    /// Records that a mail was handled; false when it already was.
    func recordHandledMail(network: String, id: String, from sender: String, at time: Date) async throws -> Bool
    func keepAnswer(_ answer: String, to mail: Int64, position: Int) async throws
    /// Counts a failed attempt.
    func postponeMail(_ id: Int64, until time: Date) async throws
    func dropMail(_ id: Int64) async throws
    /// Yields one element whenever mail may have been queued, also by another process.
    func mailArrivals() -> AsyncStream<Void>

    /// The record of an address. It is created with new tokens the first time.
    func correspondent(_ address: String, network: String, at time: Date) async throws -> MailCorrespondent
    func correspondent(token: String, network: String) async throws -> MailCorrespondent?
    func correspondent(unsubscribeToken: String, network: String) async throws -> MailCorrespondent?
    func confirm(_ address: String, network: String, at time: Date) async throws
    func noteAsked(_ address: String, network: String, at time: Date) async throws
    /// Ends all mail to an address: waiting messages are withdrawn, and its subscriptions are paused.
    ///
    /// Does nothing for an unknown address.
    ///
    /// - Parameter notice: A mail that is queued at the same time, unless the address was unsubscribed already.
    func unsubscribe(_ address: String, network: String, telling notice: NewMail?, at time: Date) async throws
    /// Reverts `unsubscribe`; false if the address was not unsubscribed.
    func resubscribe(_ address: String, network: String) async throws -> Bool
    func noteFailing(_ address: String, network: String, since time: Date?) async throws
    /// The number of bounces in a row, this one included; 0 for an unknown address.
    func countBounce(of address: String, network: String) async throws -> Int
    /// Records that the mail server accepted a mail for the address.
    ///
    /// It ends the failing state. After ten mails without a bounce it resets the bounce count.
    func noteDelivered(to address: String, network: String) async throws

    /// Creates a code with which an address can confirm the commands of a mail; one code per mail.
    ///
    /// The mail is stored with the code for a week. Only the newest three mails of an address are stored.
    /// Nil for a mail of more than one mebibyte, and if too many mails of other addresses wait.
    func confirmationCode(
        mail: KeptMail,
        position: Int,
        of address: String,
        network: String,
        at time: Date
    )
        async throws -> String?
    /// The code that waits for this mail; nil if there is none.
    func pendingCode(mail: Int64, of address: String, network: String, at time: Date) async throws -> String?
    /// Queues the confirmed mail again, with `confirmedCommands`; false for a wrong or expired code.
    ///
    /// - Parameter bearer: The queued mail that contains the code, with those of its own commands that the code
    /// confirms too.
    func redeemConfirmation(
        _ code: String,
        of address: String,
        network: String,
        bearer: ConfirmingMail?,
        at time: Date
    ) async throws -> Bool

    /// Counts an answer under each name. Returns false and counts nothing if one of the names has reached its limit
    /// within the last hour.
    func countAnswer(_ limits: [MailAnswerLimit], network: String, at time: Date) async throws -> Bool

    /// The record of a Message-ID; nil if that mail is not awaiting an acknowledgement.
    func unconfirmedMail(_ eventID: String, network: String) async throws -> UnconfirmedMail?
    /// Nil deletes the record, because the final result is known.
    func setUnconfirmedMail(_ eventID: String, network: String, to mail: UnconfirmedMail?) async throws
}

extension MailKeeping {
    package func unsubscribe(_ address: String, network: String, at time: Date) async throws {
        try await unsubscribe(address, network: network, telling: nil, at: time)
    }
}
