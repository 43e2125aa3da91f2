import Foundation
import MatrixClient
import NewsModel
import Parallelism

/// The rooms we are in, and which of them belong to one person alone.
actor MatrixRooms {
    enum DirectRoom: Hashable {
        case room(String)
        /// They have left the room they had with us.
        case declined
        /// Not now, and not before then.
        case later(Date?)
        case refused(String)
    }

    /// Who is in a direct room.
    enum Company: Hashable {
        /// One person and we.
        case one(String)
        case several
        /// The server cannot be asked now.
        case unknown
    }

    private let names: RoomNames
    let time: any TimeSource
    private(set) var session: MatrixSession?
    /// The last /sync was answered.
    private(set) var isOnline = false
    private var state = SyncState(ownUser: "")
    /// User → their direct rooms, as `m.direct` has them.
    private var direct: [String: [String]] = [:]
    private let listing = Slots()
    /// Room → for whom we have made it, as it says itself.
    var made: [String: String] = [:]
    /// Made rooms that /sync has not told us of yet.
    private var created: Set<String> = []
    var making = DirectRoomMaking()
    /// Where each person spoke to us last.
    private var lastSpoken = BoundedMap<String, String>(limit: 10_000)
    /// Who is in a room or invited to it, good for one count of member changes.
    private var people = BoundedMap<String, (changes: Int, users: Set<String>)>(limit: 10_000)
    /// Rooms that we look into and may leave again: nothing is said there.
    private(set) var visited: Set<String> = []
    /// Rooms that we have gone into and not welcomed yet.
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

    func take(_ batch: SyncBatch, isFirst: Bool) -> [SyncAction] {
        let actions = state.take(batch, isFirst: isFirst)
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
    /// Whose direct room it is, whoever else may be in it.
    func directUser(of room: String) -> String? { direct.first { $0.value.contains(room) }?.key ?? made[room] }
    func ownName(in room: String) -> String? { state.rooms[room]?.ownName }
    func mayChangeSettings(_ user: String, in room: String) -> Bool {
        state.rooms[room]?.mayChangeSettings(user) ?? false
    }

    /// A direct room is one person's only as long as no third is there or invited.
    func company(in room: String) async -> Company {
        guard let user = directUser(of: room), !isEncrypted(room) else { return .several }
        guard let users = await users(of: room) else { return .unknown }
        return users == [user, ownUser] ? .one(user) : .several
    }

    func noteSpoken(_ user: String, in room: String) { lastSpoken[user] = room }

    // MARK: - Rooms somebody has named

    /// False when somebody else has named the room at the same time.
    func beginVisit(_ room: String) -> Bool { visited.insert(room).inserted }

    /// With somebody's name the visit becomes a stay.
    func endVisit(_ room: String, for user: String?) {
        visited.remove(room)
        if let user { entered.append(RoomInvitation(room: room, sender: user, isDirect: false)) }
    }

    func takeEntered() -> [RoomInvitation] {
        defer { entered = [] }
        return entered
    }

    // MARK: - Direct rooms

    /// Rooms that a person may have with us, the likeliest first; `first` and `last` are where we have spoken to them.
    func candidates(for user: String, first: String?, last: String?) -> [String] {
        let spoken = [first, lastSpoken[user], last].compactMap(\.self)
        let ours = made.filter { $0.value == user }.keys.sorted()
        var seen: Set<String> = []
        let rooms = (spoken + (direct[user] ?? []).reversed() + ours).filter { seen.insert($0).inserted }
        return Array(rooms.filter { isJoined($0) && !isEncrypted($0) }.prefix(20))
    }

    func isListed(_ room: String, for user: String) -> Bool { direct[user]?.contains(room) == true }

    /// Takes in a room that was made just now.
    func noteCreated(_ room: String, for user: String) {
        created.insert(room)
        made[room] = user
        people[room] = (0, [user, ownUser])
    }

    /// Notes a room as somebody's own, here and at the server; false when that failed for now.
    func addDirect(_ room: String, for user: String) async -> Bool {
        // Each writes the whole list.
        do { try await listing.take() } catch { return false }
        defer { listing.give() }
        guard !isListed(room, for: user) else { return true }
        guard let session else { return false }
        var rooms = direct
        rooms[user, default: []].append(room)
        let content = JSONValue.object(rooms.mapValues { .array($0.map(JSONValue.string)) })
        switch await session.call(.setAccountData(user: ownUser, type: "m.direct", content)) {
        // A server that will not keep it says so each time: then this run alone knows.
        case .success, .refused: break
        case .limited, .loggedOut, .unavailable: return false
        }
        // /sync may have brought another list, or this one.
        if !isListed(room, for: user) { direct[user, default: []].append(room) }
        return true
    }

    /// Everybody in a room or invited to it; nil when the server cannot be asked now.
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
