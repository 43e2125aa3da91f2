/// One /sync answer.
///
/// Parts that cannot be read are left out.
package struct SyncBatch: Hashable, Sendable {
    package var nextBatch: String
    package var joined: [RoomUpdate] = []
    package var invited: [RoomInvitation] = []
    package var left: [RoomDeparture] = []
    /// The direct rooms of each user (account data `m.direct`); nil when unchanged.
    package var directRooms: [String: [String]]?
    /// The process that has last announced itself for the account; nil when unchanged.
    package var claim: AccountClaim?

    /// Nil when the JSON is not a /sync answer.
    package init?(_ json: JSONValue, for user: String) {
        guard let next = json["next_batch"]?.string else { return nil }
        nextBatch = next
        let rooms = json["rooms"]
        joined = Self.rooms(rooms?["join"]).map { RoomUpdate(room: $0.key, $0.value) }
        invited = Self.rooms(rooms?["invite"]).map { RoomInvitation(room: $0.key, $0.value, of: user) }
        left = Self.rooms(rooms?["leave"]).map { RoomDeparture(room: $0.key, $0.value) }
        for data in json["account_data"]?["events"]?.array ?? [] {
            switch data["type"]?.string {
            case "m.direct":
                directRooms = (data["content"]?.object ?? [:]).mapValues { ($0.array ?? []).compactMap(\.string) }
            case AccountClaim.type: claim = AccountClaim(data["content"])
            default: break
            }
        }
    }

    private static func rooms(_ json: JSONValue?) -> [(key: String, value: JSONValue)] {
        (json?.object ?? [:]).filter { $0.key.hasPrefix("!") && $0.key.utf8.count <= 255 }.sorted { $0.key < $1.key }
    }

    /// The /sync filter: no presence, no receipts, only members who speak, and only the event types that we read.
    ///
    /// With `isShort` the timeline has one event; the rest must be fetched room by room.
    package static func filter(isShort: Bool) -> JSONValue {
        let state = [
            "m.room.create", "m.room.member", "m.room.power_levels", "m.room.encryption", "m.room.name",
            "m.room.canonical_alias", "m.room.tombstone",
        ]
        let types = { (types: [String]) in JSONValue.array(types.map(JSONValue.string)) }
        return [
            "presence": ["types": []],
            "account_data": ["types": types(["m.direct", AccountClaim.type])],
            "room": [
                "account_data": ["types": []],
                "ephemeral": ["types": []],
                "state": ["lazy_load_members": true, "types": types(state)],
                "timeline": [
                    "lazy_load_members": true, "limit": .number(isShort ? 1 : 50),
                    "types": types(state + ["m.room.message", "m.reaction"]),
                ],
            ],
        ]
    }
}

/// The events of a room we are in.
package struct RoomUpdate: Hashable, Sendable {
    package var room: String
    /// State before the timeline begins.
    package var state: [RoomEvent]
    package var timeline: [RoomEvent]
    /// Whether events between the previous answer and this timeline are missing.
    package var isLimited: Bool
    /// The token from which /messages continues backwards from the beginning of the timeline.
    package var previousBatch: String?

    init(room: String, _ json: JSONValue) {
        self.room = room
        state = RoomEvent.list(json["state"]?["events"])
        let timeline = json["timeline"]
        self.timeline = RoomEvent.list(timeline?["events"])
        isLimited = timeline?["limited"]?.bool ?? false
        previousBatch = timeline?["prev_batch"]?.string
    }
}

/// An invitation to a room; `sender` is nil when the invitation does not name exactly one.
package struct RoomInvitation: Hashable, Sendable, Codable {
    package var room: String
    package var sender: String?
    package var isDirect: Bool

    package init(room: String, sender: String?, isDirect: Bool) {
        self.room = room
        self.sender = sender
        self.isDirect = isDirect
    }

    init(room: String, _ json: JSONValue, of user: String) {
        self.room = room
        let invitations = RoomEvent.list(json["invite_state"]?["events"], isStripped: true).filter {
            $0.type == "m.room.member" && $0.stateKey == user && $0.content["membership"]?.string == "invite"
        }
        // The inviter's server writes this list. With two different senders, one of them is forged.
        sender = Set(invitations.map(\.sender)).count == 1 ? invitations.last?.sender : nil
        isDirect = invitations.last?.content["is_direct"]?.bool ?? false
    }
}

/// A room we are no longer in.
package struct RoomDeparture: Hashable, Sendable {
    package var room: String
    package var events: [RoomEvent]

    init(room: String, _ json: JSONValue) {
        self.room = room
        events = RoomEvent.list(json["state"]?["events"]) + RoomEvent.list(json["timeline"]?["events"])
    }
}
