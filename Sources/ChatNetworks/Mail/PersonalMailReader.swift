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

    var isVerified: Bool { trust != .guest }

    /// A guest's commands may have to wait for a code, and are read again then.
    var needsContent: Bool { trust == .guest }

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
        let asked = MailCommands(lines, lists: files.lists, isCommand: intake.options.isCommand)
        let isConfirmed = kept.confirmedCommands != nil
        let owners = try await owners()
        trust = MailTrust(mail, from: from, owners: owners, server: intake.options.authenticationServer)
        // Its sender has sent the code back.
        if isConfirmed { trust = .tokenHolder }
        if !isConfirmed, let code = asked.code {
            let isRedeemed = try await keeping.redeemConfirmation(code, of: address, network: network, at: now)
            if isRedeemed {
                // What was confirmed is in the queue again, and answers for both.
                try await confirm()
                return nil
            }
            if trust == .guest || asked.commands.isEmpty { return MailLetter(sender: address, opening: [.badCode]) }
        }
        let known = try await keeping.correspondent(address, network: network, at: now)
        var opening: [MailNotice] = isConfirmed ? [.confirmed] : []
        var commands = asked.commands
        if trust == .tokenHolder, known.confirmedAt == nil {
            try await confirm()
            if asked.saysYes {
                opening.append(.confirmed)
                commands.removeAll { $0.position == 0 && MailCommands.isYes($0.text) }
            }
        }
        if isVerified, known.unsubscribedAt == nil {
            let place = Address(network: network, kind: .person, target: address)
            intake.outlet.report(.readmitted(place))
        }
        if known.unsubscribedAt != nil, lines.isOnly(intake.options.resumeWords) {
            guard isVerified else { return try await askAboutResuming() }
            if try await keeping.resubscribe(address, network: network) {
                opening.append(.resubscribed)
                commands.removeAll { $0.position == 0 && intake.options.resumeWords.contains($0.text.lowercased()) }
                intake.outlet.report(.appeared(account: address))
            }
        }
        if let only = kept.confirmedCommands { commands = commands.filter { only.contains($0.position) } }
        if opening.isEmpty, commands.isEmpty {
            guard let text = asked.notUnderstood else { return nil }
            opening = [.notUnderstood(text: String(text.prefix(100)))]
        }
        let closing = asked.isCut ? [MailNotice.tooManyCommands(limit: MailCommands.limit)] : []
        return MailLetter(sender: address, commands: commands, opening: opening, closing: closing)
    }

    private func owners() async throws -> [MailCorrespondent] {
        var owners: [MailCorrespondent] = []
        for token in intake.tokens.tokens(in: mail, kept) {
            if let owner = try await keeping.correspondent(token: token, network: network) { owners.append(owner) }
        }
        return owners
    }

    private func confirm() async throws {
        try await keeping.confirm(address, network: network, at: now)
        intake.outlet.report(.appeared(account: address))
    }

    /// Anybody could have written it, and mail that was not wanted would come again.
    private func askAboutResuming() async throws -> MailLetter? {
        let code = try await keeping.confirmationCode(
            mail: kept,
            position: MailLetter.noCommand,
            of: address,
            network: network,
            at: now
        )
        return code.map { MailLetter(sender: address, opening: [.confirmPushes(code: $0)]) }
    }
}
