import Foundation
import Synchronization
import TestSupport
import Testing

@testable import IRCClient

/// A client running against a real server, with everything it reports.
final class RunningClient: Sendable {
    let client: IRCNetworkClient
    private let recorded = Mutex<[IRCEvent]>([])

    private init(_ options: IRCClientOptions) { client = IRCNetworkClient(options) }

    /// Runs the client while `body` works with it, then stops it in order.
    static func with(
        _ options: IRCClientOptions,
        _ body: (RunningClient) async throws -> Void
    ) async throws {
        let running = RunningClient(options)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await running.client.run() }
            group.addTask {
                for await event in running.client.events { running.recorded.withLock { $0.append(event) } }
            }
            defer { group.cancelAll() }
            try await body(running)
            group.cancelAll()
            while let _ = try await group.next() {}
        }
    }

    var events: [IRCEvent] { recorded.withLock { $0 } }

    var messages: [IRCIncomingMessage] {
        events.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    func waitFor(_ event: IRCEvent, seconds: Double = longestWait) async throws {
        try await waitUntil("\(event) among \(events)", seconds: seconds) { self.events.contains(event) }
    }

    func waitForEvent(
        _ what: String,
        seconds: Double = longestWait,
        _ isWanted: (IRCEvent) -> Bool
    ) async throws {
        try await waitUntil("\(what)", seconds: seconds) { self.events.contains(where: isWanted) }
    }

    func send(_ text: String, to target: String, id: String = UUID().uuidString) async -> IRCSendOutcome {
        await client.send(IRCOutgoingLine(target: target, text: text), confirmationID: id)
    }
}

extension IRCClientOptions {
    /// Fast enough for tests.
    static func test(port: Int, channels: [String] = ["#news"], useTLS: Bool = false) -> IRCClientOptions {
        var options = IRCClientOptions(
            host: useTLS ? "localhost" : "127.0.0.1",
            port: port,
            useTLS: useTLS,
            nick: "crier",
            channels: channels.map { IRCChannelName(name: $0) }
        )
        options.floodBurst = 100
        options.floodRefillPerSecond = 1_000
        options.reconnectMinimum = .milliseconds(50)
        options.reconnectMaximum = .milliseconds(200)
        options.quitDeadline = .seconds(3)
        return options
    }
}
