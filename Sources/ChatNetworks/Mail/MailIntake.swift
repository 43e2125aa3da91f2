import Foundation
import Logging
import MailMessages
import NewsModel

/// Judges mail that came in: what is to be done at once is done, and what is to be answered is put on the desk.
struct MailIntake: Sendable {
    let options: MailNetworkOptions
    let keeping: any MailKeeping
    let tokens: MailTokens
    let bounces: MailBounces
    let desk: MailDesk
    let outlet: EventOutlet
    let time: any TimeSource
    let log: Logger
    /// A mail that was begun so often, and never done with, does harm.
    static let mostTries = 5

    var network: String { options.name }

    /// Whether work on it is to begin now.
    func take(_ kept: KeptMail) async throws -> Bool {
        let completed = MailLetter(completed: kept)
        let tries = kept.attempts - (completed?.attempts ?? 0)
        // Counted before it is looked at: a mail that kills us is not looked at for ever.
        let retryAt = time.now.addingTimeInterval(Self.patience(tries))
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
        if try await takeBounce(read) { return try await drop(kept) }
        let lines = MailLines(read.mail)
        switch MailJudgement(read.mail, text: lines, kept: kept, tokens: tokens, stopWords: options.stopWords) {
        case .unsubscribe(let named, let from, let isAnswered):
            return try await takeEnd(of: named, from: from, isAnswered: isAnswered, read, lines)
        case .automatic(let sign):
            log.debug("Automatic mail dropped", metadata: facts(kept).merging(["sign": "\(sign)"]) { $1 })
            return try await drop(kept)
        case .senderless:
            log.info("Mail without one sender dropped", metadata: facts(kept))
            return try await drop(kept)
        case .personal(let from):
            let trust = try await trust(in: read, from)
            if OversizedMail.isContent(kept.content) {
                guard trust != .forged else { return try await drop(kept) }
                return try await say(.tooLarge(limit: OversizedMail.limit), to: from, trust, read)
            }
            var reader = PersonalMailReader(intake: self, read: read, from: from, lines: lines, trust: trust)
            guard let letter = try await reader.read() else { return try await drop(kept) }
            return put(letter, read, reader)
        }
    }

    func trust(in read: ReadMail, _ from: MailAddress) async throws -> MailTrust {
        // Its sender has sent the code back.
        if read.kept.confirmedCommands != nil { return .owner }
        var owners: [MailCorrespondent] = []
        for token in tokens.tokens(in: read.mail, read.kept) {
            if let owner = try await keeping.correspondent(token: token, network: network) { owners.append(owner) }
        }
        return MailTrust(read.mail, from: from, owners: owners, server: options.authenticationServer)
    }

    /// Answers a mail by one notice alone, if its sender may still be answered.
    func say(
        _ notice: MailNotice,
        beside others: [MailNotice] = [],
        to from: MailAddress,
        _ trust: MailTrust,
        _ read: ReadMail
    ) async throws -> Bool {
        guard let closing = try await countAnswer(to: from, read.kept, trust) else { return try await drop(read.kept) }
        let letter = MailLetter(
            sender: from.folded,
            opening: [notice],
            closing: others + closing,
            isForStranger: !trust.isKnown
        )
        return put(letter, read)
    }

    /// Seconds after which a mail is taken up again, when nothing came of it.
    static func patience(_ tries: Int) -> TimeInterval { min(60 * Double(1 << max(0, min(tries, 10))), 4 * 3_600) }

    /// The mail up to its text.
    static func head(of content: [UInt8]) -> [UInt8] {
        let head = content.prefix(256 << 10)
        var last: UInt8 = 0
        for (index, byte) in head.enumerated() where byte != 0x0D {
            if byte == 0x0A, last == 0x0A { return Array(head.prefix(index + 1)) }
            last = byte
        }
        return Array(head)
    }

    /// False always: there is nothing more to be done.
    func drop(_ kept: KeptMail) async throws -> Bool {
        try await keeping.dropMail(kept.id)
        return false
    }

    /// Whether a mail came for the first time; what was begun here before is no repeat.
    private func isNew(_ read: ReadMail) async throws -> Bool {
        guard read.kept.attempts == 0, read.kept.confirmedCommands == nil, let id = read.mail.messageID else {
            return true
        }
        let from = MailJudgement.sender(of: read.mail)?.folded ?? ""
        return try await keeping.recordHandled(network: network, inboundID: "message \(id.text) \(from)", at: time.now)
    }

    /// Deals with what a server tells about mail of ours; false when it is none of that.
    private func takeBounce(_ read: ReadMail) async throws -> Bool {
        let kept = read.kept
        switch try await bounces.judge(read.mail, recipient: kept.envelopeRecipient) {
        case .noReport, .unproven: return false
        case .harmless(let address):
            log.info(
                "Mail is late or came back for now",
                metadata: facts(kept).merging(["address": "\(LogText.mailbox(address))"]) { $1 }
            )
        case .gone(let address, let reason):
            log.notice(
                "Mail came back",
                metadata: facts(kept).merging([
                    "address": "\(LogText.mailbox(address))", "reason": "\(LogText.line(reason, limit: 200))",
                ]) { $1 }
            )
            let place = Address(network: network, kind: .person, target: address)
            outlet.report(.expelled(place, reason: reason))
        }
        return true
    }

    func put(_ letter: MailLetter, _ read: ReadMail, _ reader: PersonalMailReader? = nil) -> Bool {
        var kept = read.kept
        kept.content = Self.head(of: kept.content)
        var letter = letter
        letter.restore(kept.answers)
        let open = OpenMail(
            kept: kept,
            head: IncomingMail(kept.content),
            letter: letter,
            person: reader?.person ?? .init(displayName: letter.sender, account: nil),
            files: reader?.files,
            isOwner: reader?.trust == .owner,
            retryAt: read.retryAt
        )
        return desk.put(open)
    }

    func facts(_ kept: KeptMail) -> Logger.Metadata { ["network": "\(network)", "mail": "\(kept.id)"] }
}

/// A mail out of the queue, with what it says.
struct ReadMail {
    let kept: KeptMail
    let mail: IncomingMail
    /// When it is taken up again by itself.
    let retryAt: Date
}
