import Foundation
import MailMessages
import NewsModel

/// Finds out what a person's mail asks for, and what of that may be done now.
struct PersonalMailReader {
    let intake: MailIntake
    let read: ReadMail
    let from: MailAddress
    let lines: MailLines
    private(set) var trust: MailTrust
    private(set) var files: MailFiles?

    private var keeping: any MailKeeping { intake.keeping }
    private var network: String { intake.options.name }
    private var now: Date { intake.time.now }
    private var address: String { from.folded }
    private var kept: KeptMail { read.kept }

    init(intake: MailIntake, read: ReadMail, from: MailAddress, lines: MailLines, trust: MailTrust) {
        self.intake = intake
        self.read = read
        self.from = from
        self.lines = lines
        self.trust = trust
    }

    /// A display name is for show alone.
    var person: IncomingMessage.Sender {
        guard trust.isKnown else { return .init(displayName: address, account: nil) }
        let name = read.mail.from.first?.name.map { String($0.text.prefix(60)) } ?? from.localPart
        return .init(displayName: name, account: address)
    }

    /// The letter to be answered, which is counted; nil when nothing is to be said.
    mutating func read() async throws -> MailLetter? {
        let files = MailFiles(read.mail)
        self.files = files
        var asked = MailCommands(
            lines,
            lists: files.lists,
            thanks: intake.options.thanks,
            botName: intake.options.displayName,
            isCommand: intake.options.isCommand
        )
        switch try await takeCode(in: &asked) {
        case .none: break
        case .done: return nil
        case .answered(let notice): return try await stranger(notice)
        }
        switch trust {
        case .forged: return nil
        case .doubted, .guest: return try await askWho(asked)
        case .reader, .owner: break
        }
        guard var letter = try await letter(for: asked),
            let closing = try await intake.countAnswer(to: from, kept, trust)
        else { return nil }
        letter.closing += closing
        return letter
    }

    private mutating func letter(for asked: MailCommands) async throws -> MailLetter? {
        let isConfirmed = kept.confirmedCommands != nil
        let isWhole = kept.confirmedCommands?.contains(MailLetter.wholeMail) == true
        // Of other mail that waited for a code it was told before; this one may have brought one, and a restart came between.
        let isNews = !isConfirmed || isWhole || asked.code != nil || asked.saysYes
        let known = try await keeping.correspondent(address, network: network, at: now)
        var opening: [MailNotice] = isConfirmed && isNewlyConfirmed(known) ? [.confirmed] : []
        var commands = asked.commands
        if try await confirmsMailbox(known, asked) {
            try await confirm()
            if asked.saysYes {
                opening = [.confirmed]
                commands.removeAll { $0.position == 0 && MailCommands.isYes($0.text) }
            }
        }
        if known.unsubscribedAt == nil {
            let place = Address(network: network, kind: .person, target: address)
            intake.outlet.report(.readmitted(place))
        }
        let resumeWords = intake.options.resumeWords
        let asksToResume = lines.isOnly(resumeWords) || commands.contains { resumeWords.contains($0.text.lowercased()) }
        if known.unsubscribedAt != nil, asksToResume {
            let others = commands.filter { !resumeWords.contains($0.text.lowercased()) }
            guard trust == .owner else { return try await askAboutResuming(besides: others) }
            if try await keeping.resubscribe(address, network: network) {
                opening.append(.resubscribed)
                commands = others
                intake.outlet.report(.appeared(account: address))
            }
        }
        if let only = kept.confirmedCommands, !isWhole { commands = commands.filter { only.contains($0.position) } }
        // It brought a code, and no more: what that confirmed answers for both, over a restart too.
        if kept.confirmedCommands == [], asked.code != nil || asked.saysYes, asked.unread.isEmpty { return nil }
        let waiting = trust == .reader ? commands.filter { !isHarmless($0) } : []
        commands.removeAll(where: waiting.contains)
        // A code was sent back, and is to be answered.
        if isConfirmed, opening.isEmpty, commands.isEmpty { opening = [.confirmed] }
        if opening.isEmpty, commands.isEmpty, waiting.isEmpty {
            if let notice = asked.notUnderstood {
                opening = [notice]
            } else if !isNews || asked.unread.isEmpty {
                return nil
            }
        }
        var closing: [MailNotice] = []
        if !waiting.isEmpty {
            let code = try await code(for: waiting.map(\.position))
            closing = [.confirmLines(lines: waiting.map(\.text), code: code)]
        }
        if isNews, !asked.left.isEmpty {
            closing.append(.tooManyCommands(limit: MailCommands.limit, left: asked.left, more: asked.moreLeft))
        }
        if isNews, !asked.unread.isEmpty {
            closing.append(.unread(lines: asked.unread, asked.isUnreadBelowSubject ? .belowSubject : .atEnd))
        }
        return MailLetter(sender: address, commands: commands, opening: opening, closing: closing)
    }

