internal import Foundation
internal import NewsModel

/// The newest commands on networks where a message can be edited, so that an edit is heard as a correction.
///
/// A restart forgets them, and edits of commands from before it are not heard.
struct RecentCommands {
    /// A command and what it has changed.
    struct Heard: Hashable, Sendable {
        /// The sender's key and the room; an edit must come from the same person in the same place.
        var speaker: String
        var place: String
        /// When the first form was sent.
        var sentAt: Date
        /// When we heard of it, by our own clock.
        var receivedAt: Date
        var line: String
        var question: Question?
        var changes: [Change] = []
    }

    /// A change as its undo log words it.
    struct Change: Hashable, Sendable {
        var line: HintLine
        /// What to type here to take it back.
        var undo: String?

        /// Whether the later change took the place of this one.
        func isReplaced(by later: Change) -> Bool { line == later.line || (undo != nil && undo == later.undo) }
    }

    /// Seconds after a message within which an edit of it is a correction.
    private static let lifetime: TimeInterval = 60
    private static let mostChanges = 10
    /// A longer line is not remembered, in bytes.
    private static let longestLine = 500
    /// Servers' clocks may differ by so many seconds.
    private static let clockDifference: TimeInterval = 60

    private var commands = BoundedMap<String, Heard>(limit: 1_000)

    /// Remembers a command; a correction takes the place of the command that it corrects.
    mutating func hear(_ line: String, _ message: IncomingMessage, from speaker: String) {
        guard message.traits.mayEdit, let key = Self.key(message), let sentAt = message.sentAt,
            line.utf8.count <= Self.longestLine
        else { return }
        commands[key] = Heard(
            speaker: speaker,
            place: message.room ?? "",
            sentAt: message.corrects == nil ? sentAt : commands[key]?.sentAt ?? sentAt,
            receivedAt: message.corrects == nil ? message.receivedAt : commands[key]?.receivedAt ?? message.receivedAt,
            line: line,
            question: message.question
        )
    }

    /// The command that a message corrects; nil if it is none of this person's in this place, older, or says the same.
    func corrected(by message: IncomingMessage, _ line: String, from speaker: String) -> Heard? {
        guard let key = Self.key(message), let heard = commands[key], let sentAt = message.sentAt,
            heard.speaker == speaker, heard.place == message.room ?? "", heard.line != line,
            (0...Self.lifetime).contains(sentAt.timeIntervalSince(heard.sentAt)),
            // The sender's server says when it was sent, so our own clock limits it, too.
            message.receivedAt.timeIntervalSince(heard.receivedAt) <= Self.lifetime + Self.clockDifference
        else { return nil }
        return heard
    }

    mutating func note(_ change: Change, of message: IncomingMessage) {
        guard let key = Self.key(message), var heard = commands[key], heard.changes.count < Self.mostChanges else {
            return
        }
        heard.changes.append(change)
        commands[key] = heard
    }

    func changes(of message: IncomingMessage) -> [Change] { Self.key(message).flatMap { commands[$0]?.changes } ?? [] }

    /// All forms of one message share a key.
    private static func key(_ message: IncomingMessage) -> String? {
        (message.corrects ?? message.inboundID).map { message.network + " " + $0 }
    }
}
