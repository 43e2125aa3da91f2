import Foundation
import MailMessages
import NewsModel

/// Decides on a person's mail: what it asks for, and what may be done now.
struct PersonalMail {
    let mail: ReceivedMail
    let from: MailAddress
    let facts: SenderFacts
    let rules: MailRules

    func decision(_ trust: MailTrust) -> MailDecision {
        var asked = MailCommands(mail.lines, lists: mail.lists.map(\.index), botName: rules.botName)
        var trust = trust
        if let decision = code(in: &asked, &trust) { return decision }
        switch trust {
        case .forged: return .ignore(.notBelieved)
        case .doubted, .guest: return decideForUnverified(asked, trust)
        case .reader, .owner: return decideForKnown(asked, trust)
        }
    }

    /// Nothing is done for an unverified sender before a code comes back, and the answer quotes nothing of the mail.
    private func decideForUnverified(_ asked: MailCommands, _ trust: MailTrust) -> MailDecision {
        guard asked.commands.isEmpty else {
            let question = MailQuestion(.sender, positions: [MailCommand.wholeMail])
            return .answer(MailReply(to: from, trust: trust, question: question))
        }
        guard let notice = asked.notUnderstood else { return .ignore(.nothingAsked) }
        return notices([notice == .nothingChanged ? notice : .noCommand], trust)
    }

    private func decideForKnown(_ asked: MailCommands, _ trust: MailTrust) -> MailDecision {
        let sender = facts.sender ?? MailCorrespondent(address: from.folded, token: "")
        let isConfirmed = mail.confirmedCommands != nil
        let isWhole = mail.confirmedCommands?.contains(MailCommand.wholeMail) == true
        // If this mail waited for a code, its remarks were sent before. A mail with a code of its own has new remarks,
        // even after a restart.
        let isNews = !isConfirmed || isWhole || asked.code != nil || asked.saysYes
        var reply = MailReply(to: from, trust: trust, commands: asked.commands)
        if isConfirmed, isNewlyConfirmed(sender) { reply.opening = [.confirmed] }
        if confirmsMailbox(sender, asked, trust) {
            reply.steps.append(.confirmMailbox)
            if asked.saysYes {
                reply.opening = [.confirmed]
                reply.commands.removeAll { $0.position == 0 && mail.lines.phrases.isYes($0.text) }
            }
        }
        if sender.unsubscribedAt == nil {
            reply.steps.append(.readmit)
        } else if asksToResume(reply.commands) {
            let others = reply.commands.filter { !isResume($0) }
            guard trust == .owner else { return askAboutResuming(besides: others, trust) }
            reply.steps.append(.resubscribe)
            reply.opening.append(.resubscribed)
            reply.commands = others
        }
        if let only = mail.confirmedCommands, !isWhole { reply.commands.removeAll { !only.contains($0.position) } }
        // The mail contained only a code. The mail that it confirmed answers both, even after a restart.
        if mail.confirmedCommands == [], asked.code != nil || asked.saysYes, asked.unread.isEmpty {
            return replyWithStepsOnly(of: reply)
        }
        let waiting = trust == .reader ? reply.commands.filter { !isHarmless($0) } : []
        reply.commands.removeAll(where: waiting.contains)
        // A code was sent back, so it must be answered.
        if isConfirmed, reply.opening.isEmpty, reply.commands.isEmpty { reply.opening = [.confirmed] }
        if reply.opening.isEmpty, reply.commands.isEmpty, waiting.isEmpty {
            if let notice = asked.notUnderstood {
                reply.opening = [notice]
            } else if !isNews || asked.unread.isEmpty {
                return replyWithStepsOnly(of: reply)
            }
        }
        if !waiting.isEmpty {
            reply.question = MailQuestion(.lines(waiting.map(\.text)), positions: waiting.map(\.position))
        }
        if isNews { reply.closing = asked.remarks }
        return .answer(reply)
    }

