/// One event of a room, with the fields that all kinds of events share.
package struct RoomEvent: Hashable, Sendable {
    /// Empty in the stripped state of an invitation.
    package var id: String
    package var type: String
    package var sender: String
    /// Nil for an event that is not state.
    package var stateKey: String?
    /// Seconds since 1970, by the clock of the sender's server.
    package var sentAt: Double
    package var content: JSONValue
    /// A member's previous membership; nil when there was none or the server does not report it.
    var previousMembership: String?
    /// The transaction id, if we sent the event from this device.
    package var transaction: String?

    /// Nil when a field that every event must have is missing or invalid.
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

    /// Whether the user joins with this event.
    ///
    /// A change of display name is a join event too; it does not count.
    func isJoin(of user: String) -> Bool {
        type == "m.room.member" && stateKey == user && content["membership"]?.string == "join"
            && previousMembership != "join"
    }

    /// The valid events of a list.
    static func list(_ json: JSONValue?, isStripped: Bool = false) -> [RoomEvent] {
        (json?.array ?? []).compactMap { RoomEvent($0, isStripped: isStripped) }
    }

    /// The events of a /messages answer, oldest first, and the token of the next page.
    package static func page(_ json: JSONValue) -> (events: [RoomEvent], next: String?) {
        (list(json["chunk"]).reversed(), json["end"]?.string)
    }
}

/// Functions on user ids, `@local:server`.
package enum UserID {
    package static func isValid(_ id: String) -> Bool {
        id.hasPrefix("@") && id.utf8.count <= 255 && server(of: id)?.isEmpty == false
            && id.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f }
    }

    /// The part after the first colon.
    package static func server(of id: String) -> String? {
        id.firstIndex(of: ":").map { String(id[id.index(after: $0)...]) }
    }

    package static func localPart(of id: String) -> String {
        String(id.drop { $0 == "@" }.prefix { $0 != ":" })
    }
}
