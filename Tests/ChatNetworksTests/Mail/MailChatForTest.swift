import Foundation
import Logging
import MailMessages
import NewsModel
import Synchronization
import TestSupport

@testable import ChatNetworks

/// A mail network, whoever answers its commands, and a server that takes what it sends.
final class MailChatForTest: Sendable {
    private struct State {
        var heard: [IncomingMessage] = []
        var events: [NetworkEvent] = []
        var sent: [ComposedMail] = []
        var outcomes: [SendOutcome] = []
    }

    let kept: MailKeptForTest
    let time: ManualTimeSource
    let network: MailNetwork
    /// What is said to a command; nil drops it unhandled.
    let reply: @Sendable (IncomingMessage, MailNetwork) async -> [String]?
    /// Everybody's own server says that their mail is theirs.
    private let vouches: Bool
    private let state = Mutex(State())

    init(
        kept: MailKeptForTest = MailKeptForTest(),
        time: ManualTimeSource = ManualTimeSource(),
        answersPerHour: Int = 20,
        answersPerGuest: Int = 20,
        guestAnswersPerDomain: Int = 50,
        guestAnswersPerHour: Int = 200,
        vouches: Bool = false,
        server: String = "mx.bot.test",
        isAsked: Bool = false,
        vocabulary: CommandVocabulary = .forTest(
            { WrittenMail.isCommand($0) },
            asksForPushes: { $0.hasPrefix("sub") },
            isHarmless: { line in ["news", "help", "save", "more"].contains { line.hasPrefix($0) } }
        ),
        reply: @escaping @Sendable (IncomingMessage, MailNetwork) async -> [String]? = { message, _ in
            ["To \(message.text)."]
        }
    ) {
        self.kept = kept
        self.time = time
        self.reply = reply
        self.vouches = vouches
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var options = MailNetworkOptions(
            address: "crier@bot.test",
            submission: .init(url: "smtp://127.0.0.1:1"),
            templates: root.appendingPathComponent("data/templates").path,
            people: ShippedMailWords.people,
            programs: ShippedMailWords.programs,
            vocabulary: vocabulary
        ) { notice, _ in MailWords(text: RichText([.paragraph([.text("[\(notice)]")])]), language: "en") }
        options.authenticationServer = server
        options.answersPerHour = answersPerHour
        options.answersPerGuest = answersPerGuest
        options.guestAnswersPerDomain = guestAnswersPerDomain
        options.guestAnswersPerHour = guestAnswersPerHour
        options.isAsked = { _, _ in isAsked }
        network = MailNetwork(
            options: options,
            keeping: kept,
            time: time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    var heard: [IncomingMessage] { state.withLock { $0.heard } }
    var events: [NetworkEvent] { state.withLock { $0.events } }
    var sent: [ComposedMail] { state.withLock { $0.sent } }

    /// The texts of all answers.
    var answers: [String] { sent.map { IncomingMail($0.bytes).plainText ?? "" } }

    /// How the next attempts to send end; all others are confirmed.
    func endsSending(_ outcomes: SendOutcome...) { state.withLock { $0.outcomes += outcomes } }

    func receive(
        _ body: String,
        _ headers: [String] = [],
        from: String? = "Alice <alice@example.org>",
        envelope: String? = nil
    ) {
        var headers = headers
        if vouches, let from, !headers.contains(where: { $0.hasPrefix("Authentication-Results") }) {
            let domain = from.split(separator: "@").last?.prefix { $0 != ">" } ?? ""
            headers.insert("Authentication-Results: mx.bot.test; dmarc=pass header.from=\(domain)", at: 0)
        }
        let mail = NewMail(content: WrittenMail.bytes(body, headers: headers, from: from), envelopeSender: envelope)
        kept.keepMail([mail], network: "mail", position: nil, at: time.now)
    }

    /// Runs it until the body ends.
    func run(_ body: () async throws -> Void) async throws {
        let composer = try await network.composer()
        let loop = network.queueLoop(composer: composer) { mail, _ in
            self.state.withLock { state in
                state.sent.append(mail)
                return state.outcomes.isEmpty ? .confirmed : state.outcomes.removeFirst()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await event in self.network.events { group.addTask { await self.hear(event) } }
                }
            }
            try await body()
            group.cancelAll()
        }
    }

    private func hear(_ event: NetworkEvent) async {
        guard case .message(let message) = event else { return state.withLock { $0.events.append(event) } }
        let id = message.inboundID ?? ""
        var replies: [String]? = []
        if !kept.now.handled.contains(id) {
            state.withLock { $0.heard.append(message) }
            replies = await reply(message, network)
            for (number, text) in (replies ?? []).enumerated() {
                let message = OutgoingMessage(body: RichText([.paragraph([.text(text)])]), question: message.question)
                let address = Address(network: "mail", kind: .person, target: "x")
                for part in network.parts(of: message, to: address) {
                    _ = await network.send(part, key: .reply(to: id, part: number + 1), to: address)
                }
            }
            if replies != nil { _ = kept.recordHandled(network: "mail", inboundID: id, at: time.now) }
        }
        await network.handled(message, wasAnswered: replies?.isEmpty == false)
    }

    /// Waits until nothing is kept any more.
    func settle() async throws { try await waitUntil("the queue is empty") { self.kept.queue.isEmpty } }
}
