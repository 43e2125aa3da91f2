import Foundation
package import Logging
import MailMessages
package import NewsModel
import Parallelism
import Synchronization

/// E-mail as a chat network.
///
/// A person is addressed by mail address; there are no rooms. Each incoming mail gets one answer to all its commands.
package struct MailNetwork: MessageAcknowledging, FileFetching {
    package let name: String
    package let traits = NetworkTraits.mail
    package var events: AsyncStream<NetworkEvent> { outlet.events }

    let options: MailNetworkOptions
    let keeping: any MailKeeping
    let time: any TimeSource
    let log: Logger
    let outlet = EventOutlet()
    let desk = MailDesk()
    let pictures: MailPictures
    let icons: MailIcons
    let outbox = MailOutbox()

    package init(options: MailNetworkOptions, keeping: any MailKeeping, time: any TimeSource, log: Logger) {
        name = options.name
        self.options = options
        self.keeping = keeping
        self.time = time
        self.log = log
        pictures = MailPictures(fetch: options.picture, time: time)
        icons = MailIcons(source: options.icons, most: options.iconsPerMail)
    }

    var facts: Logger.Metadata { ["network": "\(name)"] }

    /// The loop that processes incoming mail; `send` sends the answers.
    func queueLoop(
        composer: MailComposer,
        send: @escaping @Sendable (ComposedMail, MailCorrespondent) async -> SendOutcome
    ) -> MailQueueLoop {
        let intake = MailIntake(
            options: options,
            keeping: keeping,
            rules: options.rules(composer.tokens),
            bounces: MailBounces(keeping: keeping, network: name),
            desk: desk,
            outlet: outlet,
            time: time,
            log: log
        )
        let answering = MailAnswering(
            options: options,
            keeping: keeping,
            desk: desk,
            outlet: outlet,
            composer: composer,
            pictures: pictures,
            icons: icons,
            time: time,
            log: log,
            send: send
        )
        return MailQueueLoop(intake: intake, answering: answering)
    }

    func composer() async throws -> MailComposer {
        try MailComposer(
            options: options,
            template: MailTemplate(folder: options.templates),
            installation: try await installation()
        )
    }

    /// A random text in our Message-IDs, created once and never changed.
    private func installation() async throws -> String {
        if let known = try await keeping.networkState(name, key: "installation") { return known }
        let made = String((0..<10).compactMap { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() })
        try await keeping.setNetworkState(name, key: "installation", value: made)
        return made
    }
}

// MARK: - People

extension MailNetwork {
    /// Lower case, with the domain in its ASCII form.
    package func folded(_ name: String) -> String {
        let bare = name.filter { !"<> ".contains($0) }
        return (try? MailAddress(bare))?.folded ?? bare.lowercased()
    }

    /// Ends all mail to the owner of an `unsubscribeToken`; false when the token is unknown.
    ///
    /// Throws when it cannot be done now.
    package func unsubscribe(token: String) async throws -> Bool {
        guard token.utf8.count <= 100,
            let owner = try await keeping.correspondent(unsubscribeToken: token.lowercased(), network: name)
        else { return false }
        try await keeping.unsubscribe(owner.address, network: name, at: time.now)
        log.notice(
            "Mail unsubscribed",
            metadata: facts.merging(["address": "\(LogText.mailbox(owner.address))"]) { $1 }
        )
        return true
    }
}

// MARK: - Answers

extension MailNetwork {
    package func handled(_ message: IncomingMessage, wasAnswered: Bool) async {
        guard let command = message.inboundID.flatMap({ MailCommandID($0) }) else { return }
        desk.finished(command, wasAnswered: wasAnswered)
    }

    /// Adds a part of an answer to the letter of its mail.
    func store(_ part: MessagePart, asAnswerTo command: MailCommandID) async -> SendOutcome {
        guard let message = try? JSONDecoder().decode(OutgoingMessage.self, from: Data(part.payload.utf8)),
            let text = desk.change(command.mail, { $0.answer(message, at: command.position) }) ?? nil
        else { return .refused(reason: "the mail is not being answered") }
        do {
            try await keeping.keepAnswer(text, to: command.mail, position: command.position)
        } catch {
            // The answer is in the letter; only a crash would lose it.
            log.error("Answer not stored", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
        return .confirmed
    }

    package func contents(of file: AttachedFile, limit: Int) async -> FileOutcome {
        let parts = file.address.split(separator: "/")
        guard parts.count == 2, let command = MailCommandID(parts[0]), let index = Int(parts[1]),
            let files = desk.mail(command.mail)?.files
        else { return .refused }
        return files.contents(index, limit: limit)
    }
}

/// What sends mail; empty until the network runs.
final class MailOutbox: Sendable {
    /// Limits how many mails are rendered and sent at once; slightly more than the connections to the server.
    let slots = Slots(mostAtOnce)
    static let mostAtOnce = 6

    private let parts = Mutex<(composer: MailComposer, dispatch: MailDispatch)?>(nil)

    func open(_ composer: MailComposer, _ dispatch: MailDispatch) { parts.withLock { $0 = (composer, dispatch) } }

    var composer: MailComposer? { parts.withLock { $0?.composer } }
    var dispatch: MailDispatch? { parts.withLock { $0?.dispatch } }
}
