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

<<<<<<< HEAD
    func put(_ letter: MailLetter, _ read: ReadMail, _ reader: PersonalMailReader? = nil) -> Bool {
        var kept = read.kept
        kept.content = Self.head(of: kept.content)
=======
    /// At once and always: a token is enough, and so is a From that anybody can write.
    ///
    /// Whose mail it ended, as they were before.
    private func unsubscribe(
        _ named: [String],
        _ from: MailAddress?,
        _ kept: KeptMail
    ) async throws -> [MailCorrespondent] {
        var ended: [MailCorrespondent] = []
        for token in named {
            var owner = try await keeping.correspondent(token: token, network: network)
            if owner == nil { owner = try await keeping.correspondent(unsubscribeToken: token, network: network) }
            if let owner { ended.append(owner) }
        }
        if ended.isEmpty, let from { ended = [MailCorrespondent(address: from.folded, token: "")] }
        for address in ended.map(\.address) {
            let notice = address == from?.folded ? nil : noticeOfEnd(to: address, by: from, kept)
            try await keeping.unsubscribe(address, network: network, telling: notice, at: time.now)
            log.notice(
                "Mail unsubscribed",
                metadata: ["network": "\(network)", "address": "\(LogText.mailbox(address))"]
            )
        }
        return ended
    }

    /// For whose mail somebody else has ended, with an address out of a mail that was passed on, perhaps.
    ///
    /// It is no answer (RFC 3834): they hear of it once, whoever and whatever sent that mail.
    private func noticeOfEnd(to owner: String, by sender: MailAddress?, _ kept: KeptMail) -> NewMail? {
        let resume = options.resumeWord
        let notice = sender.map { MailNotice.unsubscribedBy(sender: $0.folded, resume: resume) }
        let letter = MailLetter(sender: owner, opening: [notice ?? .unsubscribed(resume: resume)])
        return letter.text.map { NewMail(content: Self.head(of: kept.content), answers: [MailLetter.position: $0]) }
    }

    /// What is to be said beside the answer; nil when there is to be none.
    private func countAnswer(
        to address: MailAddress,
        _ kept: KeptMail,
        isVerified: Bool
    ) async throws -> [MailNotice]? {
        // Counted already; and a code is asked for once.
        guard kept.attempts == 0, kept.confirmedCommands == nil else { return [] }
        let limit = options.answersPerHour
        let key = isVerified ? address.folded : "guest " + address.folded
        if !isVerified {
            // Answers to forged mail are mail that nobody asked for, whoever gets it.
            let all = try await keeping.countAnswer(
                to: "guests",
                network: network,
                limit: limit * Self.guestShare,
                at: time.now
            )
            guard all else { return nil }
        }
        for (limit, notices) in [(limit - 1, []), (limit, [MailNotice.resting(limit: limit)])] {
            let isWithin = try await keeping.countAnswer(
                to: key,
                network: network,
                limit: limit,
                at: time.now
            )
            if isWithin { return notices }
        }
        return nil
    }

    private func put(
        _ letter: MailLetter,
        _ kept: KeptMail,
        _ mail: IncomingMail,
        _ reader: PersonalMailReader? = nil,
        retryAt: Date
    ) -> Bool {
        var kept = kept
        let head = Self.head(of: kept.content)
        // Only what may have to wait for a code is needed again.
        if reader?.needsContent != true { kept.content = head }
>>>>>>> 5f2543ae714c39d0805c7869b50f874229cd9d8d
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
