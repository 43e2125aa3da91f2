import Foundation
import MatrixClient
import NewsModel
import Parallelism
import Waking

/// The rooms we are in, and which of them are direct rooms.
actor MatrixRooms {
    enum DirectRoom: Hashable {
        case room(String)
        /// The person has left their room with us.
        case declined
        /// Not possible now; retry at this time.
        case later(Date?)
        case refused(String)
    }

    /// The members of a direct room.
    enum Company: Hashable {
        /// One person and us.
        case one(String)
        case several
        /// The server does not answer now.
        case unknown
    }

    /// Rings when we have entered rooms.
    nonisolated let changes = ChangeBell()
    private let names: RoomNames
    let time: any TimeSource
    private(set) var session: MatrixSession?
    /// Whether the last /sync succeeded.
    private(set) var isOnline = false
    private var state = SyncState(ownUser: "")
    /// The direct rooms of each user, from `m.direct`.
    private var direct: [String: [String]] = [:]
    private let listing = Slots()
    /// The user for whom we created a room, by room; the room's creation event tells it.
    var made: [String: String] = [:]
    /// Created rooms that /sync has not reported yet.
    private var created: Set<String> = []
    var creation = DirectRoomCreation()
    /// The room in which each person spoke to us last.
    private var lastSpoken = BoundedMap<String, String>(limit: 10_000)
    /// The joined and invited users of a room, valid for one count of member changes.
    private var people = BoundedMap<String, (changes: Int, users: Set<String>)>(limit: 10_000)
    /// Rooms that we have joined for a check and may leave again; nothing is sent there.
    private(set) var visited: Set<String> = []
    /// Rooms that we have joined and not welcomed yet.
    private var entered: [RoomInvitation] = []

    init(names: RoomNames, time: any TimeSource) {
        self.names = names
        self.time = time
    }

    var ownUser: String { state.ownUser }

    func open(_ session: MatrixSession, as user: String) {
        self.session = session
        state = SyncState(ownUser: user)
    }

    func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }

    func apply(_ batch: SyncBatch, isFirst: Bool) -> [SyncAction] {
        let actions = state.apply(batch, isFirst: isFirst)
        defer { if !batch.joined.isEmpty { changes.ring() } }
        for action in actions { if case .directRooms(let rooms) = action { direct = rooms } }
        for update in batch.joined {
            created.remove(update.room)
            guard let known = state.rooms[update.room] else { continue }
            names.note(update.room, known)
            if let user = known.madeFor { made[update.room] = user }
        }
        for departure in batch.left {
            people[departure.room] = nil
            made[departure.room] = nil
        }
        return actions
    }

    func said(_ events: [RoomEvent], in room: String) -> [SyncAction] { state.said(events, in: room) }

    func isJoined(_ room: String) -> Bool { state.rooms[room] != nil || created.contains(room) }
    var joinedCount: Int { state.rooms.count }
    var joinedRooms: Set<String> { created.union(state.rooms.keys) }
    func isEncrypted(_ room: String) -> Bool { state.rooms[room]?.isEncrypted ?? false }
    func isDirect(_ room: String) -> Bool { directUser(of: room) != nil }
    /// The user whose direct room it is, even if others are in it too.
    func directUser(of room: String) -> String? { direct.first { $0.value.contains(room) }?.key ?? made[room] }
    func ownName(in room: String) -> String? { state.rooms[room]?.ownName }
    func mayChangeSettings(_ user: String, in room: String) -> Bool {
        state.rooms[room]?.mayChangeSettings(user) ?? false
    }

    /// The members of a room.
    ///
    /// A direct room counts as private only while no third person is in it or invited.
    func company(in room: String) async -> Company {
        guard let user = directUser(of: room), !isEncrypted(room) else { return .several }
        guard let users = await users(of: room) else { return .unknown }
        return users == [user, ownUser] ? .one(user) : .several
    }

    func noteSpoken(_ user: String, in room: String) { lastSpoken[user] = room }

    // MARK: - Joining rooms by name

    /// Begins a check of a room; false when another check of it is running.
    func beginVisit(_ room: String) -> Bool { visited.insert(room).inserted }

    /// Ends a check; with a `user` the bot stays in the room.
    func endVisit(_ room: String, for user: String?) {
        visited.remove(room)
        if let user { entered.append(RoomInvitation(room: room, sender: user, isDirect: false)) }
    }

    func takeEntered() -> [RoomInvitation] {
        defer { entered = [] }
        return entered
    }

    // MARK: - Direct rooms

    /// Possible direct rooms of a person, likeliest first; `first` and `last` are rooms of earlier messages to them.
    func candidates(for user: String, first: String?, last: String?) -> [String] {
        let spoken = [first, lastSpoken[user], last].compactMap(\.self)
        let ours = made.filter { $0.value == user }.keys.sorted()
        var seen: Set<String> = []
        let rooms = (spoken + (direct[user] ?? []).reversed() + ours).filter { seen.insert($0).inserted }
        return Array(rooms.filter { isJoined($0) && !isEncrypted($0) }.prefix(20))
    }

    func isListed(_ room: String, for user: String) -> Bool { direct[user]?.contains(room) == true }

    /// Records a room that we have just created.
    func noteCreated(_ room: String, for user: String) {
        created.insert(room)
        made[room] = user
        people[room] = (0, [user, ownUser])
        changes.ring()
    }

    /// Adds a room to a person's direct rooms, here and at the server; false when the server did not answer.
    func addDirect(_ room: String, for user: String) async -> Bool {
        // Each call writes the whole list, so only one may run at a time.
        do { try await listing.take() } catch { return false }
        defer { listing.give() }
        guard !isListed(room, for: user) else { return true }
        guard let session else { return false }
        var rooms = direct
        rooms[user, default: []].append(room)
        let content = JSONValue.object(rooms.mapValues { .array($0.map(JSONValue.string)) })
        switch await session.call(.setAccountData(user: ownUser, type: "m.direct", content)) {
        // A server that refuses to store the list would refuse again; then only this run knows it.
        case .success, .refused: break
        case .limited, .loggedOut, .unavailable: return false
        }
        // /sync may have replaced the list in the meantime.
        if !isListed(room, for: user) { direct[user, default: []].append(room) }
        return true
    }

    /// All joined and invited users of a room; nil when the server does not answer now.
    func users(of room: String) async -> Set<String>? {
        let changes = state.rooms[room]?.memberChanges ?? 0
        if let known = people[room], known.changes == changes { return known.users }
        guard let answer = await session?.call(.members(of: room)) else { return nil }
        switch answer {
        case .success(let json):
            let users = (json["chunk"]?.array ?? []).compactMap { event -> String? in
                let membership = event["content"]?["membership"]?.string
                return membership == "join" || membership == "invite" ? event["state_key"]?.string : nil
            }
            people[room] = (changes, Set(users))
            return Set(users)
        case .refused: return []
        case .limited, .loggedOut, .unavailable: return nil
        }
    }
}
