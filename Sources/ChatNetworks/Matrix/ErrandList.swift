import Foundation
import MatrixClient
internal import TimeArithmetic

/// The pending room tasks and their order; a pure state machine.
///
/// Anybody may invite us to rooms that do not exist. So tasks that have failed often come after all others.
struct ErrandList {
    /// The most tasks that lead into new rooms; the others concern rooms that we are or were in.
    private static let mostJourneys = 100
    private static let mostOthers = 2_000
    private static let mostPerPerson = 20
    private static let mostPerServer = 50
    // After this many attempts or seconds, an invitation that cannot be accepted is dropped.
    private static let mostAttempts = 20
    private static let lifetime: TimeInterval = 86_400

    private(set) var pending: [PendingErrand] = []
    /// Failures of each server since its last success.
    private var failures: [String: Int] = [:]

    /// Adds a task; false when too many are pending already.
    mutating func add(_ errand: RoomErrand, since: Date, isSure: Bool = false) -> Bool {
        if let index = pending.firstIndex(where: { $0.errand.isSame(as: errand) }) {
            // A room that refused us before may admit us now.
            pending[index].errand = errand
            pending[index].next = min(pending[index].next, since)
            return true
        }
        if !isSure, !hasCapacity(for: errand) { return false }
        pending.append(PendingErrand(errand: errand, since: since, next: since))
        return true
    }

    private mutating func hasCapacity(for errand: RoomErrand) -> Bool {
        let journeys = pending.indices.filter { Self.isJourney(pending[$0].errand) }
        guard Self.isJourney(errand) else { return pending.count - journeys.count < Self.mostOthers }
        let server = errand.sender.flatMap(UserID.server(of:))
        let senders = journeys.map { pending[$0].errand.sender }
        guard senders.count(where: { $0 == errand.sender }) < Self.mostPerPerson,
            senders.count(where: { $0.flatMap(UserID.server(of:)) == server }) < Self.mostPerServer
        else { return false }
        guard journeys.count >= Self.mostJourneys else { return true }
        // The task with the most failed attempts is dropped.
        guard let worst = journeys.max(by: { pending[$0].attempts < pending[$1].attempts }),
            pending[worst].attempts > 0, !pending[worst].isInside
        else { return false }
        pending.remove(at: worst)
        return true
    }

    private static func isJourney(_ errand: RoomErrand) -> Bool { errand.sender != nil || errand.isEnter }

    /// The next due task: quick kinds first, then those with the fewest failed attempts.
    mutating func next(at now: Date, joined: Set<String>) -> PendingErrand? {
        for index in pending.indices where !pending[index].isInside {
            guard case .enter(let invitation) = pending[index].errand, joined.contains(invitation.room) else {
                continue
            }
            pending[index].isInside = true
            pending[index].next = now
            pending[index].backOff = BackOff(first: 1, longest: 900)
        }
        return pending.filter { $0.next <= now }.min { order($0) < order($1) }
    }

    private func order(_ pending: PendingErrand) -> (Int, Int, Int, Date) {
        let rank =
            switch pending.errand {
            case .enter: pending.isInside ? 0 : 1
            case .follow: 1
            case .tellUnreadable, .openDirect, .leave, .forget: 0
            case .decline: 2
            }
        return (rank, pending.attempts, failures(of: pending.errand), pending.since)
    }

    private func failures(of errand: RoomErrand) -> Int {
        errand.sender.flatMap(UserID.server(of:)).flatMap { failures[$0] } ?? 0
    }

    mutating func done(_ errand: RoomErrand) {
        pending.removeAll { $0.errand == errand }
        if let server = errand.sender.flatMap(UserID.server(of:)) { failures[server] = nil }
    }

    /// Schedules the next attempt, at the earliest after `seconds`; false when the task is dropped instead.
    mutating func failed(_ errand: RoomErrand, at now: Date, notBefore seconds: Double = 0) -> Bool {
        guard let index = pending.firstIndex(where: { $0.errand == errand }) else { return true }
        pending[index].attempts += 1
        let wait = max(seconds, pending[index].backOff.next(jitter: 0.5))
        pending[index].next = now.addingTimeInterval(wait)
        guard !pending[index].isInside else { return true }
        if let server = errand.sender.flatMap(UserID.server(of:)) {
            if failures.count > 1_000 { failures = [:] }
            failures[server, default: 0] += 1
        }
        let age = now.timeIntervalSince(pending[index].since)
        guard errand.isEnter, pending[index].attempts >= Self.mostAttempts || age > Self.lifetime else { return true }
        pending.remove(at: index)
        return false
    }

    /// Drops the tasks of a room that we have left, except forgetting it and following its upgrade.
    mutating func drop(_ room: String) {
        pending.removeAll { pending in
            switch pending.errand {
            case .forget, .follow: false
            case .enter, .tellUnreadable, .openDirect, .leave, .decline: pending.errand.room == room
            }
        }
    }
}

extension RoomErrand {
    var isEnter: Bool { if case .enter = self { true } else { false } }
}
