import MailTransport
import Logging
import NewsModel
import Parallelism
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// A mail server that takes connections and says nothing, until they time out.
private final class SilentServer: Sendable {
    private struct State {
        var asked = 0
        var isOver = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Mails it was asked to take.
    var asked: Int { state.withLock { $0.asked } }

    func submit() async -> MailSubmissionOutcome {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                state.asked += 1
                if !state.isOver { state.held.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
        return .unavailable(reason: "no word within 60 s")
    }

    func timeOut() {
        let held = state.withLock { state in
            state.isOver = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

@Suite(.timed, .timeLimit(.minutes(10))) struct MailSlotsTests {
    @Test func `behind a silent server few mails are made, and the rest leave when it has failed`() async throws {
        let (server, kept, time) = (SilentServer(), MailKeptForTest(), ManualTimeSource())
        let fetched = Mutex(0)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var options = MailSamples.options()
        options.picture = { _ in
            fetched.withLock { $0 += 1 }
            return nil
        }
        let network = MailNetwork(options: options, keeping: kept, time: time, log: log)
        let dispatch = MailDispatch(network: network.name, keeping: kept, time: time, log: log) { _, _, _ in
            await server.submit()
        }
        network.outbox.open(try await network.composer(), dispatch)
        var outcomes: [SendOutcome] = []
        try await withThrowingTaskGroup(of: SendOutcome.self) { group in
            for number in 0..<20 {
                let name = "reader\(number)@example.net"
                kept.confirm(name, network: network.name, at: time.now)
                var message = MailSamples.alert
                message.pictures = [.init(url: "https://a.test/\(number)", description: "")]
                let address = Address(network: network.name, kind: .person, target: name)
                let part = try #require(network.parts(of: message, to: address).first)
                group.addTask { await network.send(part, key: .ledger(Int64(number)), to: address) }
            }
            // Whatever becomes of the rest of this test, nobody is held for ever.
            defer { server.timeOut() }
            try await waitUntil("the others wait") {
                server.asked == MailOutbox.mostAtOnce && network.outbox.slots.waiting == 20 - MailOutbox.mostAtOnce
            }
            server.timeOut()
            for try await outcome in group { outcomes.append(outcome) }
        }
        #expect(server.asked == MailOutbox.mostAtOnce)
        #expect(fetched.withLock { $0 } == MailOutbox.mostAtOnce)
        #expect(outcomes.count { $0 == .notSent(retryAt: nil) } == 20 - MailOutbox.mostAtOnce)
        #expect(!outcomes.contains(.confirmed))
        #expect(network.outbox.slots.waiting == 0)
    }
}
