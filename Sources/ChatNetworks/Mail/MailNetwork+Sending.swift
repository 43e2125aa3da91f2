import MailTransport
import Foundation
import Logging
import MailMessages
import MailTalk
package import NewsModel
import Parallelism

extension MailNetwork {
    /// One part with the message as JSON.
    ///
    /// It is rendered when it is sent, in the language of that time.
    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        guard let json = try? JSONEncoder().encode(message) else { return [] }
        return [MessagePart(payload: String(decoding: json, as: UTF8.self))]
    }

    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        if let command = MailCommandID(answeredBy: key) { return await store(part, asAnswerTo: command) }
        guard let composer = outbox.composer, let dispatch = outbox.dispatch else { return .notSent(retryAt: nil) }
        // A waiting send holds no rendered mail, and gives up at once when the server fails meanwhile.
        do { try await outbox.slots.take() } catch { return .notSent(retryAt: nil) }
        defer { outbox.slots.give() }
        guard dispatch.isOpen else { return .notSent(retryAt: nil) }
        guard let message = try? JSONDecoder().decode(OutgoingMessage.self, from: Data(part.payload.utf8)) else {
            return .refused(reason: "not a message")
        }
        do {
            let known = try await keeping.correspondent(folded(address.target), network: name, at: time.now)
            // The person may have unsubscribed after the message was queued.
            guard known.isReachable else { return .notSent(retryAt: time.now.addingTimeInterval(3_600)) }
            let stop = options.vocabulary.word(for: .ending) ?? ""
            let footer = await options.wording(.pushFooter(stop: stop), known.address)
            let enclosed = await pictures.enclosed([message], id: key.text, domain: composer.tokens.own.domain)
            let mail = composer.push(
                message,
                pictures: enclosed.first ?? [],
                icons: await icons.enclosed(
                    [message],
                    for: Address(network: name, kind: .person, target: known.address),
                    id: key.text,
                    domain: composer.tokens.own.domain
                ),
                key: key,
                to: known,
                footer: footer,
                at: time.now
            )
            guard let mail else { return .refused(reason: "not an address that mail can go to") }
            // Recorded before sending: a reply may come at once, or the program may crash after sending.
            await notePosted(mail.eventID, key: key)
            return await dispatch.send(mail, to: known)
        } catch {
            log.error("Mail not sent", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return .notSent(retryAt: time.now.addingTimeInterval(60))
        }
    }

    /// Records the mail, so that a reply to it can be understood later.
    private func notePosted(_ event: String, key: PartKey) async {
        do {
            try await keeping.recordPosted(network: name, eventID: event, key: key)
        } catch {
            log.error("Mail not remembered", metadata: facts.merging(["error": "\(error)"]) { $1 })
        }
    }

    package func canReach(_ address: Address) async -> Bool {
        guard address.kind == .person, outbox.dispatch?.isOpen == true else { return false }
        do {
            return try await keeping.correspondent(folded(address.target), network: name, at: time.now).isReachable
        } catch {
            log.error("Mailbox not known", metadata: facts.merging(["error": "\(error)"]) { $1 })
            return false
        }
    }

    /// Throws at once when an address of the mail servers, our own address or the template is invalid.
    package func run() async throws {
        defer { outlet.finish() }
        let composer = try await composer()
        let submitter = try MailSubmitter(
            url: options.submission.url,
            requiresTLS: options.submission.requiresTLS,
            credentials: options.submission.credentials,
            caFile: options.caFile,
            heloName: composer.tokens.own.domain.name
        )
        defer { submitter.shutdown() }
        let mailbox = try options.mailbox.map {
            try IMAPMailbox(
                url: $0.url,
                requiresTLS: $0.requiresTLS,
                credentials: $0.credentials,
                caFile: options.caFile
            )
        }
        defer { mailbox?.shutdown() }
        let dispatch = MailDispatch(network: name, keeping: keeping, time: time, log: log) { from, to, message in
            await submitter.submit(from: from, to: to, content: message)
        }
        outbox.open(composer, dispatch)
        outlet.report(.connected)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await queueLoop(composer: composer) { await dispatch.send($0, to: $1) }.run()
            }
            if let mailbox { group.addTask { try await mailboxLoop(mailbox).run() } }
            group.addTask { try await announcePauseEnds(of: dispatch) }
            try await group.next()
            group.cancelAll()
        }
    }

    private func mailboxLoop(_ mailbox: IMAPMailbox) -> MailboxLoop {
        MailboxLoop(
            fetch: { await mailbox.fetchNew(after: $0) },
            interval: options.mailbox?.interval ?? 30,
            network: name,
            keeping: keeping,
            time: time,
            log: log
        )
    }

    /// After a pause, reports `connected`, so that waiting messages are sent.
    private func announcePauseEnds(of dispatch: MailDispatch) async throws {
        for await end in dispatch.pauseEnds {
            try await time.sleep(until: end)
            outlet.report(.connected)
        }
        try Task.checkCancellation()
    }
}

extension MailCorrespondent {
    /// Whether messages may be pushed to this address: it is confirmed and not unsubscribed.
    var isReachable: Bool { confirmedAt != nil && unsubscribedAt == nil }
}
