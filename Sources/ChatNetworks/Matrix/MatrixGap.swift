import Foundation
import Logging
import MatrixClient
import NewsModel

/// What was said in a room between two answers of /sync.
struct MatrixGap {
    let network: MatrixNetwork
    let session: MatrixSession
    let room: String

    /// Whatever a room has said, no more is looked at.
    private static let mostPages = 20
    /// Each answer that fails takes five of these, each "slow down" one.
    private static let patience = 20

    /// Back to where the last answer ended or to what is too old to be answered.
    ///
    /// What the server does not give out, though it answers otherwise, is left: other rooms wait behind this one.
    func said(before: String, since: String?) async throws -> [SyncAction] {
        let oldest = network.time.now.addingTimeInterval(-network.options.answerWithin).timeIntervalSince1970
        var events: [RoomEvent] = []
        var from = before
        for _ in 0..<Self.mostPages {
            guard let json = try await page(from: from, to: since) else { return await heard(events) }
            let page = RoomEvent.page(json)
            events = page.events + events
            // A page may be empty because all of it was filtered out: only no next one is the end.
            guard let next = page.next, next != from,
                page.events.isEmpty || page.events.contains(where: { $0.sentAt >= oldest })
            else { return await heard(events) }
            from = next
        }
        leave("more was said than is looked at")
        return await heard(events)
    }

    private func heard(_ events: [RoomEvent]) async -> [SyncAction] { await network.rooms.said(events, in: room) }

    /// Nil when the rest is left.
    private func page(from: String, to since: String?) async throws -> JSONValue? {
        let request = MatrixRequest.messages(
            in: room,
            from: from,
            to: since,
            filter: ["types": ["m.room.message", "m.reaction"]]
        )
        var backOff = BackOff()
        var patience = Self.patience
        while true {
            try Task.checkCancellation()
            let outcome = await session.call(request)
            switch outcome {
            case .success(let json): return json
            case .refused(let refusal):
                leave(refusal.description)
                return nil
            case .limited: patience -= 1
            case .unavailable: patience -= 5
            case .loggedOut: break
            }
            // A server that is down comes back, and then with what is asked for.
            if patience <= 0, await session.identify().value != nil {
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
