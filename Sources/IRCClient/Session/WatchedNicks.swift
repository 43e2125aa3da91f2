/// The nicks the server tells us about although they share no channel with us (IRCv3 monitor).
struct WatchedNicks: Sendable {
    private var online: [String: Bool?] = [:]
    /// Oldest first.
    private var order: [String] = []

    /// Nil when not watched, or not answered yet.
    ///
    /// The nick is folded, as everywhere here.
    func isOnline(_ nick: String) -> Bool? { online[nick] ?? nil }

    /// Begins to watch; the oldest gives way when the list is full.
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

    /// Takes news of a watched nick; whether it is a change.
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
