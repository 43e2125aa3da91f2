import Foundation
import Logging
import MatrixClient
package import NewsModel
internal import Waking

extension MatrixNetwork {
    /// Seconds to wait until /sync reports a joined room.
    private static let syncTimeout: TimeInterval = 20

    package func roomsBrought(by account: String) async -> BroughtRooms? {
        BroughtRooms(count: await roomTasks.count(by: account), limit: options.roomsPerInviter)
    }

    package func enterRoom(_ name: String, for account: String) async -> RoomEntry {
        guard let link = RoomLink(name), let session = await rooms.session, await rooms.isOnline else {
            return RoomLink(name) == nil ? .refused : .unavailable
        }
        let found = await room(link, session)
        guard case .success(let (room, servers)) = found else { return Self.entry(found) }
        if await rooms.isJoined(room), await !rooms.visited.contains(room) {
            guard await mayStay(room, for: account, session) else { return .noRight }
            names.note(alias: link.target, of: room)
            return .entered(room: room)
        }
        guard options.isWelcome(account), await MatrixInvitations.hasCapacity(self, for: account) else {
            return .refused
        }
        guard await rooms.beginVisit(room) else { return .unavailable }
        let entry = await visit(room, through: servers, for: account, session)
        let isStaying = if case .entered = entry { true } else { false }
        if isStaying { names.note(alias: link.target, of: room) }
        await rooms.endVisit(room, for: isStaying ? account : nil)
        return entry
    }

    private func room(
        _ link: RoomLink,
        _ session: MatrixSession
    ) async -> MatrixOutcome<(room: String, servers: [String])> {
        guard link.target.hasPrefix("#") else { return .success((link.target, link.servers)) }
        return await session.call(.directory(alias: link.target)).map { json in
            guard let room = json["room_id"]?.string, room.hasPrefix("!"), room.utf8.count <= 255 else { return nil }
            let servers = (json["servers"]?.array ?? []).prefix(3).compactMap(\.string)
            return (room, servers.isEmpty ? link.servers : servers)
        }
    }

    private func visit(
        _ room: String,
        through servers: [String],
        for account: String,
        _ session: MatrixSession
    ) async -> RoomEntry {
        let joined = await session.call(.join(room, through: servers)).map { $0["room_id"]?.string }
        guard case .success = joined else { return Self.entry(joined) }
        let facts = facts.merging(["room": "\(room)", "by": "\(account)"]) { $1 }
        guard await isToldOf(room), await mayStay(room, for: account, session) else {
            log.notice("Matrix room left again", metadata: facts)
            _ = await session.call(.leave(room))
            _ = await session.call(.forget(room))
            return .noRight
        }
        log.notice("Matrix room entered", metadata: facts)
        return .entered(room: room)
    }

    /// Waits until /sync reports the room, with its kind and its operators.
    private func isToldOf(_ room: String) async -> Bool {
        let end = time.now.addingTimeInterval(Self.syncTimeout)
        let isTold = try? await time.race(until: end) { [rooms] () async throws -> Bool in
            try await rooms.changes.wait { await rooms.isJoined(room) }
            return true
        }
        return isTold ?? false
    }

    /// Whether the account is a member who may change the room's settings.
    ///
    /// Encrypted and direct rooms are refused.
    private func mayStay(_ room: String, for account: String, _ session: MatrixSession) async -> Bool {
        guard await !rooms.isEncrypted(room), await !rooms.isDirect(room),
            await rooms.mayChangeSettings(account, in: room) || options.admins.contains(account)
        else { return false }
        let member = await session.call(.member(account, of: room)).value
        return member?["membership"]?.string == "join" || options.admins.contains(account)
    }

    private static func entry<Value>(_ outcome: MatrixOutcome<Value>) -> RoomEntry {
        switch outcome {
        case .refused: .refused
        case .success, .limited, .loggedOut, .unavailable: .unavailable
        }
    }
}
