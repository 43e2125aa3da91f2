/// One answer of /sync; what cannot be read is left out.
package struct SyncBatch: Hashable, Sendable {
    package var nextBatch: String
    package var joined: [RoomUpdate] = []
    package var invited: [RoomInvitation] = []
    package var left: [RoomDeparture] = []
    /// The account data `m.direct`: a user's direct rooms; nil when it has not changed.
    package var directRooms: [String: [String]]?

    /// Nil when it is no /sync answer.
    package init?(_ json: JSONValue, for user: String) {
        guard let next = json["next_batch"]?.string else { return nil }
        nextBatch = next
        let rooms = json["rooms"]
        joined = Self.rooms(rooms?["join"]).map { RoomUpdate(room: $0.key, $0.value) }
        invited = Self.rooms(rooms?["invite"]).map { RoomInvitation(room: $0.key, $0.value, of: user) }
        left = Self.rooms(rooms?["leave"]).map { RoomDeparture(room: $0.key, $0.value) }
        for data in json["account_data"]?["events"]?.array ?? [] where data["type"]?.string == "m.direct" {
            directRooms = (data["content"]?.object ?? [:]).mapValues { ($0.array ?? []).compactMap(\.string) }
        }
    }

    private static func rooms(_ json: JSONValue?) -> [(key: String, value: JSONValue)] {
        (json?.object ?? [:]).filter { $0.key.hasPrefix("!") && $0.key.utf8.count <= 255 }.sorted { $0.key < $1.key }
    }

    /// What we ask for: no presence, no receipts, of the members only those who speak, and nothing that we do not read.
    ///
    /// A short answer leaves more to be asked for room by room.
    package static func filter(isShort: Bool) -> JSONValue {
        let state = [
            "m.room.create", "m.room.member", "m.room.power_levels", "m.room.encryption", "m.room.name",
            "m.room.canonical_alias", "m.room.tombstone",
        ]
        let types = { (types: [String]) in JSONValue.array(types.map(JSONValue.string)) }
        return [
            "presence": ["types": []],
            "account_data": ["types": ["m.direct"]],
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

/// What happened in a room we are in.
package struct RoomUpdate: Hashable, Sendable {
    package var room: String
    /// Before the timeline.
    package var state: [RoomEvent]
    package var timeline: [RoomEvent]
    /// Events between the last answer and this timeline are left out.
    package var isLimited: Bool
    /// Where /messages goes on backwards from the timeline's beginning.
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

/// Somebody wants us in a room; `sender` is nil when the invitation does not say who.
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
        // The inviter's server writes this list: with two senders in it, one is made up.
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
