/// Who may do what in a room (`m.room.power_levels`).
package struct PowerLevels: Hashable, Sendable {
    package var users: [String: Int] = [:]
    package var usersDefault = 0
    /// What changing the room's settings needs.
    package var stateDefault = 50

    init() {}

    init(_ content: JSONValue) {
        users = (content["users"]?.object ?? [:]).compactMapValues(\.integer)
        usersDefault = content["users_default"]?.integer ?? 0
        stateDefault = content["state_default"]?.integer ?? 50
    }

    package func level(of user: String) -> Int { users[user] ?? usersDefault }
}
