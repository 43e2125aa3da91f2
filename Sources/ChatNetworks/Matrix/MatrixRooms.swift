import Foundation
import MatrixClient
import NewsModel

/// The rooms we are in, and which of them belong to one person alone.
actor MatrixRooms {
    enum DirectRoom: Hashable {
        case room(String)
        /// They have left the room they had with us.
        case declined
        /// Not now.
        case later
        case refused(String)
    }

    private let names: RoomNames
    private(set) var session: MatrixSession?
    /// The last /sync was answered.
    private(set) var isOnline = false
    private var state = SyncState(ownUser: "")
    /// User → their direct rooms, as `m.direct` has them.
    private var direct: [String: [String]] = [:]
    /// Where each person spoke to us last.
    private var lastSpoken: [String: String] = [:]
    /// Who is in a room or invited to it, good for one count of member changes.
    private var people: [String: (changes: Int, users: Set<String>)] = [:]
    /// Direct rooms that /sync has not told us of yet.
    private var created: Set<String> = []
    private var creating: Set<String> = []
    /// Rooms that we look into and may leave again: nothing is said there.
    private(set) var visited: Set<String> = []
    /// Rooms that we have gone into and not welcomed yet.
    private var entered: [RoomInvitation] = []

    init(names: RoomNames) { self.names = names }

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
            if let known = state.rooms[update.room] { names.note(update.room, known) }
        }
        for departure in batch.left { people[departure.room] = nil }
        return actions
    }

    func said(_ events: [RoomEvent], in room: String) -> [SyncAction] { state.said(events, in: room) }

    func isJoined(_ room: String) -> Bool { state.rooms[room] != nil || created.contains(room) }
    var joinedCount: Int { state.rooms.count }
    func isEncrypted(_ room: String) -> Bool { state.rooms[room]?.isEncrypted ?? false }
    func isDirect(_ room: String) -> Bool { directUser(of: room) != nil }
    /// Whose direct room it is, whoever else may be in it.
    func directUser(of room: String) -> String? { direct.first { $0.value.contains(room) }?.key }
    func ownName(in room: String) -> String? { state.rooms[room]?.ownName }
    func mayChangeSettings(_ user: String, in room: String) -> Bool {
        state.rooms[room]?.mayChangeSettings(user) ?? false
    }

    /// The one other person of a direct room; nil as soon as a third is there or invited.
    func partner(in room: String) async -> String? {
        guard let user = directUser(of: room), !isEncrypted(room) else { return nil }
        return await users(of: room) == [user, ownUser] ? user : nil
    }

    func noteSpoken(_ user: String, in room: String) {
        if lastSpoken.count > 10_000 { lastSpoken.removeAll() }
        lastSpoken[user] = room
    }

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

    /// The unencrypted room that a person has with us, made now where there is none.
    ///
    /// Who has left theirs gets a new one only when they ask for it.
    func directRoom(for user: String, isAskedFor: Bool = false) async -> DirectRoom {
        var hasLeft = false
        let candidates = ([lastSpoken[user]].compactMap(\.self) + (direct[user] ?? []).reversed()).prefix(20)
        for room in candidates where isJoined(room) && !isEncrypted(room) {
            guard let users = await users(of: room) else { return .later }
            if users == [user, ownUser] { return .room(room) }
            if users == [ownUser] { hasLeft = true }
        }
        if hasLeft, !isAskedFor { return .declined }
        guard creating.insert(user).inserted else { return .later }
        defer { creating.remove(user) }
        return await create(for: user)
    }

    private func create(for user: String) async -> DirectRoom {
        guard let session else { return .later }
        switch await session.call(.createDirectRoom(with: user)).map({ $0["room_id"]?.string }) {
        case .success(let room):
            // Some servers encrypt every private room: then nothing private is said there.
            guard case .refused(let none) = await session.call(.state(of: room, type: "m.room.encryption")),
                none.status == 404
            else {
                _ = await session.call(.leave(room))
                return .refused("this server encrypts private rooms")
            }
            created.insert(room)
            people[room] = (0, [user, ownUser])
            _ = await addDirect(room, for: user)
            return .room(room)
        case .refused(let refusal): return .refused(refusal.description)
        case .limited, .loggedOut, .unavailable: return .later
        }
    }

    /// Notes a room as somebody's own, here and at the server; false when that failed.
    func addDirect(_ room: String, for user: String) async -> Bool {
        guard direct[user]?.contains(room) != true else { return true }
        direct[user, default: []].append(room)
        guard let session else { return false }
        let content = JSONValue.object(direct.mapValues { .array($0.map(JSONValue.string)) })
        return await session.call(.setAccountData(user: ownUser, type: "m.direct", content)).value != nil
    }

    /// Everybody in a room or invited to it; nil when the server cannot be asked now.
    private func users(of room: String) async -> Set<String>? {
        let changes = state.rooms[room]?.memberChanges ?? 0
        if let known = people[room], known.changes == changes { return known.users }
        guard let answer = await session?.call(.members(of: room)) else { return nil }
        switch answer {
        case .success(let json):
            let users = (json["chunk"]?.array ?? []).compactMap { event -> String? in
                let membership = event["content"]?["membership"]?.string
                return membership == "join" || membership == "invite" ? event["state_key"]?.string : nil
            }
            if people.count > 10_000 { people.removeAll() }
            people[room] = (changes, Set(users))
            return Set(users)
        case .refused: return []
        case .limited, .loggedOut, .unavailable: return nil
        }
    }
}
