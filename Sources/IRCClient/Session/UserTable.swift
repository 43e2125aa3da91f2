/// Who is in our channels, with which rights, and logged in to which services account.
///
/// Names are compared by the server's case mapping; somebody who shares no channel with us is forgotten.
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
        /// As away-notify and WHOX tell; lines reach who is away all the same.
        var isAway = false
        var channels: Set<String> = []
    }

    struct Channel: Sendable, Equatable {
        var name: String
        var members: [String: Set<Character>] = [:]
    }

    /// Larger than any network; a server gone mad cannot fill our memory.
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

    /// Called when we ourselves have joined.
    mutating func open(_ name: String) {
        close(name)
        guard channels.count < Self.maximumChannels else { return }
        channels[caseMapping.fold(name)] = Channel(name: name)
    }

    /// Called when we ourselves are out.
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
        // Whoever we still believe to have that nick is gone; their rights are nobody's.
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

    /// Changes what is known of somebody who is in a channel of ours.
    mutating func update(_ nick: String, _ change: (inout User) -> Void) {
        let key = caseMapping.fold(nick)
        guard var user = users[key] else { return }
        change(&user)
        users[key] = user
    }

    /// Nothing tells of logins and logouts any more, or nothing did for a while.
    mutating func forgetAccounts() {
        for key in users.keys { users[key]?.account = .unknown }
    }

    private mutating func leave(_ nickKey: String, _ channelKey: String) {
        users[nickKey]?.channels.remove(channelKey)
        if users[nickKey]?.channels.isEmpty == true { users[nickKey] = nil }
    }
}
