/// Interprets the server's texts and numerics about a closing connection or a refused line.
enum ServerVerdict {
    /// Words in the ERROR lines of common servers and in bans by their services.
    private static let longWaitWords = [
        "k-line", "kline", "g-line", "gline", "z-line", "zline", "d-line", "dline", "akill", "autokill", "banned",
        "throttl", "reconnecting too fast", "trying to reconnect too fast", "too many connections",
        "too many host connections", "too many user connections", "no more connections", "dnsbl", "blacklist", "proxy",
        "denied", "not authorized", "unauthorized", "unauthorised", "connection class", "session limit",
    ]

    /// Interprets the text of an ERROR line.
    static func disconnect(errorText: String) -> IRCDisconnectReason {
        let text = errorText.lowercased()
        if text.contains("bad password") || text.contains("password mismatch") || text.contains("invalid password") {
            return IRCDisconnectReason(.permanent, errorText)
        }
        let isLong = longWaitWords.contains { text.contains($0) }
        return IRCDisconnectReason(isLong ? .waitLong : .temporary, errorText)
    }

    /// Whether we were disconnected for flooding.
    static func isFlood(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.contains("excess flood") || text.contains("sendq exceeded") || text.contains("recvq exceeded")
            || text.contains("max sendq") || text.contains("flooding")
    }

    /// Numerics that mean "this line was not delivered".
    private static let refusals: Set<Int> = [
        263, 401, 402, 403, 404, 405, 406, 407, 408, 411, 412, 413, 414, 415, 417, 423, 435, 437, 439, 442, 447, 461,
        477, 480, 481, 482, 486, 487, 488, 489, 492, 494, 502, 520, 531, 716, 743, 937, 974,
    ]

    /// Refusals that last until a person changes something.
    ///
    /// The others may end by themselves.
    ///
    /// 401 (no such nick now), 404 (moderated or banned) and 442 (not in the channel) are temporary.
    private static let permanent: Set<Int> = [
        402, 403, 406, 408, 411, 412, 413, 414, 417, 461, 477, 486, 489, 492, 531,
    ]

    static func refusal(_ message: IRCMessage) -> IRCRefusal? {
        guard let numeric = message.numeric, refusals.contains(numeric) else { return nil }
        return IRCRefusal(numeric: message.command, reason: message.last, isPermanent: permanent.contains(numeric))
    }

    /// Numerics that refuse a JOIN: full, invite-only, banned, bad key and so on.
    static let joinRefusals: Set<Int> = [403, 405, 407, 437, 470, 471, 473, 474, 475, 476, 477, 479, 480, 489, 520]
}
