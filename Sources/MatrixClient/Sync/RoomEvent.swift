/// One event of a room, as far as everybody needs it.
package struct RoomEvent: Hashable, Sendable {
    /// Empty in the stripped state that comes with an invitation.
    package var id: String
    package var type: String
    package var sender: String
    /// Nil when it is no state event.
    package var stateKey: String?
    /// Seconds since 1970, by the sender's server.
    package var sentAt: Double
    package var content: JSONValue
    /// What a membership event's person was in the room before; nil when they were nothing, or the server does not say.
    var previousMembership: String?
    /// Our own transaction, when we sent it from this device.
    package var transaction: String?

    /// Nil when it lacks what every event has.
    package init?(_ json: JSONValue, isStripped: Bool = false) {
        guard let type = json["type"]?.string, let sender = json["sender"]?.string, UserID.isValid(sender) else {
            return nil
        }
        let id = json["event_id"]?.string ?? ""
        guard isStripped || (id.hasPrefix("$") && id.utf8.count <= 255) else { return nil }
        self.id = id
        self.type = type
        self.sender = sender
        stateKey = json["state_key"]?.string
        sentAt = (json["origin_server_ts"]?.double ?? 0) / 1_000
        content = json["content"] ?? [:]
        previousMembership = json["unsigned"]?["prev_content"]?["membership"]?.string
        transaction = json["unsigned"]?["transaction_id"]?.string
    }

    /// Whether it brings somebody into the room; a new display name looks the same and does not.
    func isComing(of user: String) -> Bool {
        type == "m.room.member" && stateKey == user && content["membership"]?.string == "join"
            && previousMembership != "join"
    }

    /// The good ones of a list.
    static func list(_ json: JSONValue?, isStripped: Bool = false) -> [RoomEvent] {
        (json?.array ?? []).compactMap { RoomEvent($0, isStripped: isStripped) }
    }

    /// The events of a /messages answer, the oldest first, and where the next page begins.
    package static func page(_ json: JSONValue) -> (events: [RoomEvent], next: String?) {
        (list(json["chunk"]).reversed(), json["end"]?.string)
    }
}

/// `@local:server`.
package enum UserID {
    package static func isValid(_ id: String) -> Bool {
        id.hasPrefix("@") && id.utf8.count <= 255 && server(of: id)?.isEmpty == false
            && id.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f }
    }

    /// What follows the first colon.
    package static func server(of id: String) -> String? {
        id.firstIndex(of: ":").map { String(id[id.index(after: $0)...]) }
    }

    package static func localPart(of id: String) -> String {
        String(id.drop { $0 == "@" }.prefix { $0 != ":" })
    }
}
