import Foundation
import MatrixClient

/// Something to be done about a room beside /sync: other people's servers may take minutes over each.
enum RoomErrand: Hashable {
    /// An invitation that is accepted: go in, then say what works.
    case enter(RoomInvitation)
    /// Another room takes this one's place.
    case follow(room: String, successor: String, sender: String)
    case tellUnreadable(room: String)
    /// Somebody in an encrypted room wants one without encryption.
    case openDirect(user: String)
    case leave(room: String)
    case forget(room: String)
    case decline(room: String)

    /// The room that it is about, or would lead into.
    var room: String? {
        switch self {
        case .enter(let invitation): invitation.room
        case .follow(let room, _, _): room
        case .tellUnreadable(let room), .leave(let room), .forget(let room), .decline(let room): room
        case .openDirect: nil
        }
    }

    /// Who makes us go somewhere.
    var sender: String? {
        switch self {
        case .enter(let invitation): invitation.sender
        case .follow(_, _, let sender): sender
        case .tellUnreadable, .openDirect, .leave, .forget, .decline: nil
        }
    }

    /// Whether both want the same, whoever says so.
    func isSame(as other: RoomErrand) -> Bool {
        switch (self, other) {
        case (.enter(let one), .enter(let two)): one.room == two.room
        case (.follow(let one, _, _), .follow(let two, _, _)): one == two
        default: self == other
        }
    }
}

struct PendingErrand: Hashable {
    var errand: RoomErrand
    var since: Date
    var next: Date
    var attempts = 0
    /// We are in the room already: nobody else's server is asked any more.
    var isInside = false
    var backOff = BackOff(first: 1, longest: 900)
}