    /// Whether the mailbox is proved by this mail to want mail of ours, and was not before.
    private func confirmsMailbox(_ known: MailCorrespondent, _ asked: MailCommands) async throws -> Bool {
        guard trust == .owner, known.confirmedAt == nil else { return false }
        if kept.confirmedCommands != nil { return true }
        // A bare yes may answer the chat, which says then what to write; the mailbox is what is asked about else.
        guard asked.saysYes else { return false }
        return try await !intake.options.isAsked(address, now)
    }

    /// An attached list is a change, whatever is written beside it.
    private func isHarmless(_ command: MailCommand) -> Bool {
        command.attachment == nil && intake.options.isHarmless(command.text)
    }

    /// Whether the mailbox was confirmed by the very code that put this mail in the queue again.
    private func isNewlyConfirmed(_ known: MailCorrespondent) -> Bool {
        guard let since = known.confirmedAt else { return true }
        // Both are kept in whole seconds.
        return since.timeIntervalSince1970.rounded(.down) >= kept.receivedAt.timeIntervalSince1970.rounded(.down)
    }

    private func confirm() async throws {
        try await keeping.confirm(address, network: network, at: now)
        intake.outlet.report(.appeared(account: address))
    }
}

// MARK: - Codes

extension PersonalMailReader {
    private enum CodeOutcome {
        /// There was none, or there is more in the mail.
        case none
        case done
        case answered(MailNotice)
    }

    /// Letters and digits of a code that the network gives out.
    private static let shortestCode = 8

    private mutating func takeCode(in asked: inout MailCommands) async throws -> CodeOutcome {
        guard kept.confirmedCommands == nil else { return .none }
        if asked.saysYes, let code = try await codeOfAnsweredMail() {
            // An id of ours can be guessed: of others only the code itself shows that they have got it.
            guard trust == .owner else { return trust == .forged ? .done : .answered(.confirmSender(code: code)) }
            if try await redeem(code, beside: asked) {
                // What was confirmed is in the queue again, and answers for both.
                return asked.takeConsent() ? .none : .done
            }
        }
        guard let code = asked.code else { return .none }
        if try await redeem(code, beside: asked) {
            guard trust != .forged, asked.takeConsent() else { return .done }
            trust = .owner
            return .none
        }
        // Codes of the chat are shorter, and the chat's own matter.
        let isOurs = code.utf8.count >= Self.shortestCode
        return trust != .forged && (isOurs && trust != .owner || asked.commands.isEmpty) ? .answered(.badCode) : .none
    }

    /// Whether a code was right; what it confirms is in the queue again then, and the commands beside it are as good.
    private func redeem(_ code: String, beside asked: MailCommands) async throws -> Bool {
        var rest = asked
        _ = rest.takeConsent()
        let isRedeemed = try await keeping.redeemConfirmation(
            code,
            of: address,
            network: network,
            bearer: ConfirmingMail(id: kept.id, commands: trust == .forged ? [] : rest.commands.map(\.position)),
            at: now
        )
        if isRedeemed { try await confirm() }
        return isRedeemed
    }

    /// The code that waits for the commands of the very mail whose answer this one answers.
    private func codeOfAnsweredMail() async throws -> String? {
        guard let number = read.mail.inReplyTo.first.flatMap(MailName.answeredMail) else { return nil }
        return try await keeping.pendingCode(mail: number, of: address, network: network, at: now)
    }

    /// One code, whatever of the mail waits for it.
    private func code(for positions: [Int]) async throws -> String? {
        var code: String?
        for position in positions {
            code = try await keeping.confirmationCode(
                mail: kept,
                position: position,
                of: address,
                network: network,
                at: now
            )
        }
        return code
    }

    /// Whoever anybody could be hears nothing of what the mail says, and none of it is done before its code comes back.
    private func askWho(_ asked: MailCommands) async throws -> MailLetter? {
        guard !asked.commands.isEmpty else {
            guard let notice = asked.notUnderstood else { return nil }
            return try await stranger(notice == .nothingChanged ? notice : .noCommand)
        }
        // Counted first: codes and the mails behind them are kept.
        guard let closing = try await intake.countAnswer(to: from, kept, trust) else { return nil }
        let code = try await code(for: [MailLetter.wholeMail])
        let notice = code.map { MailNotice.confirmSender(code: $0) } ?? .cannotWait
        return MailLetter(sender: address, opening: [notice], closing: closing, isForStranger: true)
    }

    private func stranger(_ notice: MailNotice) async throws -> MailLetter? {
        guard let closing = try await intake.countAnswer(to: from, kept, trust) else { return nil }
        return MailLetter(sender: address, opening: [notice], closing: closing, isForStranger: !trust.isKnown)
    }

    /// Mail that was not wanted would come again.
    private func askAboutResuming(besides others: [MailCommand]) async throws -> MailLetter? {
        let harmless = others.filter(isHarmless)
        let waiting = others.filter { !isHarmless($0) }.map(\.position)
        guard let code = try await code(for: waiting + [MailLetter.noCommand]) else {
            return MailLetter(sender: address, commands: harmless, opening: [.mailIsOff, .cannotWait])
        }
        return MailLetter(sender: address, commands: harmless, opening: [.mailIsOff, .confirmPushes(code: code)])
    }
}
