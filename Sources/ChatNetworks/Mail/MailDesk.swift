import MailTalk
import Foundation
import MailMessages
import NewsModel
import Synchronization

/// A mail that is being answered.
struct OpenMail: Sendable {
    /// The stored mail, with its headers only.
    var kept: KeptMail
    /// The parsed headers of the mail.
    var head: IncomingMail
    var letter: MailLetter
    var person: IncomingMessage.Sender
    var files: MailFiles?
    /// Whether the mail certainly comes from the mailbox's owner.
    var isOwner: Bool
    /// When the mail is processed again if nothing comes of this attempt.
    var retryAt: Date

    var byteCount: Int { kept.content.count + (files?.byteCount ?? 0) }

    /// A command as a message for the chat loop.
    func message(_ command: MailCommand, network: String) -> IncomingMessage {
        let id = MailCommandID(mail: kept.id, position: command.position)
        return IncomingMessage(
            network: network,
            traits: .mail,
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

/// The mails that are being answered, within limits.
///
/// Mails of one sender are answered one after the other.
final class MailDesk: Sendable {
    /// The result of one command.
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
        /// The mails of each sender; the first one is being worked on.
        var lanes: [String: [Int64]] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    static let mostMails = 200
    static let mostBytes = 64 << 20

    /// How many more mails may be added now.
    var freeCapacity: Int {
        state.withLock { $0.bytes >= Self.mostBytes ? 0 : max(0, Self.mostMails - $0.entries.count) }
    }

    func contains(_ id: Int64) -> Bool { state.withLock { $0.entries[id] != nil } }

    /// Adds a mail; true when work on it must begin now, because no other mail of its sender is in work.
    func put(_ mail: OpenMail) -> Bool {
        state.withLock { state in
            guard state.entries[mail.kept.id] == nil else { return false }
            state.entries[mail.kept.id] = Entry(mail: mail, byteCount: mail.byteCount)
            state.bytes += mail.byteCount
            state.lanes[mail.letter.sender, default: []].append(mail.kept.id)
            return state.lanes[mail.letter.sender]?.count == 1
        }
    }

    /// Removes a mail; returns the next mail of the same sender.
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

    /// The results of a mail's commands; read by the task that works on the mail.
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

    /// Changes the letter of a mail; nil when the mail is not being answered.
    func change<Value: Sendable>(_ id: Int64, _ change: (inout MailLetter) -> Value) -> Value? {
        state.withLock { state in
            guard var letter = state.entries[id]?.mail.letter else { return nil }
            let value = change(&letter)
            state.entries[id]?.mail.letter = letter
            return value
        }
    }
}
