internal import NewsModel

/// The queue of messages that wait for an answer on one network.
///
/// Each person's messages are answered in order, one at a time. A limited number of people is answered at once.
/// When too many messages wait, the newest message of the person with the most is dropped.
actor CommandLanes {
    private struct Lane {
        var share: String
        var waiting: [(message: IncomingMessage, number: Int)] = []
        var isWorking = false

        /// The number of the message that has waited longest.
        var oldest: Int { waiting.first?.number ?? 0 }
    }

    struct Job: Sendable {
        var message: IncomingMessage
        var person: String
        /// Who shares the limits with them, such as guests from one host.
        var share: String
    }

    private var lanes: [String: Lane] = [:]
    private var total = 0
    private var workers = 0
    /// A counter of messages and turns.
    private var number = 0
    private var taken = 0
    /// The counter at the last turn of each person and of each share.
    private var turns = BoundedMap<String, Int>(limit: 10_000)
    private var limits: Limits

    struct Limits: Hashable, Sendable {
        /// Messages that may wait for everybody, for one person, and for one share.
        let all: Int
        let perPerson: Int
        let perShare: Int
        /// People answered at the same time.
        let atOnce: Int

        /// A share of many people may have `shareFactor` times the waiting messages of one person.
        init(all: Int, perPerson: Int, shareFactor: Int, atOnce: Int) {
            self.all = max(all, perPerson)
            self.perPerson = perPerson
            perShare = perPerson * max(1, shareFactor)
            self.atOnce = max(1, atOnce)
        }
    }

    init(_ limits: Limits) { self.limits = limits }

    /// Changes the limits.
    ///
    /// Messages that wait already are not dropped.
    func apply(_ limits: Limits) { self.limits = limits }

    /// Queues a message.
    ///
    /// Returns whether a new worker must start, and the message that was dropped for lack of space.
    func enqueue(_ message: IncomingMessage, from who: Counted) -> (startsWorker: Bool, dropped: [IncomingMessage]) {
        number += 1
        lanes[who.person, default: Lane(share: who.share)].waiting.append((message, number))
        total += 1
        let dropped = dropOverflow(for: who)
        guard let lane = lanes[who.person], !lane.isWorking, !lane.waiting.isEmpty, workers < limits.atOnce else {
            return (false, dropped)
        }
        workers += 1
        return (true, dropped)
    }

    /// Returns the next job and ends the turn of `person`; nil ends the worker.
    ///
    /// People with one waiting message are served before people with several.
    /// Among those, the share and then the person whose last turn is longest ago are served first.
    /// Every fourth turn serves the message that has waited longest.
    /// A worker also ends if more workers run than the limits allow.
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
        return Job(message: message, person: key, share: lane.share)
    }

    private func turn(_ person: String, _ lane: Lane) -> (isLater: Int, share: Int, person: Int, number: Int) {
        (lane.waiting.count > 1 ? 1 : 0, turns["s " + lane.share] ?? 0, turns["p " + person] ?? 0, lane.oldest)
    }

    // MARK: - Too much

    private func dropOverflow(for who: Counted) -> [IncomingMessage] {
        let isShared = who.share != who.person
        var heaviestSender: String?
        if lanes[who.person]?.waiting.count ?? 0 > limits.perPerson {
            heaviestSender = who.person
        } else if isShared, waiting(in: who.share) > limits.perShare {
            heaviestSender = self.heaviestSender(against: who.person, in: who.share)
        } else if total > limits.all {
            heaviestSender = self.heaviestSender(against: who.person)
        }
        guard let heaviestSender, let dropped = dropNewest(of: heaviestSender) else { return [] }
        return [dropped]
    }

    /// The person with the most waiting messages; among equals, the one whose share has the most.
    ///
    /// The first message of a newcomer is dropped only if nobody else has one.
    private func heaviestSender(against newcomer: String, in share: String? = nil) -> String {
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
