import Foundation
import MailMessages
import NewsModel
import Synchronization

/// A mail that is being answered.
struct OpenMail: Sendable {
    /// With its headers only.
    var kept: KeptMail
    /// The headers: what the answer answers.
    var head: IncomingMail
    var letter: MailLetter
    var person: IncomingMessage.Sender
    var files: MailFiles?
    /// It is surely the mailbox's owner who wrote it.
    var isOwner: Bool
    /// When it is taken up again by itself.
    var retryAt: Date

    var byteCount: Int { kept.content.count + (files?.byteCount ?? 0) }

    /// One command as the chat loop takes it.
    func message(_ command: MailCommand, network: String) -> IncomingMessage {
        let id = MailCommandID(mail: kept.id, position: command.position)
        return IncomingMessage(
            network: network,
            networkKind: .mail,
            sender: person,
            room: nil,
            text: command.text,
            inboundID: id.description,
            receivedAt: kept.receivedAt,
            question: Question(
                messageID: id.description,
                repliesTo: (head.inReplyTo.first ?? head.references.last)?.text
            ),
            file: command.attachment.flatMap { files?.file($0, of: id) }
        )
    }
}

/// The mails that are being answered; each sender's one after the other, all of them within bounds.
final class MailDesk: Sendable {
    /// A command is dealt with.
    struct Finish: Sendable {
        var position: Int
        var wasAnswered: Bool
    }

    private struct Entry {
        var mail: OpenMail
        var finishes: AsyncStream<Finish>.Continuation?
        var byteCount: Int
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        /// Each sender's mails, the first of which is being worked on.
        var lanes: [String: [Int64]] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    static let mostMails = 200
    static let mostBytes = 64 << 20

    /// Mails that may be put on the desk now.
    var room: Int { state.withLock { $0.bytes >= Self.mostBytes ? 0 : max(0, Self.mostMails - $0.entries.count) } }

    func contains(_ id: Int64) -> Bool { state.withLock { $0.entries[id] != nil } }

    /// Whether work on it is to begin at once: nothing of its sender's is before it.
    func put(_ mail: OpenMail) -> Bool {
        state.withLock { state in
            guard state.entries[mail.kept.id] == nil else { return false }
            state.entries[mail.kept.id] = Entry(mail: mail, byteCount: mail.byteCount)
            state.bytes += mail.byteCount
            state.lanes[mail.letter.sender, default: []].append(mail.kept.id)
            return state.lanes[mail.letter.sender]?.count == 1
        }
    }

    /// Done with it for now; gives the same sender's next.
    func remove(_ id: Int64) -> Int64? {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return nil }
            entry.finishes?.finish()
            state.bytes -= entry.byteCount
            let sender = entry.mail.letter.sender
            let rest = (state.lanes[sender] ?? []).filter { $0 != id }
            state.lanes[sender] = rest.isEmpty ? nil : rest
            return rest.first
        }
    }

    func mail(_ id: Int64) -> OpenMail? { state.withLock { $0.entries[id]?.mail } }

    /// The finishes of a mail's commands, for whoever works on it.
    func finishes(of id: Int64) -> AsyncStream<Finish> {
        let (stream, continuation) = AsyncStream<Finish>.makeStream(bufferingPolicy: .bufferingOldest(100))
        state.withLock { $0.entries[id]?.finishes = continuation }
        return stream
    }

    func finished(_ command: MailCommandID, wasAnswered: Bool) {
        state.withLock { state in
            _ = state.entries[command.mail]?.finishes?.yield(
                Finish(position: command.position, wasAnswered: wasAnswered)
            )
        }
    }

    /// Changes the letter of a mail; nil when it is not here.
    func change<Value: Sendable>(_ id: Int64, _ change: (inout MailLetter) -> Value) -> Value? {
        state.withLock { state in
            guard var letter = state.entries[id]?.mail.letter else { return nil }
            let value = change(&letter)
            state.entries[id]?.mail.letter = letter
            return value
        }
    }
}
