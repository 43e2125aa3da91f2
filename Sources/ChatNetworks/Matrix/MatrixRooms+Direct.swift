import Foundation
import MatrixClient
import NewsModel

extension MatrixRooms {
    /// The unencrypted direct room of a person; created if there is none.
    ///
    /// A person who has left their room gets a new one only if they ask for it (`isAskedFor`).
    func directRoom(
        for user: String,
        isAskedFor: Bool = false,
        first: String? = nil,
        last: String? = nil
    ) async -> DirectRoom {
        if let found = await usableRoom(of: user, isAskedFor, first, last) { return found }
        if let next = creation.begin(for: user, at: time.now) { return .later(next) }
        defer { creation.end(for: user) }
        // A concurrent call may have created it in the meantime.
        if let found = await usableRoom(of: user, isAskedFor, first, last) { return found }
        return await make(for: user)
    }

    /// Nil when a room must be created.
    private func usableRoom(
        of user: String,
        _ isAskedFor: Bool,
        _ first: String?,
        _ last: String?
    ) async -> DirectRoom? {
        let found = await existingDirectRoom(of: user, first: first, last: last)
        if found == .declined, isAskedFor { return nil }
        // Try to add a room of ours to the `m.direct` list; the room is usable even if that fails.
        if case .room(let room)? = found, made[room] == user, !isListed(room, for: user) {
            _ = await addDirect(room, for: user)
        }
        return found
    }

    /// Nil when the person has no room with us and never had one.
    func existingDirectRoom(of user: String, first: String? = nil, last: String? = nil) async -> DirectRoom? {
        var hasLeft = false
        for room in candidates(for: user, first: first, last: last) {
            guard let users = await users(of: room) else { return .later(nil) }
            if users == [user, ownUser] { return .room(room) }
            if users == [ownUser] { hasLeft = true }
        }
        return hasLeft ? .declined : nil
    }

    private func make(for user: String) async -> DirectRoom {
        guard let session else { return .later(nil) }
        let room: String
        if let unchecked = creation.unchecked[user] {
            room = unchecked
        } else {
            let answer = await session.call(.createDirectRoom(with: user)).map { $0["room_id"]?.string }
            switch answer {
            case .success(let new):
                room = new
                creation.unchecked[user] = new
            case .refused(let refusal): return .refused(refusal.description)
            // If the room was created despite the failure, /sync reports it with the user it is for.
            case .limited, .loggedOut, .unavailable: return .later(creation.failed(for: user, answer, at: time.now))
            }
        }
        // Some servers encrypt every private room; we cannot use such a room.
        let encryption = await session.call(.state(of: room, type: "m.room.encryption"))
        switch encryption {
        case .refused(let none) where none.status == 404: break
        case .success:
            creation.succeeded(for: user)
            _ = await session.call(.leave(room))
            return .refused("this server encrypts private rooms")
        case .refused, .limited, .loggedOut, .unavailable:
            return .later(creation.failed(for: user, encryption, at: time.now))
        }
        creation.succeeded(for: user)
        noteCreated(room, for: user)
        _ = await addDirect(room, for: user)
        return .room(room)
    }
}
