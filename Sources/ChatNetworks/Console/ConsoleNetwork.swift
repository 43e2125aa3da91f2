package import Foundation
package import NewsModel
import Synchronization

/// The terminal as a chat network: one person writes to standard input, the bot writes to standard output.
///
/// `events` ends when the input ends, so its reader can finish its replies and stop.
package struct ConsoleNetwork: RoomNetwork {
    package let name = "console"
    package let traits = NetworkTraits.console
    package let events: AsyncStream<NetworkEvent>

    private let options: ConsoleOptions
    private let time: any TimeSource
    private let continuation: AsyncStream<NetworkEvent>.Continuation
    private let output: ConsoleOutput

    package init(options: ConsoleOptions, time: any TimeSource) {
        self.options = options
        self.time = time
        output = ConsoleOutput(isTerminal: options.isTerminal)
        // Unbounded, because the input is small: a person types slowly and a script has few lines.
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        let style: LineStyle = options.isTerminal && message.isPlain != true ? .terminal : message.lineStyle
        let text =
            switch message.form {
            case .chat: LineRendering.lines(message.body, style: style).joined(separator: "\n")
            case .text, .opml: LineRendering.lines(message.body, style: message.lineStyle).joined(separator: "\n")
            case .markdown: MarkdownRendering.document(message.body)
            case .html: HTMLRendering.document(message.body, title: message.subject ?? "Crier")
            }
        return text.isEmpty ? [] : [MessagePart(payload: text)]
    }

    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        output.write(part.payload, to: address, currentChat: options.currentChat)
        return .confirmed
    }

    package func canReach(_ address: Address) async -> Bool { address.network == name }
    package func lastConversation(in room: String) async -> Date? { nil }
    package func isOperator(account: String, in room: String) async -> Bool { true }
    package func isMember(account: String, in room: String) async -> Bool { true }
    package func hasLeft(account: String, room: String) async -> Bool { false }
    package func folded(_ name: String) -> String { name.lowercased() }

    /// Reads lines until the input ends.
    package func run() async throws {
        continuation.yield(.connected)
        if let room = options.room { continuation.yield(.joined(room: room)) }
        continuation.yield(.appeared(account: folded(options.person)))
        for await line in StandardInput.lines() {
            output.prompt()
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { continue }
            continuation.yield(.message(message(text)))
        }
        continuation.finish()
    }

    /// Writes a text to the terminal before the first line is read.
    package func show(_ text: RichText) {
        let style: LineStyle = options.isTerminal ? .terminal : .plain
        let lines = LineRendering.lines(text, style: style)
        output.write(lines.joined(separator: "\n"), to: nil, currentChat: options.currentChat)
    }

    /// A typed line as a message of the person.
    func message(_ text: String) -> IncomingMessage {
        IncomingMessage(
            network: name,
            traits: traits,
            sender: .init(displayName: options.person, account: folded(options.person), isRoomOperator: true),
            room: options.room,
            text: text,
            receivedAt: time.now
        )
    }
}

/// The person at the terminal, and the chat that they are in.
package struct ConsoleOptions: Sendable {
    package var person: String
    /// The room that the person speaks in; nil means a private chat.
    package var room: String?
    /// Whether a person reads the output; it then has a prompt and bold titles.
    package var isTerminal: Bool

    package init(person: String, room: String?, isTerminal: Bool) {
        self.person = person
        self.room = room
        self.isTerminal = isTerminal
    }

    /// The current chat.
    ///
    /// Only messages to other addresses are labelled with their address.
    package var currentChat: Address {
        room.map { Address(network: "console", kind: .room, target: $0) }
            ?? Address(network: "console", kind: .person, target: person.lowercased())
    }
}

/// Reads standard input line by line, on a thread of its own so that no task blocks.
enum StandardInput {
    /// Longer lines are cut to this number of characters.
    private static let longestLine = 8_192

    /// The stream ends at the end of the input.
    static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(String(line.prefix(longestLine))) }
                lines.finish()
            }
        }
    }
}
