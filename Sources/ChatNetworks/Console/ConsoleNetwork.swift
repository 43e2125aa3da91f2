package import Foundation
package import NewsModel
import Synchronization

/// The terminal as a chat network: standard input is what one person says, standard output what the bot says.
///
/// The events end when the input ends, so that whoever reads them can finish its replies and stop.
package struct ConsoleNetwork: ChatNetwork {
    package let name = "console"
    package let kind = NetworkKind.console
    package let events: AsyncStream<NetworkEvent>

    private let options: ConsoleOptions
    private let time: any TimeSource
    private let feeding: AsyncStream<NetworkEvent>.Continuation
    private let output: ConsoleOutput

    package init(options: ConsoleOptions, time: any TimeSource) {
        self.options = options
        self.time = time
        output = ConsoleOutput(isTerminal: options.isTerminal)
        // A person types slowly and a script's lines are small: nothing is dropped, the reader thread waits instead.
        (events, feeding) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func parts(of message: OutgoingMessage, to address: Address) -> [MessagePart] {
        let style: LineStyle = options.isTerminal ? .terminal : .plain
        let text =
            switch message.form {
            case .chat: LineRendering.lines(message.body, style: style).joined(separator: "\n")
            case .text, .opml: LineRendering.lines(message.body).joined(separator: "\n")
            case .markdown: MarkdownRendering.document(message.body)
            case .html: HTMLRendering.document(message.body, title: message.subject ?? "Crier")
            }
        return text.isEmpty ? [] : [MessagePart(payload: text)]
    }

    package func send(_ part: MessagePart, key: PartKey, to address: Address) async -> SendOutcome {
        output.write(part.payload, to: address, unlessAt: options.place)
        return .confirmed
    }

    package func canReach(_ address: Address) async -> Bool { address.network == name }
    package func lastConversation(in room: String) async -> Date? { nil }
    package func isOperator(account: String, in room: String) async -> Bool { true }
    package func isMember(account: String, in room: String) async -> Bool { true }
    package func folded(_ name: String) -> String { name.lowercased() }

    /// Reads lines until the input ends.
    package func run() async throws {
        feeding.yield(.connected)
        if let room = options.room { feeding.yield(.joined(room: room)) }
        feeding.yield(.appeared(account: folded(options.person)))
        for await line in StandardInput.lines() {
            output.prompt()
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { continue }
            feeding.yield(.message(message(text)))
        }
        feeding.finish()
    }

    /// Shows something before the first line is read.
    package func show(_ text: RichText) {
        let style: LineStyle = options.isTerminal ? .terminal : .plain
        output.write(LineRendering.lines(text, style: style).joined(separator: "\n"), to: nil, unlessAt: options.place)
    }

    private func message(_ text: String) -> IncomingMessage {
        IncomingMessage(
            network: name,
            networkKind: kind,
            sender: .init(displayName: options.person, account: folded(options.person), isRoomOperator: true),
            room: options.room,
            text: text,
            receivedAt: time.now
        )
    }
}
