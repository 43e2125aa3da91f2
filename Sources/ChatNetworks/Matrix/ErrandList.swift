import Foundation
import MatrixClient

/// What is to be done about rooms, and what comes next: time in, errand out.
///
/// Anybody may invite us into rooms that are not there, so whoever has kept us waiting comes after everybody else.
struct ErrandList {
    /// Journeys into rooms; others are about rooms we are in, or were.
    private static let mostJourneys = 100
    private static let mostOthers = 2_000
    private static let mostPerPerson = 20
    private static let mostPerServer = 50
    /// Attempts, or seconds, after which an invitation that leads nowhere is given up.
    private static let mostAttempts = 20
    private static let lifetime: TimeInterval = 86_400

    private(set) var pending: [PendingErrand] = []
    /// Attempts that failed because of somebody's server since the last that did not.
    private var failures: [String: Int] = [:]

    /// False when there is too much to do already.
    mutating func add(_ errand: RoomErrand, since: Date, isSure: Bool = false) -> Bool {
        if let index = pending.firstIndex(where: { $0.errand.isSame(as: errand) }) {
            // What was refused before may be open now.
            pending[index].errand = errand
            pending[index].next = min(pending[index].next, since)
            return true
        }
        if !isSure, !hasPlace(for: errand) { return false }
        pending.append(PendingErrand(errand: errand, since: since, next: since))
        return true
    }

    private mutating func hasPlace(for errand: RoomErrand) -> Bool {
        let journeys = pending.indices.filter { Self.isJourney(pending[$0].errand) }
        guard Self.isJourney(errand) else { return pending.count - journeys.count < Self.mostOthers }
        let server = errand.sender.flatMap(UserID.server(of:))
        let senders = journeys.map { pending[$0].errand.sender }
        guard senders.count(where: { $0 == errand.sender }) < Self.mostPerPerson,
            senders.count(where: { $0.flatMap(UserID.server(of:)) == server }) < Self.mostPerServer
        else { return false }
        guard journeys.count >= Self.mostJourneys else { return true }
        // What has led nowhere most often gives way.
        guard let worst = journeys.max(by: { pending[$0].attempts < pending[$1].attempts }),
            pending[worst].attempts > 0, !pending[worst].isInside
        else { return false }
        pending.remove(at: worst)
        return true
    }

    private static func isJourney(_ errand: RoomErrand) -> Bool { errand.sender != nil || errand.isEnter }

    /// What is due, the quickest kind and the least tried first.
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

    /// To be tried again, not before `seconds` if there are any; false when it is given up instead.
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

    /// Nothing is left to do in a room that we are out of; where it goes on is another matter.
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
