internal import NewsModel

/// What waits to be answered on one network: one command at a time per person, in order; so many people at once; and when too
/// much waits, whoever has the most waiting loses the newest of it.
actor CommandLanes {
    private struct Lane {
        var share: String
        var waiting: [(message: IncomingMessage, number: Int)] = []
        var isWorking = false

        /// The number of the message that waits the longest.
        var oldest: Int { waiting.first?.number ?? 0 }
    }

    struct Job: Sendable {
        var message: IncomingMessage
        var person: String
    }

    private var lanes: [String: Lane] = [:]
    private var total = 0
    private var workers = 0
    /// Of messages and turns.
    private var number = 0
    private var taken = 0
    /// The last turn of each person and of each share.
    private var turns = BoundedMap<String, Int>(limit: 10_000)
    private var limits: Limits

    struct Limits: Hashable, Sendable {
        /// Messages that wait, of everybody, of one person, and of one share.
        let all: Int
        let perPerson: Int
        let perShare: Int
        /// People answered at the same time.
        let atOnce: Int

        /// `shareFactor` is how many people's messages a share of many may have waiting.
        init(all: Int, perPerson: Int, shareFactor: Int, atOnce: Int) {
            self.all = max(all, perPerson)
            self.perPerson = perPerson
            perShare = perPerson * max(1, shareFactor)
            self.atOnce = max(1, atOnce)
        }
    }

    init(_ limits: Limits) { self.limits = limits }

    /// What waits already is not dropped for it.
    func apply(_ limits: Limits) { self.limits = limits }

    /// Takes a message; says whether somebody must begin to work, and what finds no room: this message or another's.
    func enqueue(_ message: IncomingMessage, from who: Counted) -> (startsWorker: Bool, dropped: [IncomingMessage]) {
        number += 1
        lanes[who.person, default: Lane(share: who.share)].waiting.append((message, number))
        total += 1
        let dropped = makeRoom(for: who)
        guard let lane = lanes[who.person], !lane.isWorking, !lane.waiting.isEmpty, workers < limits.atOnce else {
            return (false, dropped)
        }
        workers += 1
        return (true, dropped)
    }

    /// The next message to work on, after a person's last one is done; nil ends the worker.
    ///
    /// Who waits with one message goes before those who send without waiting; of either, who had no turn for the longest
    /// time. Every fourth turn is that of the message that waits the longest, whoever sent it. A worker ends, too, where
    /// there are more than there may be.
    func next(after person: String?) -> Job? {
        if let person {
            lanes[person]?.isWorking = false
            if lanes[person]?.waiting.isEmpty == true { lanes[person] = nil }
        }
        let ready = lanes.filter { !$0.value.isWorking && !$0.value.waiting.isEmpty }
        let isTurnOfOldest = (taken + 1).isMultiple(of: 4)
        let first = ready.min {
            isTurnOfOldest
                ? $0.value.oldest < $1.value.oldest : turn($0.key, $0.value) < turn($1.key, $1.value)
        }
        guard workers <= limits.atOnce, case (let key, var lane)? = first else {
            workers -= 1
            return nil
        }
        taken += 1
        number += 1
        turns["s " + lane.share] = number
        turns["p " + key] = number
        lane.isWorking = true
        let message = lane.waiting.removeFirst().message
        lanes[key] = lane
        total -= 1
        return Job(message: message, person: key)
    }

    private func turn(_ person: String, _ lane: Lane) -> (isLater: Int, share: Int, person: Int, number: Int) {
        (lane.waiting.count > 1 ? 1 : 0, turns["s " + lane.share] ?? 0, turns["p " + person] ?? 0, lane.oldest)
    }

    // MARK: - Too much

    private func makeRoom(for who: Counted) -> [IncomingMessage] {
        let isShared = who.share != who.person
        var loser: String?
        if lanes[who.person]?.waiting.count ?? 0 > limits.perPerson {
            loser = who.person
        } else if isShared, waiting(in: who.share) > limits.perShare {
            loser = self.loser(against: who.person, in: who.share)
        } else if total > limits.all {
            loser = self.loser(against: who.person)
        }
        guard let loser, let dropped = dropNewest(of: loser) else { return [] }
        return [dropped]
    }

    /// Who has the most waiting, of equals the one whose share has; a newcomer's first message finds room.
    private func loser(against newcomer: String, in share: String? = nil) -> String {
        let shares = Dictionary(grouping: lanes.values, by: \.share).mapValues {
            $0.reduce(0) { $0 + $1.waiting.count }
        }
        func weight(_ lane: Lane) -> (Int, Int, Int) {
            (lane.waiting.count, shares[lane.share] ?? 0, lane.waiting.last?.number ?? 0)
        }
        let others = lanes.filter { person, lane in
            !lane.waiting.isEmpty && (share == nil || lane.share == share)
                && (person != newcomer || lane.waiting.count > 1)
        }
        return others.max { weight($0.value) < weight($1.value) }?.key ?? newcomer
    }

    private func dropNewest(of person: String) -> IncomingMessage? {
        guard let dropped = lanes[person]?.waiting.popLast() else { return nil }
        total -= 1
        if let lane = lanes[person], lane.waiting.isEmpty, !lane.isWorking { lanes[person] = nil }
        return dropped.message
    }

    private func waiting(in share: String) -> Int {
        lanes.values.reduce(0) { $1.share == share ? $0 + $1.waiting.count : $0 }
    }
}
