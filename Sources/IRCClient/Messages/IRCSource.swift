/// The parsed sender of a message: `nick!user@host`, or a server's name as the nick.
package struct IRCSource: Sendable, Equatable {
    package var nick: String
    package var user: String?
    package var host: String?

    package init(_ text: String) {
        var rest = text[...]
        if let at = rest.firstIndex(of: "@") {
            host = String(rest[rest.index(after: at)...])
            rest = rest[..<at]
        }
        if let mark = rest.firstIndex(of: "!") {
            user = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        nick = String(rest)
    }

    /// Whether the sender is a server: its name has a dot, which no nick has.
    var isServer: Bool { user == nil && host == nil && IRCHostName.isValid(nick) }

    /// `user@host`, as far as it is known.
    var userHost: String {
        switch (user, host) {
        case (let user?, let host?): "\(user)@\(host)"
        case (let user?, nil): user
        case (nil, let host?): "@\(host)"
        case (nil, nil): ""
        }
    }
}
