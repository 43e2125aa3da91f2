import Foundation
import MatrixClient
internal import TimeArithmetic

/// A task about a room.
///
/// It runs beside /sync, because other servers may take minutes to answer.
enum RoomTask: Hashable {
    /// An accepted invitation: join, then send the welcome.
    case enter(RoomInvitation)
    /// Another room replaces this one.
    case follow(room: String, successor: String, sender: String)
    case tellUnreadable(room: String)
    /// Somebody in an encrypted room wants an unencrypted one.
    case openDirect(user: String)
    case leave(room: String)
    case forget(room: String)
    case decline(room: String)

    /// The room that the task is about or leads to.
    var room: String? {
        switch self {
        case .enter(let invitation): invitation.room
        case .follow(let room, _, _): room
        case .tellUnreadable(let room), .leave(let room), .forget(let room), .decline(let room): room
        case .openDirect: nil
        }
    }

    /// The user who makes us join a room.
    var sender: String? {
        switch self {
        case .enter(let invitation): invitation.sender
        case .follow(_, _, let sender): sender
        case .tellUnreadable, .openDirect, .leave, .forget, .decline: nil
        }
    }

    /// Whether both are the same task, even if different users caused them.
    func isSame(as other: RoomTask) -> Bool {
        switch (self, other) {
        case (.enter(let one), .enter(let two)): one.room == two.room
        case (.follow(let one, _, _), .follow(let two, _, _)): one == two
        default: self == other
        }
    }
}

struct PendingTask: Hashable {
    var task: RoomTask
    var since: Date
    var next: Date
    var attempts = 0
    /// We are in the room already, so other servers are not needed any more.
    var isInside = false
    var backOff = BackOff(first: 1, longest: 900)
}
