import Foundation
import Logging
import MatrixClient
import NewsModel
internal import TimeArithmetic

/// Fetches the messages of a room that are missing between two /sync answers.
struct MatrixGap {
    let network: MatrixNetwork
    let session: MatrixSession
    let room: String

    /// Older messages than on these pages are not fetched.
    private static let mostPages = 20
    /// A budget for failures of one page: a failed answer costs five, a rate limit one.
    private static let failureBudget = 20

    /// The missing messages, back to the previous /sync answer or to messages that are too old to be answered.
    ///
    /// Messages that the server does not deliver, although it answers other requests, are skipped: other rooms wait.
    func said(before: String, since: String?) async throws -> [SyncAction] {
        let oldest = network.time.now.addingTimeInterval(-network.options.answerWithin).timeIntervalSince1970
        var events: [RoomEvent] = []
        var from = before
        for _ in 0..<Self.mostPages {
            guard let json = try await page(from: from, to: since) else { return await heard(events) }
            let page = RoomEvent.page(json)
            events = page.events + events
            // A page may be empty because all its events were filtered out. Only a missing token means the end.
            guard let next = page.next, next != from,
                page.events.isEmpty || page.events.contains(where: { $0.sentAt >= oldest })
            else { return await heard(events) }
            from = next
        }
        leave("more was said than is looked at")
        return await heard(events)
    }

    private func heard(_ events: [RoomEvent]) async -> [SyncAction] { await network.rooms.said(events, in: room) }

    /// Nil when the rest is skipped.
    private func page(from: String, to since: String?) async throws -> JSONValue? {
        let request = MatrixRequest.messages(
            in: room,
            from: from,
            to: since,
            filter: ["types": ["m.room.message", "m.reaction"]]
        )
        var backOff = BackOff()
        var budget = Self.failureBudget
        while true {
            try Task.checkCancellation()
            let outcome = await session.call(request)
            switch outcome {
            case .success(let json): return json
            case .refused(let refusal):
                leave(refusal.description)
                return nil
            case .limited: budget -= 1
            case .unavailable: budget -= 5
            case .loggedOut: break
            }
            // Skip only if the server answers other requests. A server that is down will deliver the page later.
            if budget <= 0, await session.identify().value != nil {
                leave(outcome.problem ?? "")
                return nil
            }
            try await network.wait(&backOff, "Matrix gap not filled", outcome)
        }
    }

    private func leave(_ reason: String) {
        let facts = network.facts.merging(["room": "\(room)", "reason": "\(reason)"]) { $1 }
        network.log.warning("Matrix gap left", metadata: facts)
    }
}
