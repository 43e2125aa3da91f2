import Foundation
import MailMessages
import NewsModel

/// Finds out what a person's mail asks for, and how far its sender is believed.
struct PersonalMailReader {
    let intake: MailIntake
    let kept: KeptMail
    let mail: IncomingMail
    let from: MailAddress
    let lines: MailLines
    private(set) var trust = MailTrust.guest
    private(set) var files: MailFiles?

    private var keeping: any MailKeeping { intake.keeping }
    private var network: String { intake.options.name }
    private var now: Date { intake.time.now }
    private var address: String { from.folded }

    init(intake: MailIntake, kept: KeptMail, mail: IncomingMail, from: MailAddress, lines: MailLines) {
        self.intake = intake
        self.kept = kept
        self.mail = mail
        self.from = from
        self.lines = lines
    }

    var isVerified: Bool { trust == .verified || trust == .tokenHolder }

    /// A guest's commands may have to wait for a code, and are read again then.
    var needsContent: Bool { !isVerified }

    /// A guest is known by nothing but the address; a display name is for show alone.
    var person: IncomingMessage.Sender {
        guard isVerified else { return .init(displayName: address, account: nil) }
        let name = mail.from.first?.name.map { String($0.text.prefix(60)) } ?? from.localPart
        return .init(displayName: name, account: address)
    }

    /// The letter to be answered; nil when nothing is to be said.
    mutating func read() async throws -> MailLetter? {
        let files = MailFiles(mail)
        self.files = files
        var asked = MailCommands(
            lines,
            lists: files.lists,
            thanks: intake.options.thanks,
            botName: intake.options.displayName,
            isCommand: intake.options.isCommand
        )
        let isConfirmed = kept.confirmedCommands != nil
        // Of a mail that waited for a code it was told before; this one may have brought one, and a restart came between.
        let isNews = !isConfirmed || asked.code != nil || asked.saysYes
        let owners = try await owners()
        trust = MailTrust(mail, from: from, owners: owners, server: intake.options.authenticationServer)
        // Its sender has sent the code back.
        if isConfirmed { trust = .tokenHolder }
        if !isConfirmed, isVerified, asked.saysYes, let code = try await codeOfAnsweredMail(),
            try await redeem(code, beside: asked)
        {
            // What was confirmed is in the queue again, and answers for both.
            guard asked.takeConsent() else { return nil }
        }
        if !isConfirmed, let code = asked.code {
            if try await redeem(code, beside: asked) {
                guard trust != .forged, asked.takeConsent() else { return nil }
                trust = .tokenHolder
            } else {
                // Codes of the chat are shorter, and the chat's own matter.
                let isOurs = code.utf8.count >= Self.shortestCode
                if trust != .forged, (isOurs && !isVerified) || asked.commands.isEmpty {
                    return MailLetter(sender: address, opening: [.badCode])
                }
            }
        }
        if trust == .forged { return nil }
        let known = try await keeping.correspondent(address, network: network, at: now)
        // A bare yes may answer the chat, which says then what to write; the mailbox is what is asked about else.
        let isForChat = asked.saysYes && isVerified ? try await intake.options.isAsked(address, now) : false
        var opening: [MailNotice] = isConfirmed && isNewlyConfirmed(known) ? [.confirmed] : []
        var commands = asked.commands
        let asksForPushes = asked.commands.contains { intake.options.isChanging($0.text) }
        let mayConfirm = isConfirmed || (asked.saysYes && !isForChat) || (trust == .tokenHolder && asksForPushes)
        if isVerified, known.confirmedAt == nil, mayConfirm {
            try await confirm()
            if asked.saysYes, !isForChat {
                opening = [.confirmed]
                commands.removeAll { $0.position == 0 && MailCommands.isYes($0.text) }
            }
        }
        if isVerified, known.unsubscribedAt == nil {
            let place = Address(network: network, kind: .person, target: address)
            intake.outlet.report(.readmitted(place))
        }
        let resumeWords = intake.options.resumeWords
        let asksToResume = lines.isOnly(resumeWords) || commands.contains { resumeWords.contains($0.text.lowercased()) }
        if known.unsubscribedAt != nil, asksToResume, isVerified || lines.isOnly(resumeWords) {
            guard isVerified else {
                return try await askAboutResuming(
                    besides: commands.filter { !resumeWords.contains($0.text.lowercased()) }
                )
            }
            if try await keeping.resubscribe(address, network: network) {
                opening.append(.resubscribed)
                commands.removeAll { resumeWords.contains($0.text.lowercased()) }
                intake.outlet.report(.appeared(account: address))
            }
        }
        if let only = kept.confirmedCommands { commands = commands.filter { only.contains($0.position) } }
        // It brought a code, and no more: what that confirmed answers for both, over a restart too.
        if kept.confirmedCommands == [], asked.code != nil || asked.saysYes, asked.unread.isEmpty { return nil }
        // A code was sent back, and is to be answered.
        if isConfirmed, opening.isEmpty, commands.isEmpty { opening = [.confirmed] }
        if opening.isEmpty, commands.isEmpty {
            if let notice = asked.notUnderstood {
                opening = [notice]
            } else if !isNews || asked.unread.isEmpty {
                return nil
            }
        }
        var closing: [MailNotice] = []
        if isNews, !asked.left.isEmpty {
            closing = [.tooManyCommands(limit: MailCommands.limit, left: asked.left, more: asked.moreLeft)]
        }
        if isNews, !asked.unread.isEmpty {
            closing.append(.unread(lines: asked.unread, asked.isUnreadBelowSubject ? .belowSubject : .atEnd))
        }
        // Without a command there was nothing to be shown or changed.
        if trust == .guest, known.confirmedAt != nil, !commands.isEmpty { closing.append(.answeredAsGuest) }
        return MailLetter(sender: address, commands: commands, opening: opening, closing: closing)
    }

    /// Letters and digits of a code that the network gives out.
    private static let shortestCode = 8

    private func owners() async throws -> [MailCorrespondent] {
        var owners: [MailCorrespondent] = []
        for token in intake.tokens.tokens(in: mail, kept) {
            if let owner = try await keeping.correspondent(token: token, network: network) { owners.append(owner) }
        }
        return owners
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
        // `answer.ID.INSTALLATION@…`, as MailComposer names its answers.
        guard let id = mail.inReplyTo.first?.text, id.hasPrefix("answer."),
            let number = Int64(id.dropFirst("answer.".count).prefix { $0 != "." })
        else { return nil }
        return try await keeping.pendingCode(mail: number, of: address, network: network, at: now)
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

    /// Anybody could have written it, and mail that was not wanted would come again.
    private func askAboutResuming(besides commands: [MailCommand]) async throws -> MailLetter? {
        let code = try await keeping.confirmationCode(
            mail: kept,
            position: MailLetter.noCommand,
            of: address,
            network: network,
            at: now
        )
        return code.map {
            MailLetter(sender: address, commands: commands, opening: [.mailIsOff, .confirmPushes(code: $0)])
        }
    }
}
