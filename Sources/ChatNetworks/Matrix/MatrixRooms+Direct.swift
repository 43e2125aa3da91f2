import Foundation
import MatrixClient
import NewsModel

extension MatrixRooms {
    /// The unencrypted room that a person has with us, made now where there is none.
    ///
    /// Who has left theirs gets a new one only when they ask for it.
    func directRoom(
        for user: String,
        isAskedFor: Bool = false,
        first: String? = nil,
        last: String? = nil
    ) async -> DirectRoom {
        if let found = await usableRoom(of: user, isAskedFor, first, last) { return found }
        if let next = making.begin(for: user, at: time.now) { return .later(next) }
        defer { making.end(for: user) }
        // Somebody else may have made it while we looked.
        if let found = await usableRoom(of: user, isAskedFor, first, last) { return found }
        return await make(for: user)
    }

    /// Nil when one is to be made.
    private func usableRoom(
        of user: String,
        _ isAskedFor: Bool,
        _ first: String?,
        _ last: String?
    ) async -> DirectRoom? {
        let found = await existingDirectRoom(of: user, first: first, last: last)
        if found == .declined, isAskedFor { return nil }
        // One of ours that the list has not got yet is as good without.
        if case .room(let room)? = found, made[room] == user, !isListed(room, for: user) {
            _ = await addDirect(room, for: user)
        }
        return found
    }

    /// Nil when a person has no room with us and had none.
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
        if let unchecked = making.unchecked[user] {
            room = unchecked
        } else {
            let answer = await session.call(.createDirectRoom(with: user)).map { $0["room_id"]?.string }
            switch answer {
            case .success(let new):
                room = new
                making.unchecked[user] = new
            case .refused(let refusal): return .refused(refusal.description)
            // A room made all the same comes with /sync and says for whom it is.
            case .limited, .loggedOut, .unavailable: return .later(making.failed(for: user, answer, at: time.now))
            }
        }
        // Some servers encrypt every private room: then nothing private is said there.
        let encryption = await session.call(.state(of: room, type: "m.room.encryption"))
        switch encryption {
        case .refused(let none) where none.status == 404: break
        case .success:
            making.succeeded(for: user)
            _ = await session.call(.leave(room))
            return .refused("this server encrypts private rooms")
        case .refused, .limited, .loggedOut, .unavailable:
            return .later(making.failed(for: user, encryption, at: time.now))
        }
        making.succeeded(for: user)
        noteCreated(room, for: user)
        _ = await addDirect(room, for: user)
        return .room(room)
    }
}
