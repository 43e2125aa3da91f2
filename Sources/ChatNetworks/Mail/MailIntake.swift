import FeedParsing
import Foundation
import Logging
import MailMessages
import MailTalk
import NewsModel
internal import TimeArithmetic

/// Takes a mail from the queue, decides on it, and carries the decision out; mails to be answered go to the desk.
struct MailIntake: Sendable {
    let options: MailNetworkOptions
    let keeping: any MailKeeping
    let rules: MailRules
    let bounces: MailBounces
    let desk: MailDesk
    let outlet: EventOutlet
    let time: any TimeSource
    let log: Logger
    /// A mail that was begun this often without success is dropped: it may crash the program.
    static let mostTries = 5

    var network: String { options.name }

    /// Processes a queued mail; true when the work on its answer must begin now.
    func process(_ kept: KeptMail) async throws -> Bool {
        let completed = MailLetter(completed: kept)
        let tries = kept.attempts - (completed?.attempts ?? 0)
        // Count the attempt first, so that a mail that crashes the program is not tried endlessly.
        let retryAt = time.now.addingTimeInterval(Self.retryWait(tries))
        try await keeping.postponeMail(kept.id, until: retryAt)
        if let completed {
            return put(
                completed,
                ReadMail(kept: kept, mail: IncomingMail(Self.head(of: kept.content)), retryAt: retryAt)
            )
        }
        guard tries < Self.mostTries else {
            log.error("Mail given up", metadata: facts(kept).merging(["tries": "\(tries)"]) { $1 })
            return try await drop(kept)
        }
        let read = ReadMail(kept: kept, mail: IncomingMail(kept.content), retryAt: retryAt)
        guard try await isNew(read) else { return try await drop(kept) }
        let received = ReceivedMail(
            read.mail,
            text: WrittenText(read.mail) { PlainText.from(html: $0) },
            passedLimit: OversizedMail.isContent(kept.content) ? OversizedMail.limit : nil,
            kept: kept,
            rules: rules
        )
        return try await carryOut(try await decide(received, kept), on: read, received)
    }

    /// Whether a mail is new.
    ///
    /// A mail that was begun before is no duplicate.
    private func isNew(_ read: ReadMail) async throws -> Bool {
        guard read.kept.attempts == 0, read.kept.confirmedCommands == nil, let id = read.mail.messageID else {
            return true
        }
        let from = ReceivedMail.sender(of: read.mail)?.folded ?? ""
        return try await keeping.recordHandledMail(network: network, id: id.text, from: from, at: time.now)
    }

    private func carryOut(
        _ decision: MailDecision,
        on read: ReadMail,
        _ received: ReceivedMail
    ) async throws -> Bool {
        switch decision {
        case .bounce(let address, let finding): try await count(finding, of: address, read.kept)
        case .endMail(let end):
            try await carryOut(end, read)
            if let reply = end.reply { return try await begin(reply, on: read, received) }
        case .askAboutEnd(let from): return try await askAboutEnd(from, read)
        case .ignore(let reason):
            log.debug("Mail ignored", metadata: facts(read.kept).merging(["reason": "\(reason)"]) { $1 })
        // A second code is never redeemed for one mail.
        case .redeem: break
        case .answer(let reply): return try await begin(reply, on: read, received)
        }
        return try await drop(read.kept)
    }

    /// Begins an answer if its sender's limit allows.
    private func begin(_ reply: MailReply, on read: ReadMail, _ received: ReceivedMail) async throws -> Bool {
        var reply = reply
        for step in reply.steps { try await carryOut(step, of: &reply) }
        guard !reply.isSilent else { return try await drop(read.kept) }
        // For strangers, check the limit first, because a code and its mail are stored.
        if reply.trust.isKnown { reply = try await ask(reply, read.kept) }
        guard let closing = try await countAnswer(to: reply.to, read.kept, reply.trust) else {
            return try await drop(read.kept)
        }
        reply = try await ask(reply, read.kept)
        reply.closing += closing
        return put(MailLetter(reply), read, reply, received)
    }

