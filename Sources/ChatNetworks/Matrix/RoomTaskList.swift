import Foundation
import MatrixClient
internal import TimeArithmetic

/// The pending room tasks and their order; a pure state machine.
///
/// Anybody may invite us to rooms that do not exist. So tasks that have failed often come after all others.
struct RoomTaskList {
    /// The most tasks that lead into new rooms; the others concern rooms that we are or were in.
    private static let mostJoining = 100
    private static let mostOthers = 2_000
    private static let mostPerPerson = 20
    private static let mostPerServer = 50
    // After this many attempts or seconds, an invitation that cannot be accepted is dropped.
    private static let mostAttempts = 20
    private static let lifetime: TimeInterval = 86_400

    private(set) var pending: [PendingTask] = []
    /// Failures of each server since its last success.
    private var failures: [String: Int] = [:]

    /// Adds a task; false when too many are pending already.
    mutating func add(_ task: RoomTask, since: Date, isSure: Bool = false) -> Bool {
        if let index = pending.firstIndex(where: { $0.task.isSame(as: task) }) {
            // A room that refused us before may admit us now.
            pending[index].task = task
            pending[index].next = min(pending[index].next, since)
            return true
        }
        if !isSure, !hasCapacity(for: task) { return false }
        pending.append(PendingTask(task: task, since: since, next: since))
        return true
    }

    private mutating func hasCapacity(for task: RoomTask) -> Bool {
        let joining = pending.indices.filter { Self.isJoining(pending[$0].task) }
        guard Self.isJoining(task) else { return pending.count - joining.count < Self.mostOthers }
        let server = task.sender.flatMap(UserID.server(of:))
        let senders = joining.map { pending[$0].task.sender }
        guard senders.count(where: { $0 == task.sender }) < Self.mostPerPerson,
            senders.count(where: { $0.flatMap(UserID.server(of:)) == server }) < Self.mostPerServer
        else { return false }
        guard joining.count >= Self.mostJoining else { return true }
        // The task with the most failed attempts is dropped.
        guard let worst = joining.max(by: { pending[$0].attempts < pending[$1].attempts }),
            pending[worst].attempts > 0, !pending[worst].isInside
        else { return false }
        pending.remove(at: worst)
        return true
    }

    private static func isJoining(_ task: RoomTask) -> Bool { task.sender != nil || task.isEnter }

    /// The next due task: quick kinds first, then those with the fewest failed attempts.
    mutating func next(at now: Date, joined: Set<String>) -> PendingTask? {
        for index in pending.indices where !pending[index].isInside {
            guard case .enter(let invitation) = pending[index].task, joined.contains(invitation.room) else {
                continue
            }
            pending[index].isInside = true
            pending[index].next = now
            pending[index].backOff = BackOff(first: 1, longest: 900)
        }
        return pending.filter { $0.next <= now }.min { order($0) < order($1) }
    }

    private func order(_ pending: PendingTask) -> (Int, Int, Int, Date) {
        let rank =
            switch pending.task {
            case .enter: pending.isInside ? 0 : 1
            case .follow: 1
            case .tellUnreadable, .openDirect, .leave, .forget: 0
            case .decline: 2
            }
        return (rank, pending.attempts, failures(of: pending.task), pending.since)
    }

    private func failures(of task: RoomTask) -> Int {
        task.sender.flatMap(UserID.server(of:)).flatMap { failures[$0] } ?? 0
    }

    mutating func done(_ task: RoomTask) {
        pending.removeAll { $0.task == task }
        if let server = task.sender.flatMap(UserID.server(of:)) { failures[server] = nil }
    }

    /// Schedules the next attempt, at the earliest after `seconds`; false when the task is dropped instead.
    mutating func failed(_ task: RoomTask, at now: Date, notBefore seconds: Double = 0) -> Bool {
        guard let index = pending.firstIndex(where: { $0.task == task }) else { return true }
        pending[index].attempts += 1
        let wait = max(seconds, pending[index].backOff.next(jitter: 0.5))
        pending[index].next = now.addingTimeInterval(wait)
        guard !pending[index].isInside else { return true }
        if let server = task.sender.flatMap(UserID.server(of:)) {
            if failures.count > 1_000 { failures = [:] }
            failures[server, default: 0] += 1
        }
        let age = now.timeIntervalSince(pending[index].since)
        guard task.isEnter, pending[index].attempts >= Self.mostAttempts || age > Self.lifetime else { return true }
        pending.remove(at: index)
        return false
    }

    /// Drops the tasks of a room that we have left, except forgetting it and following its upgrade.
    mutating func drop(_ room: String) {
        pending.removeAll { pending in
            switch pending.task {
            case .forget, .follow: false
            case .enter, .tellUnreadable, .openDirect, .leave, .decline: pending.task.room == room
            }
        }
    }
}

extension RoomTask {
    var isEnter: Bool { if case .enter = self { true } else { false } }
}
