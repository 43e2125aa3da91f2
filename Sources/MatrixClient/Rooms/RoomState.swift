/// What we know of a room we are in.
package struct RoomState: Hashable, Sendable {
    package private(set) var isEncrypted = false
    package private(set) var name: String?
    package private(set) var alias: String?
    /// The room that this one continues.
    package private(set) var predecessor: String?
    /// For whom we have made it as a direct room.
    package private(set) var madeFor: String?
    /// The room that continues this one, and who said so.
    package private(set) var replacement: (room: String, sender: String)? {
        get { replacementRoom.map { ($0, replacementSender) } }
        set { (replacementRoom, replacementSender) = (newValue?.room, newValue?.sender ?? "") }
    }
    /// Counts who came and went, so that what was asked about them can be kept until somebody does.
    package private(set) var memberChanges = 0
    /// When we came in, in seconds since 1970 by our own server; nil when that is not known.
    package private(set) var enteredAt: Double?
    /// What others call us here.
    package private(set) var ownName: String?
    private var replacementRoom: String?
    private var replacementSender = ""
    private var powerLevels: PowerLevels?
    private var creators: Set<String> = []
    /// From version 12 on creators stand above all levels.
    private var creatorsRule = false

    /// In `m.room.create`, beside the spec's own keys, as it allows for custom ones.
    static let madeForKey = "chat.crier.direct"

    init() {}

    /// Whether somebody decides about the room: its own level for changing settings, which is 50 unless it says otherwise.
    package func mayChangeSettings(_ user: String) -> Bool {
        if creators.contains(user), creatorsRule || powerLevels == nil { return true }
        let levels = powerLevels ?? PowerLevels()
        return levels.level(of: user) >= max(levels.stateDefault, 1)
    }

    mutating func apply(_ event: RoomEvent, ownUser: String) {
        guard let key = event.stateKey else { return }
        if event.type == "m.room.member" {
            memberChanges += 1
            guard key == ownUser else { return }
            ownName = event.content["displayname"]?.string
            if event.isComing(of: ownUser) { enteredAt = event.sentAt }
            return
        }
        guard key.isEmpty else { return }
        switch event.type {
        // It cannot be taken back, whatever a later event says.
        case "m.room.encryption": isEncrypted = true
        case "m.room.name": name = event.content["name"]?.string
        case "m.room.canonical_alias":
            let claimed = event.content["alias"]?.string ?? ""
            // Only the sender's own server has checked that the alias leads here; anybody may claim another one's.
            alias = UserID.server(of: claimed) == UserID.server(of: event.sender) ? claimed : nil
        case "m.room.power_levels": powerLevels = PowerLevels(event.content)
        case "m.room.tombstone":
            guard let room = event.content["replacement_room"]?.string, room.hasPrefix("!") else { return }
            replacement = (room, event.sender)
        case "m.room.create":
            let version = event.content["room_version"]?.string ?? "1"
            creatorsRule = (Int(version) ?? 0) >= 12 || version.hasPrefix("org.matrix.hydra")
            creators = [event.sender]
            if creatorsRule {
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
