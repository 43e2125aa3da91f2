/// The members of our channels, their modes and their services accounts.
///
/// Names are compared by the server's case mapping. A user who shares no channel with us is forgotten.
struct UserTable: Sendable {
    enum Account: Sendable, Equatable {
        case unknown
        case loggedOut
        case named(String)

        var name: String? {
            if case .named(let name) = self { name } else { nil }
        }
    }

    struct User: Sendable, Equatable {
        var nick: String
        var userHost: String?
        var account = Account.unknown
        var isBot = false
        /// As reported by away-notify and WHOX.
        ///
        /// Lines reach people who are away too.
        var isAway = false
        var channels: Set<String> = []
    }

    struct Channel: Sendable, Equatable {
        var name: String
        var members: [String: Set<Character>] = [:]
        /// Whether the server has named all members.
        var isNamed = false
    }

    /// More than on any network, so that a faulty server cannot fill our memory.
    private static let maximumUsers = 200_000
    private static let maximumChannels = 5_000

    var caseMapping = CaseMapping.rfc1459
    private(set) var users: [String: User] = [:]
    private(set) var channels: [String: Channel] = [:]

    func user(_ nick: String) -> User? { users[caseMapping.fold(nick)] }
    func channel(_ name: String) -> Channel? { channels[caseMapping.fold(name)] }
    func modes(of nick: String, in channel: String) -> Set<Character> {
        channels[caseMapping.fold(channel)]?.members[caseMapping.fold(nick)] ?? []
    }

    /// Called when we have joined a channel.
    mutating func open(_ name: String) {
        close(name)
        guard channels.count < Self.maximumChannels else { return }
        channels[caseMapping.fold(name)] = Channel(name: name)
    }

    /// Called when the server has named all members of a channel.
    mutating func noteNamed(_ name: String) { channels[caseMapping.fold(name)]?.isNamed = true }

    /// Called when we have left a channel.
    mutating func close(_ name: String) {
        let key = caseMapping.fold(name)
        guard let channel = channels.removeValue(forKey: key) else { return }
        for nick in channel.members.keys { leave(nick, key) }
    }

    mutating func add(_ nick: String, to channel: String, modes: Set<Character>? = nil) {
        let key = caseMapping.fold(channel)
        let nickKey = caseMapping.fold(nick)
        guard channels[key] != nil, !nick.isEmpty, users[nickKey] != nil || users.count < Self.maximumUsers
        else { return }
        users[nickKey, default: User(nick: nick)].channels.insert(key)
        let known = channels[key]?.members[nickKey]
        channels[key]?.members[nickKey] = modes ?? known ?? []
    }

    mutating func remove(_ nick: String, from channel: String) {
        let key = caseMapping.fold(channel)
        let nickKey = caseMapping.fold(nick)
        guard channels[key]?.members.removeValue(forKey: nickKey) != nil else { return }
        leave(nickKey, key)
    }

    mutating func removeEverywhere(_ nick: String) {
        let nickKey = caseMapping.fold(nick)
        guard let user = users.removeValue(forKey: nickKey) else { return }
        for key in user.channels { channels[key]?.members[nickKey] = nil }
    }

    mutating func rename(_ nick: String, to newNick: String) {
        let old = caseMapping.fold(nick)
        let new = caseMapping.fold(newNick)
        // An old entry under the new nick must be outdated; its modes must not pass to the renamed user.
        if old != new { removeEverywhere(newNick) }
        guard var user = users.removeValue(forKey: old) else { return }
        user.nick = newNick
        for key in user.channels {
            let modes = channels[key]?.members.removeValue(forKey: old) ?? []
            channels[key]?.members[new] = modes
        }
        users[new] = user
    }

    mutating func setMode(_ mode: Character, isSet: Bool, nick: String, channel: String) {
        let key = caseMapping.fold(channel)
        let nickKey = caseMapping.fold(nick)
        guard var modes = channels[key]?.members[nickKey] else { return }
        if isSet { modes.insert(mode) } else { modes.remove(mode) }
        channels[key]?.members[nickKey] = modes
    }

    /// Changes the entry of a user who is in a channel of ours.
    mutating func update(_ nick: String, _ change: (inout User) -> Void) {
        let key = caseMapping.fold(nick)
        guard var user = users[key] else { return }
        change(&user)
        users[key] = user
    }

    /// Marks all accounts as unknown, because changes are not or were not reported.
    mutating func forgetAccounts() {
        for key in users.keys { users[key]?.account = .unknown }
    }

    private mutating func leave(_ nickKey: String, _ channelKey: String) {
        users[nickKey]?.channels.remove(channelKey)
        if users[nickKey]?.channels.isEmpty == true { users[nickKey] = nil }
    }
}
