/// The rooms we are in, updated by /sync answers.
///
/// Each answer yields a list of actions.
package struct SyncState: Hashable, Sendable {
    package let ownUser: String
    package private(set) var rooms: [String: RoomState] = [:]

    package init(ownUser: String) { self.ownUser = ownUser }

    /// `isFirst`: no earlier answer exists, so the messages in this one are old and are ignored.
    package mutating func apply(_ batch: SyncBatch, isFirst: Bool) -> [SyncAction] {
        var actions: [SyncAction] = []
        if let direct = batch.directRooms { actions.append(.directRooms(direct)) }
        for update in batch.joined { apply(update, isFirst: isFirst, into: &actions) }
        actions += batch.invited.map(SyncAction.invited)
        for departure in batch.left {
            guard rooms.removeValue(forKey: departure.room) != nil || !departure.events.isEmpty else { continue }
            actions.append(.left(room: departure.room, removal: removal(departure)))
        }
        return actions
    }

    /// Messages missing between two /sync answers, fetched by /messages; `events` are oldest first.
    package func said(_ events: [RoomEvent], in room: String) -> [SyncAction] {
        // Messages from before we joined were meant for others.
        let entered = rooms[room]?.enteredAt ?? -.infinity
        return events.filter { $0.sentAt >= entered }.compactMap { speech($0, in: room) }
    }

    private mutating func apply(_ update: RoomUpdate, isFirst: Bool, into actions: inout [SyncAction]) {
        let known = rooms[update.room]
        var state = known ?? RoomState()
        for event in update.state { state.apply(event, ownUser: ownUser) }
        let ownJoin = update.timeline.lastIndex { $0.isJoin(of: ownUser) }
        let isNew = known == nil && ownJoin != nil
        if known == nil { actions.append(.entered(room: update.room, isNew: isNew)) }
        if update.isLimited, !isNew, !isFirst, let before = update.previousBatch {
            actions.append(.gap(room: update.room, before: before))
        }
        for (index, event) in update.timeline.enumerated() {
            state.apply(event, ownUser: ownUser)
            // Messages from before we joined were meant for others.
            if isFirst || index < ownJoin ?? 0 { continue }
            if let action = speech(event, in: update.room) { actions.append(action) }
        }
        if state.isEncrypted, known?.isEncrypted != true { actions.append(.encrypted(room: update.room)) }
        if let (room, sender) = state.replacement, room != known?.replacement?.room {
            actions.append(.upgraded(room: update.room, to: room, by: sender))
        }
        rooms[update.room] = state
    }

    /// A message or reaction of somebody else.
    private func speech(_ event: RoomEvent, in room: String) -> SyncAction? {
        guard event.sender != ownUser, event.stateKey == nil else { return nil }
        switch event.type {
        case "m.room.message":
            return MessageContent(event.content).map { .said(room: room, event: event, content: $0) }
        case "m.reaction":
            let relation = event.content["m.relates_to"]
            guard relation?["rel_type"]?.string == "m.annotation", let target = relation?["event_id"]?.string,
                let key = relation?["key"]?.string, key.utf8.count <= 100
            else { return nil }
            return .reacted(room: room, event: event, to: target, key: key)
        default: return nil
        }
    }

    private func removal(_ departure: RoomDeparture) -> SyncAction.Removal? {
        let end = departure.events.last {
            $0.type == "m.room.member" && $0.stateKey == ownUser
                && ["leave", "ban"].contains($0.content["membership"]?.string ?? "")
        }
        guard let end, end.sender != ownUser else { return nil }
        let reason = end.content["reason"]?.string ?? ""
        return SyncAction.Removal(
            by: end.sender,
            isBan: end.content["membership"]?.string == "ban",
            reason: String(reason.prefix(200))
        )
    }
}

/// What a /sync answer means for us.
///
/// Actions are handled in order.
package enum SyncAction: Hashable, Sendable {
    /// We are in the room; `isNew` means that we were not in it at the previous answer.
    case entered(room: String, isNew: Bool)
    /// Events before the token `before` are missing; they precede everything else of this room.
    case gap(room: String, before: String)
    case said(room: String, event: RoomEvent, content: MessageContent)
    case reacted(room: String, event: RoomEvent, to: String, key: String)
    /// The room has become encrypted.
    case encrypted(room: String)
    /// Another room replaces this one.
    case upgraded(room: String, to: String, by: String)
    case invited(RoomInvitation)
    /// We are no longer in the room; `removal` is nil when we left ourselves.
    case left(room: String, removal: Removal?)
    case directRooms([String: [String]])

    package struct Removal: Hashable, Sendable {
        package var by: String
        package var isBan: Bool
        package var reason: String
    }
}
