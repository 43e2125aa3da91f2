internal import TimeArithmetic

/// The channels we want to be in, and when to try to join each of them.
struct ChannelPlan: Sendable {
    typealias Moment = ContinuousClock.Instant

    private enum State: Sendable, Equatable {
        case tryAt(Moment)
        case joining(since: Moment)
        case joined
    }

    private struct Entry: Sendable {
        var channel: IRCChannelName
        var state: State
        var refusals = 0
        var kicks: [Moment] = []
        /// When an invitation last made us retry early.
        var hurriedAt: Moment?
    }

    /// A JOIN without an answer is repeated after this time.
    static let joinTimeout: Duration = .seconds(60)
    /// The waits after the first kicks within one hour; each further kick waits an hour.
    static let kickWaits: [Duration] = [.seconds(5), .seconds(60), .seconds(600)]

    private static let refusalWaits = BackOff(first: 60, longest: 3_600)

    var caseMapping = CaseMapping.rfc1459
    private var entries: [String: Entry] = [:]
    /// Channel keys in the order of the configuration, which is the order of the joins.
    private var order: [String] = []

    init(_ channels: [IRCChannelName], now: Moment) {
        for channel in channels { add(channel, now) }
    }

    func wants(_ name: String) -> Bool { entries[caseMapping.fold(name)] != nil }

    func isJoined(_ name: String) -> Bool { entries[caseMapping.fold(name)]?.state == .joined }

    /// Replaces the list; returns the channels to leave.
    mutating func replace(_ channels: [IRCChannelName], now: Moment) -> [String] {
        let wanted = Set(channels.map { caseMapping.fold($0.name) })
        let parting = order.filter { !wanted.contains($0) }.compactMap { entries[$0]?.channel.name }
        for key in order where !wanted.contains(key) { entries[key] = nil }
        order.removeAll { !wanted.contains($0) }
        for channel in channels {
            if entries[caseMapping.fold(channel.name)] == nil {
                add(channel, now)
            } else {
                entries[caseMapping.fold(channel.name)]?.channel = channel
            }
        }
        return parting
    }

    /// Sets the server's case mapping, which is known only after the first channels were added.
    mutating func use(_ mapping: CaseMapping) {
        guard mapping != caseMapping else { return }
        let old = order.compactMap { entries[$0] }
        caseMapping = mapping
        entries = [:]
        order = []
        for entry in old where entries[mapping.fold(entry.channel.name)] == nil {
            order.append(mapping.fold(entry.channel.name))
            entries[mapping.fold(entry.channel.name)] = entry
        }
    }

    /// Returns the channels to join now and marks them as joining.
    mutating func takeDue(_ now: Moment) -> [IRCChannelName] {
        for key in order {
            if case .joining(let since)? = entries[key]?.state, since.advanced(by: Self.joinTimeout) <= now {
                entries[key]?.state = .tryAt(now)
            }
        }
        return order.compactMap { key in
            guard let entry = entries[key], case .tryAt(let moment) = entry.state, moment <= now else { return nil }
            entries[key]?.state = .joining(since: now)
            return entry.channel
        }
    }

    var nextDue: Moment? {
        entries.values.compactMap { entry in
            switch entry.state {
            case .tryAt(let moment): moment
            case .joining(let since): since.advanced(by: Self.joinTimeout)
            case .joined: nil
            }
        }.min()
    }

    mutating func noteJoined(_ name: String) {
        let key = caseMapping.fold(name)
        entries[key]?.state = .joined
        entries[key]?.refusals = 0
    }

    mutating func noteKicked(_ name: String, now: Moment) {
        let key = caseMapping.fold(name)
        guard var entry = entries[key] else { return }
        entry.kicks = entry.kicks.filter { $0.duration(to: now) < .seconds(3_600) }
        let wait = entry.kicks.count < Self.kickWaits.count ? Self.kickWaits[entry.kicks.count] : .seconds(3_600)
        entry.kicks.append(now)
        entry.state = .tryAt(now.advanced(by: wait))
        entries[key] = entry
    }

    /// A ban, a full or an invite-only channel: such things change, but not within seconds.
    mutating func noteRefused(_ name: String, now: Moment) {
        let key = caseMapping.fold(name)
        guard var entry = entries[key] else { return }
        entry.refusals += 1
        entry.state = .tryAt(now.advanced(by: .seconds(Self.refusalWaits.wait(after: entry.refusals))))
        entries[key] = entry
    }

    /// An invitation arrived: a channel that refused us may admit us now.
    ///
    /// It causes at most one early retry a minute, and none after a kick.
    mutating func noteInvited(_ name: String, now: Moment) {
        let key = caseMapping.fold(name)
        guard var entry = entries[key], entry.refusals > 0, case .tryAt = entry.state,
            entry.hurriedAt.map({ $0.duration(to: now) >= .seconds(60) }) ?? true
        else { return }
        entry.hurriedAt = now
        entry.state = .tryAt(now)
        entries[key] = entry
    }

    /// Removed from a channel by others without a KICK (SAPART, a server command).
    mutating func noteParted(_ name: String, now: Moment) {
        noteKicked(name, now: now)
    }

    private mutating func add(_ channel: IRCChannelName, _ now: Moment) {
        let key = caseMapping.fold(channel.name)
        guard !channel.name.isEmpty, entries[key] == nil else { return }
        entries[key] = Entry(channel: channel, state: .tryAt(now))
        order.append(key)
    }
}
