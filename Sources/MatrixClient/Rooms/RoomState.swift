/// The known state of a room that we are in.
package struct RoomState: Hashable, Sendable {
    package private(set) var isEncrypted = false
    package private(set) var name: String?
    package private(set) var alias: String?
    /// The room that this one continues.
    package private(set) var predecessor: String?
    /// The user for whom we created this direct room.
    package private(set) var madeFor: String?
    /// The room that continues this one, and who announced it.
    package private(set) var replacement: (room: String, sender: String)? {
        get { replacementRoom.map { ($0, replacementSender) } }
        set { (replacementRoom, replacementSender) = (newValue?.room, newValue?.sender ?? "") }
    }
    /// Counts membership changes, so that cached answers about members are dropped after a change.
    package private(set) var memberChanges = 0
    /// When we joined, in seconds since 1970 by our own server's clock; nil when unknown.
    package private(set) var enteredAt: Double?
    /// Our display name in this room.
    package private(set) var ownName: String?
    private var replacementRoom: String?
    private var replacementSender = ""
    private var powerLevels: PowerLevels?
    private var creators: Set<String> = []
    /// From room version 12 on, creators rank above all power levels.
    private var creatorsOutrankLevels = false

    /// A custom key in `m.room.create`; the specification allows custom keys there.
    static let madeForKey = "chat.crier.direct"

    init() {}

    /// Whether a user may change the room's settings: by the room's own required level, 50 by default.
    package func mayChangeSettings(_ user: String) -> Bool {
        if creators.contains(user), creatorsOutrankLevels || powerLevels == nil { return true }
        let levels = powerLevels ?? PowerLevels()
        return levels.level(of: user) >= max(levels.stateDefault, 1)
    }

    mutating func apply(_ event: RoomEvent, ownUser: String) {
        guard let key = event.stateKey else { return }
        if event.type == "m.room.member" {
            memberChanges += 1
            guard key == ownUser else { return }
            ownName = event.content["displayname"]?.string
            if event.isJoin(of: ownUser) { enteredAt = event.sentAt }
            return
        }
        guard key.isEmpty else { return }
        switch event.type {
        // Encryption cannot be switched off by a later event.
        case "m.room.encryption": isEncrypted = true
        case "m.room.name": name = event.content["name"]?.string
        case "m.room.canonical_alias":
            let claimed = event.content["alias"]?.string ?? ""
            // Accept only an alias of the sender's own server, which has checked it. Anybody may claim another's alias.
            alias = UserID.server(of: claimed) == UserID.server(of: event.sender) ? claimed : nil
        case "m.room.power_levels": powerLevels = PowerLevels(event.content)
        case "m.room.tombstone":
            guard let room = event.content["replacement_room"]?.string, room.hasPrefix("!") else { return }
            replacement = (room, event.sender)
        case "m.room.create":
            let version = event.content["room_version"]?.string ?? "1"
            creatorsOutrankLevels = (Int(version) ?? 0) >= 12 || version.hasPrefix("org.matrix.hydra")
            creators = [event.sender]
            if creatorsOutrankLevels {
                creators.formUnion((event.content["additional_creators"]?.array ?? []).compactMap(\.string))
            }
            if event.sender == ownUser, let user = event.content[Self.madeForKey]?.string, UserID.isValid(user) {
                madeFor = user
            }
            predecessor = event.content["predecessor"]?["room_id"]?.string
        default: break
        }
    }
}

/// The permissions in a room (`m.room.power_levels`).
package struct PowerLevels: Hashable, Sendable {
    package var users: [String: Int] = [:]
    package var usersDefault = 0
    /// The level that is needed to change the room's settings.
    package var stateDefault = 50

    init() {}

    init(_ content: JSONValue) {
        users = (content["users"]?.object ?? [:]).compactMapValues(\.integer)
        usersDefault = content["users_default"]?.integer ?? 0
        stateDefault = content["state_default"]?.integer ?? 50
    }

    package func level(of user: String) -> Int { users[user] ?? usersDefault }
}
