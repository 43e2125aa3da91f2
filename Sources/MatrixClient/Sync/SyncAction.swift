/// What a /sync answer means for us, in order.
package enum SyncAction: Hashable, Sendable {
    /// We are in the room now; `isNew` when we were not after the answer before.
    case entered(room: String, isNew: Bool)
    /// Events are missing here; they come before everything that follows of the room.
    case gap(room: String, before: String)
    case said(room: String, event: RoomEvent, content: MessageContent)
    case reacted(room: String, event: RoomEvent, to: String, key: String)
    /// What is said there is encrypted from now on.
    case encrypted(room: String)
    /// Another room takes this one's place.
    case upgraded(room: String, to: String, by: String)
    case invited(RoomInvitation)
    /// We are out; nil when it was our own will.
    case left(room: String, removal: Removal?)
    case directRooms([String: [String]])

    package struct Removal: Hashable, Sendable {
        package var by: String
        package var isBan: Bool
        package var reason: String
    }
}
