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

/// Checks server names: at least one dot, and labels of letters, digits and inner hyphens (RFC 952, RFC 1123).
enum IRCHostName {
    static func isValid(_ text: String) -> Bool {
        guard (2...253).contains(text.utf8.count), text.utf8.contains(UInt8(ascii: ".")) else { return false }
        var labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A trailing dot stands for the DNS root.
        if labels.last?.isEmpty == true { labels.removeLast() }
        return labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen:
                true
            default: false
            }
        }
    }
}