    /// No text is sent, but the mail may have proved something about its sender.
    private func replyWithStepsOnly(of reply: MailReply) -> MailDecision {
        .answer(MailReply(to: from, trust: reply.trust, steps: reply.steps))
    }

    /// Asks for a code first, because otherwise a forged mail could resume unwanted mail.
    private func askAboutResuming(besides others: [MailCommand], _ trust: MailTrust) -> MailDecision {
        let waiting = others.filter { !isHarmless($0) }.map(\.position)
        return .answer(
            MailReply(
                to: from,
                trust: trust,
                commands: others.filter(isHarmless),
                question: MailQuestion(.resuming, positions: waiting + [MailCommand.noCommand])
            )
        )
    }

    private func notices(_ notices: [MailNotice], _ trust: MailTrust) -> MailDecision {
        .answer(MailReply(to: from, trust: trust, opening: notices))
    }

    private func asksToResume(_ commands: [MailCommand]) -> Bool {
        mail.lines.isOnly(rules.people.resume) || commands.contains(where: isResume)
    }

    private func isResume(_ command: MailCommand) -> Bool { rules.people.resume.contains(command.text.lowercased()) }

    /// Whether a command changes nothing.
    ///
    /// An attached list always changes something.
    private func isHarmless(_ command: MailCommand) -> Bool {
        command.attachment == nil && rules.vocabulary.isHarmless(command.text)
    }

    /// Whether this mail is the first proof that the mailbox wants mail.
    private func confirmsMailbox(_ sender: MailCorrespondent, _ asked: MailCommands, _ trust: MailTrust) -> Bool {
        guard trust == .owner, sender.confirmedAt == nil else { return false }
        if mail.confirmedCommands != nil { return true }
        // A bare yes may answer a question of the chat. Otherwise it answers the question about the mailbox.
        return asked.saysYes && !facts.isAskedByChat
    }

    /// Whether the code that queued this mail again also confirmed the mailbox.
    private func isNewlyConfirmed(_ sender: MailCorrespondent) -> Bool {
        guard let since = sender.confirmedAt else { return true }
        // Both times are stored in whole seconds.
        return since.timeIntervalSince1970.rounded(.down) >= mail.receivedAt.timeIntervalSince1970.rounded(.down)
    }
}

// MARK: - Codes

extension PersonalMail {
    /// The shortest code of the mail network.
    ///
    /// Codes of the chat are shorter.
    private static let shortestCode = 8

    /// The decision for the code in a mail; nil if there is no code, or if more than the code must be handled.
    private func code(in asked: inout MailCommands, _ trust: inout MailTrust) -> MailDecision? {
        guard mail.confirmedCommands == nil else { return nil }
        if asked.saysYes, let code = facts.waitingCode {
            // Message-IDs can be guessed. Unless the sender is verified, they must send the code itself.
            guard trust == .owner else {
                return trust == .forged ? .ignore(.notBelieved) : notices([.confirmSender(code: code)], trust)
            }
            switch facts.code {
            case nil: return redeem(code, beside: asked, trust)
            // The confirmed mail is in the queue again and answers both.
            case .right: return asked.removeConsent() ? nil : .ignore(.codeRedeemed)
            case .wrong: return nil
            }
        }
        guard let code = asked.code else { return nil }
        switch facts.code {
        case nil: return redeem(code, beside: asked, trust)
        case .right:
            guard trust != .forged, asked.removeConsent() else { return .ignore(.codeRedeemed) }
            trust = .owner
            return nil
        case .wrong:
            // A shorter code is for the chat, which checks it itself.
            let isOurs = code.utf8.count >= Self.shortestCode
            let isBad = trust != .forged && (isOurs && trust != .owner || asked.commands.isEmpty)
            return isBad ? notices([.badCode], trust) : nil
        }
    }

    private func redeem(_ code: String, beside asked: MailCommands, _ trust: MailTrust) -> MailDecision {
        var rest = asked
        _ = rest.removeConsent()
        return .redeem(code: code, beside: trust == .forged ? [] : rest.commands.map(\.position))
    }
}
