import Foundation
import Logging
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks
@testable import MailTransport

@Suite(.timed) struct MailboxLoopTests {
    private struct Script {
        var outcomes: [IMAPOutcome]
        var asked: [String] = []
    }

    /// Runs the loop over some outcomes, and gives what it asked after and logged.
    private func run(
        _ outcomes: [IMAPOutcome],
        _ kept: MailKeptForTest
    ) async throws -> (asked: [String], logged: [String]) {
        let script = Mutex(Script(outcomes: outcomes))
        let recorder = LogRecorder()
        let time = HurriedTime()
        let loop = MailboxLoop(
            fetch: { position in
                script.withLock { script in
                    script.asked.append(position?.description ?? "nothing")
                    if script.outcomes.isEmpty { return .unavailable(reason: "the end") }
                    return script.outcomes.removeFirst()
                }
            },
            interval: 30,
            network: "mail",
            keeping: kept,
            time: time,
            log: Logger(label: "test") { _ in recorder }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await loop.run() }
            try await waitUntil("all were asked") { script.withLock { $0.asked.count } > outcomes.count }
            group.cancelAll()
        }
        return (script.withLock { Array($0.asked.prefix(outcomes.count + 1)) }, recorder.lines)
    }

    private func batch(_ texts: [String], _ uid: UInt32, hasMore: Bool = false, isReset: Bool = false) -> IMAPOutcome {
        let messages = texts.map { IMAPMessage(uid: uid, content: .whole(Array($0.utf8))) }
        let position = MailboxPosition(validity: 7, uid: uid)
        return .fetched(IMAPBatch(messages: messages, position: position, isReset: isReset, hasMore: hasMore))
    }

    @Test func `mail is kept together with how far the mailbox was read`() async throws {
        let kept = MailKeptForTest()
        let outcome = try await run([batch(["a", "b"], 3, hasMore: true), batch(["c"], 4), batch([], 4)], kept)
        #expect(outcome.asked == ["nothing", "7:3", "7:4", "7:4"])
        #expect(kept.queue.map { String(decoding: $0.content, as: UTF8.self) } == ["a", "b", "c"])
        #expect(kept.networkState("mail", key: "position") == "7:4")
    }

    @Test func `an outage is told once, and its end`() async throws {
        let kept = MailKeptForTest()
        let away = IMAPOutcome.unavailable(reason: "down")
        let (_, logged) = try await run([away, away, .refused(reason: "no"), batch(["a"], 1), batch([], 1)], kept)
        #expect(logged.prefix(2) == ["error Mailbox not read", "notice Mailbox is read again"])
    }

    @Test func `what is too large or cannot be read is passed over`() async throws {
        let kept = MailKeptForTest()
        let messages = [
            IMAPMessage(uid: 1, content: .tooLarge(bytes: 1 << 30, head: nil)),
            IMAPMessage(uid: 2, content: .unreadable(reason: "odd")),
            IMAPMessage(uid: 3, content: .whole([65])),
        ]
        let position = MailboxPosition(validity: 7, uid: 3)
        _ = try await run(
            [.fetched(IMAPBatch(messages: messages, position: position, isReset: false, hasMore: false))],
            kept
        )
        #expect(kept.queue.count == 1)
        #expect(kept.networkState("mail", key: "position") == "7:3")
    }

    @Test func `of what is too large the header is kept, marked`() async throws {
        let kept = MailKeptForTest()
        let message = IMAPMessage(uid: 3, content: .tooLarge(bytes: 1 << 30, head: Array("From: a@b.test\r\n".utf8)))
        let position = MailboxPosition(validity: 7, uid: 3)
        _ = try await run(
            [.fetched(IMAPBatch(messages: [message], position: position, isReset: false, hasMore: false))],
            kept
        )
        #expect(kept.queue.map { OversizedMail.isContent($0.content) } == [true])
    }
}
