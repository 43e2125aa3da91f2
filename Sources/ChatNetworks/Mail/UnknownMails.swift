import Foundation

/// Mails that were handed over whole and never confirmed, by Message-ID: what must outlive a restart.
///
/// A server that takes mail and never says so has it several times by then, or never will.
struct UnknownMails: Hashable, Sendable, Codable {
    /// Attempts, whatever else happens.
    static let mostAttempts = 4
    /// Seconds after the first of them; each wait is so many times the one before.
    private static let firstWait: TimeInterval = 300
    private static let growth = 6
    private static let most = 1_000
    /// Seconds after which nobody sends such a mail any more.
    private static let memory: TimeInterval = 14 * 86_400

    private struct Trouble: Hashable, Codable {
        var count: Int
        var heldUntil: Date
    }

    private var troubles: [String: Trouble] = [:]

    enum Turn: Hashable {
        case go
        case wait(until: Date)
        case never
    }

    func turn(_ id: String, at now: Date) -> Turn {
        guard let trouble = troubles[id] else { return .go }
        if trouble.count >= Self.mostAttempts { return .never }
        return trouble.heldUntil > now ? .wait(until: trouble.heldUntil) : .go
    }

    /// Counts an attempt that nobody confirmed; whether it was the last one.
    mutating func isEnough(_ id: String, at now: Date) -> Bool {
        let count = (troubles[id]?.count ?? 0) + 1
        if troubles[id] == nil, troubles.count >= Self.most { forget(at: now) }
        var wait = Self.firstWait
        for _ in 1..<count { wait *= Double(Self.growth) }
        troubles[id] = Trouble(count: count, heldUntil: now.addingTimeInterval(wait))
        return count >= Self.mostAttempts
    }

    /// Something final was said of it; whether it was known.
    mutating func settle(_ id: String) -> Bool { troubles.removeValue(forKey: id) != nil }

    private mutating func forget(at now: Date) {
        troubles = troubles.filter { now.timeIntervalSince($0.value.heldUntil) < Self.memory }
        guard troubles.count >= Self.most else { return }
        let oldest = troubles.min { $0.value.heldUntil < $1.value.heldUntil }
        if let oldest { troubles[oldest.key] = nil }
    }
}
