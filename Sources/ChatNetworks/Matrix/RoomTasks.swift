import Foundation
import MatrixClient
import NewsModel

/// The pending room tasks. Accepted invitations are stored over restarts.
actor RoomTasks {
    /// The most rooms we join, so that strangers cannot fill our memory.
    private static let mostRooms = 1_000
    private static let mostRoomsPerServer = 250

    private let kept: MatrixStateStore
    private let time: any TimeSource
    private var mostRoomsPerPerson: Int
    private var list = RoomTaskList()
    /// Who invited us, by room.
    private var inviters: [String: String] = [:]
    private var keptInviters: [String: String] = [:]
    private var isSaving = false
    private var isChanged = false
    /// A signal that a task may be due.
    nonisolated let signals: AsyncStream<Void>
    private nonisolated let signalling: AsyncStream<Void>.Continuation

    init(kept: MatrixStateStore, mostRoomsPerPerson: Int = 50, time: any TimeSource) {
        self.kept = kept
        self.mostRoomsPerPerson = mostRoomsPerPerson
        self.time = time
        (signals, signalling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func setMostRoomsPerPerson(_ count: Int) { mostRoomsPerPerson = count }

    nonisolated func signal() { signalling.yield() }

    func load() async throws {
        for invitation in try await kept.invitations() {
            let since = invitation.since.map { Date(timeIntervalSince1970: $0) } ?? time.now
            _ = list.add(.enter(invitation.invitation), since: since, isSure: true)
        }
        for user in try await kept.agreed() { _ = list.add(.openDirect(user: user), since: time.now) }
        inviters = try await kept.inviters()
        keptInviters = inviters
    }

    /// Adds a task; false when too many are pending.
    ///
    /// With `isSure` the limits do not apply, because we began the task.
    @discardableResult
    func add(_ task: RoomTask, isSure: Bool = false) async throws -> Bool {
        let isAdded = list.add(task, since: time.now, isSure: isSure)
        signal()
        try await save(after: task)
        return isAdded
    }

    func next(joined: Set<String>) -> PendingTask? { list.next(at: time.now, joined: joined) }

    func done(_ task: RoomTask) async throws {
        let isInside = list.pending.contains { $0.task == task && $0.isInside }
        list.done(task)
        if isInside, case .enter(let invitation) = task, let sender = invitation.sender {
            inviters[invitation.room] = sender
        }
        try await save(after: task)
    }

    /// Records a failure; false when the task is dropped.
    func failed(_ task: RoomTask, notBefore seconds: Double) async throws -> Bool {
        let isKept = list.failed(task, at: time.now, notBefore: seconds)
        if !isKept { try await save(after: task) }
        return isKept
    }

    /// We are no longer in the room.
    func left(_ room: String) async throws {
        let count = list.pending.count
        list.drop(room)
        guard inviters.removeValue(forKey: room) != nil || list.pending.count != count else { return }
        try await save()
    }

    /// Whether the room replaces one of ours, so that an invitation to it is part of an upgrade.
    func expects(_ room: String) -> Bool {
        list.pending.contains { if case .follow(_, room, _) = $0.task { true } else { false } }
    }

    /// The replacement room can be joined now: retry at once.
    func reopen(_ successor: String) {
        for case .follow(let room, successor, let sender) in list.pending.map(\.task) {
            _ = list.add(.follow(room: room, successor: successor, sender: sender), since: time.now)
        }
        signal()
    }

    /// Whether the limits allow one more room for this inviter; `joined` is the number of rooms we are in.
    func hasCapacity(for user: String?, joined: Int, ownServer: String?) -> Bool {
        guard joined < Self.mostRooms else { return false }
        guard let user else { return true }
        let brought = brought
        guard brought.count(where: { $0 == user }) < mostRoomsPerPerson else { return false }
        let server = UserID.server(of: user)
        return server == ownServer
            || brought.count(where: { UserID.server(of: $0) == server }) < Self.mostRoomsPerServer
    }

    /// The number of rooms that a user has brought us into or is about to.
    func count(by user: String) -> Int { brought.count { $0 == user } }

    /// The inviter of each room, also of rooms that we are about to join.
    private var brought: [String] {
        let waiting = list.pending.compactMap { if case .enter(let invitation) = $0.task { invitation } else { nil } }
        return waiting.filter { inviters[$0.room] == nil }.compactMap(\.sender) + inviters.values
    }

    private func save(after task: RoomTask) async throws {
        switch task {
        case .enter, .openDirect: try await save()
        case .follow, .tellUnreadable, .leave, .forget, .decline: break
        }
    }

    private func save() async throws {
        isChanged = true
        guard !isSaving else { return }
        isSaving = true
        defer { isSaving = false }
        while isChanged {
            isChanged = false
            let invitations = list.pending.compactMap { pending -> MatrixStateStore.StoredInvitation? in
                guard case .enter(let invitation) = pending.task else { return nil }
                return .init(invitation, since: pending.since)
            }
            let agreed = list.pending.compactMap { pending -> String? in
                if case .openDirect(let user) = pending.task { user } else { nil }
            }
            try await kept.setInvitations(invitations)
            try await kept.setAgreed(agreed)
            if inviters != keptInviters {
                keptInviters = inviters
                try await kept.setInviters(inviters)
            }
        }
    }
}