    private func carryOut(_ step: MailReply.Step, of reply: inout MailReply) async throws {
        let address = reply.to.folded
        switch step {
        case .confirmMailbox: try await confirm(address)
        case .readmit: outlet.report(.readmitted(Address(network: network, kind: .person, target: address)))
        case .resubscribe:
            if try await keeping.resubscribe(address, network: network) {
                outlet.report(.appeared(account: address))
            } else {
                reply.opening.removeAll { $0 == .resubscribed }
            }
        }
    }

    /// Adds a confirmation code if the reply asks a question; one code confirms everything that waits for it.
    private func ask(_ reply: MailReply, _ kept: KeptMail) async throws -> MailReply {
        guard let question = reply.question else { return reply }
        var code: String?
        for position in question.positions {
            code = try await keeping.confirmationCode(
                mail: kept,
                position: position,
                of: reply.to.folded,
                network: network,
                at: time.now
            )
        }
        return reply.asking(code: code)
    }

    func confirm(_ address: String) async throws {
        try await keeping.confirm(address, network: network, at: time.now)
        outlet.report(.appeared(account: address))
    }

    /// Removes the mail from the queue.
    ///
    /// Always false: no work must begin.
    func drop(_ kept: KeptMail) async throws -> Bool {
        try await keeping.dropMail(kept.id)
        return false
    }

    func put(
        _ letter: MailLetter,
        _ read: ReadMail,
        _ reply: MailReply? = nil,
        _ received: ReceivedMail? = nil
    ) -> Bool {
        var kept = read.kept
        kept.content = Self.head(of: kept.content)
        var letter = letter
        letter.restore(kept.answers)
        let open = OpenMail(
            kept: kept,
            head: IncomingMail(kept.content),
            letter: letter,
            person: Self.person(reply, read.mail) ?? .init(displayName: letter.sender, account: nil),
            files: received.map { MailFiles($0.lists) },
            isOwner: reply?.trust == .owner,
            retryAt: read.retryAt
        )
        return desk.put(open)
    }

    /// Nil when anybody could have written the mail.
    ///
    /// The display name is only shown, never trusted.
    private static func person(_ reply: MailReply?, _ mail: IncomingMail) -> IncomingMessage.Sender? {
        guard let reply, reply.trust.isKnown else { return nil }
        let name = mail.from.first?.name.map { String($0.text.prefix(60)) } ?? reply.to.localPart
        return .init(displayName: name, account: reply.to.folded)
    }

    /// Seconds until an unsuccessful mail is processed again.
    static func retryWait(_ tries: Int) -> TimeInterval {
        BackOff(first: 60, longest: 4 * 3_600).wait(after: tries + 1)
    }

    /// The headers of the mail.
    static func head(of content: [UInt8]) -> [UInt8] {
        let head = content.prefix(256 << 10)
        var last: UInt8 = 0
        for (index, byte) in head.enumerated() where byte != 0x0D {
            if byte == 0x0A, last == 0x0A { return Array(head.prefix(index + 1)) }
            last = byte
        }
        return Array(head)
    }

    func facts(_ kept: KeptMail) -> Logger.Metadata { ["network": "\(network)", "mail": "\(kept.id)"] }
}

/// A parsed mail from the queue.
struct ReadMail {
    let kept: KeptMail
    let mail: IncomingMail
    /// When the mail is processed again if nothing comes of this attempt.
    let retryAt: Date
}

/// Stores a mail that was too large to read as its header only.
///
/// Its sender is told.
enum OversizedMail {
    /// Mebibytes, the same as in `IMAPLimits`.
    static let limit = 25

    /// Placed before the first header, where no sender can write.
    private static let mark = Array("X-Crier-Oversized: yes\r\n".utf8)

    static func content(head: [UInt8]) -> [UInt8] { mark + head }

    static func isContent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }
}
