/// The nicks that the server monitors for us, although they need not share a channel with us (IRCv3 monitor).
struct WatchedNicks: Sendable {
    private var online: [String: Bool?] = [:]
    /// Oldest first.
    private var order: [String] = []

    /// Nil when the nick is not watched or the server has not answered yet.
    ///
    /// The nick is folded, as in all methods here.
    func isOnline(_ nick: String) -> Bool? { online[nick] ?? nil }

    /// Begins to watch a nick; the oldest is removed when the list is full.
    mutating func watch(_ nick: String, limit: Int) -> (isNew: Bool, removed: String?) {
        guard online[nick] == nil else { return (false, nil) }
        var removed: String?
        if order.count >= max(1, limit) {
            let oldest = order.removeFirst()
            online[oldest] = nil
            removed = oldest
        }
        order.append(nick)
        online[nick] = .some(nil)
        return (true, removed)
    }

    /// Records the state of a watched nick; returns whether it has changed.
    mutating func note(_ nick: String, isOnline: Bool) -> Bool {
        guard let known = online[nick] else { return false }
        online[nick] = .some(isOnline)
        return known != isOnline
    }

    mutating func forget(_ nick: String) {
        guard online.removeValue(forKey: nick) != nil else { return }
        order.removeAll { $0 == nick }
    }
}
