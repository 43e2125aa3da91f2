import MailTalk
import Foundation
import Logging
import MailMessages
import NewsModel

/// Runs the commands of a mail one after the other and answers all of them in one mail.
struct MailAnswering: Sendable {
    let options: MailNetworkOptions
    let keeping: any MailKeeping
    let desk: MailDesk
    let outlet: EventOutlet
    let composer: MailComposer
    let pictures: MailPictures
    let icons: MailIcons
    let time: any TimeSource
    let log: Logger
    let send: @Sendable (ComposedMail, MailCorrespondent) async -> SendOutcome

    /// Seconds after which an unsent answer is dropped.
    static let longestTry: TimeInterval = 5 * 86_400
    private static let askedAgainAfter: TimeInterval = 86_400

    private var network: String { options.name }

    /// Works on a mail, then on the waiting mails of the same sender.
    func work(from first: Int64, whenDone: () -> Void) async {
        var next: Int64? = first
        while let id = next, !Task.isCancelled {
            do {
                try await answer(id)
            } catch is CancellationError {
                return
            } catch {
                // The mail is tried again later.
                log.error("Mail not answered", metadata: facts(id).merging(["error": "\(error)"]) { $1 })
            }
            next = desk.remove(id)
            whenDone()
        }
    }

    private func answer(_ id: Int64) async throws {
        try await runCommands(of: id)
        guard let letter = desk.mail(id)?.letter else { return }
        if letter.isSilent { return try await keeping.dropMail(id) }
        try await complete(id)
        try await post(id)
    }

    private func runCommands(of id: Int64) async throws {
        var finishes = desk.finishes(of: id).makeAsyncIterator()
        while let mail = desk.mail(id), let command = mail.letter.next {
            let message = mail.message(command, network: network)
            outlet.report(.message(message))
            var finish: MailDesk.Finish
            repeat {
                guard let next = await finishes.next() else { throw CancellationError() }
                finish = next
            } while finish.position != command.position
            let hasAnswer = desk.mail(id)?.letter.hasAnswer(at: command.position) ?? false
            var isDropped = false
            if !hasAnswer {
                // The command was handled before a restart, or it has no answer.
                let inbound = MailCommandID(mail: id, position: command.position).description
                let wasUnknown = try await keeping.recordHandled(network: network, inboundID: inbound, at: time.now)
                isDropped = finish.wasAnswered || wasUnknown
            }
            _ = desk.change(id) { $0.finish(command.position, isDropped: isDropped) }
        }
    }

    /// Stores the finished letter.
    ///
    /// After this no command is run or counted again.
    private func complete(_ id: Int64) async throws {
        guard let mail = desk.mail(id), mail.kept.answers[MailLetter.position] == nil else { return }
        let code = try await codeToConfirm(mail)
        let text = desk.change(id) { letter in
            letter.attempts = mail.kept.attempts + 1
            if let code { letter.closing.insert(.confirmPushes(code: code), at: 0) }
            return letter.text
        }
        guard let text = text ?? nil else { return }
        try await keeping.keepAnswer(text, to: id, position: MailLetter.position)
        if code != nil { try await keeping.noteAsked(mail.letter.sender, network: network, at: time.now) }
    }

    /// A code for a mailbox that asked for pushes and is not confirmed yet; at most once a day.
    private func codeToConfirm(_ mail: OpenMail) async throws -> String? {
        guard mail.isOwner, mail.letter.commands.contains(where: { options.vocabulary.asksForPushes($0.text) }) else {
            return nil
        }
        let now = time.now
        let known = try await keeping.correspondent(mail.letter.sender, network: network, at: now)
        guard known.confirmedAt == nil, known.unsubscribedAt == nil,
            known.askedAt.map({ now.timeIntervalSince($0) >= Self.askedAgainAfter }) ?? true
        else { return nil }
        return try await keeping.confirmationCode(
            mail: mail.kept,
            position: MailCommand.noCommand,
            of: known.address,
            network: network,
            at: now
        )
    }

    private func post(_ id: Int64) async throws {
        guard let mail = desk.mail(id) else { return }
        let known = try await keeping.correspondent(mail.letter.sender, network: network, at: time.now)
        guard let composed = await compose(mail, to: known) else { return try await keeping.dropMail(id) }
        let now = time.now
        let tries = max(0, mail.kept.attempts + 1 - mail.letter.attempts)
        let outcome = await send(composed, known)
        switch outcome {
        case .confirmed: return try await posted(composed, mail)
        // The sender can ask again if the answer is missing, and can reply to it if it has arrived.
        case .unconfirmed: return try await posted(composed, mail)
        case .refused(let reason):
            log.notice("Answer refused", metadata: facts(id).merging(["reason": "\(reason)"]) { $1 })
            return try await keeping.dropMail(id)
        case .unknown, .notSent: break
        }
        try Task.checkCancellation()
        guard now.timeIntervalSince(mail.kept.receivedAt) < Self.longestTry else {
            log.notice("Answer given up", metadata: facts(id))
            return try await keeping.dropMail(id)
        }
        var next = mail.retryAt
        if case .notSent(let retryAt?) = outcome { next = max(next, retryAt) }
        if next <= now { next = now.addingTimeInterval(MailIntake.retryWait(tries)) }
        if next != mail.retryAt { try await keeping.postponeMail(id, until: next) }
    }

    private func posted(_ composed: ComposedMail, _ mail: OpenMail) async throws {
        for command in mail.letter.commands {
            let name = MailCommandID(mail: mail.kept.id, position: command.position)
            let key = PartKey.reply(to: name.description, part: 1)
            try await keeping.recordPosted(network: network, eventID: composed.eventID, key: key)
        }
        try await keeping.dropMail(mail.kept.id)
    }

    private func compose(_ mail: OpenMail, to known: MailCorrespondent) async -> ComposedMail? {
        let sender = mail.letter.sender
        let answers = await mail.letter.answers { await options.wording($0, sender).text }
        let id = mail.kept.id
        let enclosed = await pictures.enclosed(
            answers.flatMap(\.messages),
            id: MailName.answer(mail: id).text,
            domain: composer.tokens.own.domain
        )
        let reader = Address(network: network, kind: .person, target: known.address)
        return composer.answer(
            answers,
            pictures: enclosed,
            icons: await icons.enclosed(
                answers.flatMap(\.messages),
                for: reader,
                id: MailName.answer(mail: id).text,
                domain: composer.tokens.own.domain
            ),
            to: mail.head,
            id: id,
            of: known,
            usualSubject: await options.wording(.answerSubject(bot: options.displayName), sender).line,
            hidesMail: mail.letter.hidesMail,
            footer: await options.wording(.answerFooter, sender),
            at: time.now
        )
    }

    private func facts(_ id: Int64) -> Logger.Metadata { ["network": "\(network)", "mail": "\(id)"] }
}
