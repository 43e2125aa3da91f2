package import Foundation
package import NewsModel
package import Storage

/// Decides which of a recipient's due deliveries are postponed, which wait and which become a message now.
package struct DeliveryPlan: Hashable, Sendable {
    /// The input of the rules.
    package struct Circumstances: Hashable, Sendable {
        package var now: Date
        package var quiet: QuietHoursRule?
        /// Nil for a person: waiting for silence and the hourly line limit apply to rooms only.
        package var room: RoomState?
        /// The most lines of a folded message; the rest is only counted.
        package var usualLines: Int
        /// The lines of one story: detailed lists have two.
        package var linesPerStory: Int
        /// More news than this at once is folded into one message.
        package var burstThreshold: Int

        package init(
            now: Date,
            quiet: QuietHoursRule? = nil,
            room: RoomState? = nil,
            usualLines: Int = 10,
            linesPerStory: Int = 1,
            burstThreshold: Int = 3
        ) {
            self.now = now
            self.quiet = quiet
            self.room = room
            self.usualLines = usualLines
            self.linesPerStory = linesPerStory
            self.burstThreshold = burstThreshold
        }
    }

    package struct RoomState: Hashable, Sendable {
        package var lastConversation: Date?
        package var idleMinutes: Int
        package var alertsWait: Bool
        package var linesLeft: Int
        /// When the hourly limit allows more lines.
        package var nextLinesAt: Date?

        package init(
            lastConversation: Date?,
            idleMinutes: Int,
            alertsWait: Bool,
            linesLeft: Int,
            nextLinesAt: Date? = nil
        ) {
            self.lastConversation = lastConversation
            self.idleMinutes = idleMinutes
            self.alertsWait = alertsWait
            self.linesLeft = linesLeft
            self.nextLinesAt = nextLinesAt
        }
    }

    /// One message to word.
    package enum Message: Hashable, Sendable {
        case single(QueuedDelivery)
        /// At most `stories` articles are listed, and all that an alert matched; `heldSince` is when quiet hours began.
        case several([QueuedDelivery], stories: Int, heldSince: Date?)
        /// Headlines, a digest, an update of a story or a notice.
        case made(QueuedDelivery)
        /// An edit of an earlier post. It notifies nobody, so no rule delays it.
        case edit(QueuedDelivery)

        package var deliveries: [QueuedDelivery] {
            switch self {
            case .single(let delivery), .made(let delivery), .edit(let delivery): [delivery]
            case .several(let deliveries, _, _): deliveries
            }
        }
    }

    /// Seconds after which news is posted even if the room's conversation goes on.
    private static let longestSilenceWait: TimeInterval = 3_600

    /// Deliveries that are postponed until quiet hours end.
    package private(set) var postponed: [DeliveryID] = []
    package private(set) var postponedUntil: Date?
    /// In the order of sending.
    package private(set) var messages: [Message] = []
    /// When to check the waiting deliveries again.
    package private(set) var lookAgainAt: Date?

    /// `deliveries` are due, belong to one recipient and are sorted oldest first.
    package init(_ deliveries: [QueuedDelivery], _ circumstances: Circumstances) {
        var ready = deliveries.filter { $0.editedEvent == nil }
        hold(&ready, circumstances)
        waitForSilence(&ready, circumstances)
        waitForLines(&ready, circumstances)
        let news = ready.filter { $0.kind == .news || $0.kind == .edit }
        messages = fold(news, circumstances) + ready.filter { $0.kind != .news && $0.kind != .edit }.map(Message.made)
        messages += deliveries.filter { $0.editedEvent != nil }.map(Message.edit)
        messages.sort { Self.first($0) < Self.first($1) }
    }

    private static func first(_ message: Message) -> DeliveryID {
        message.deliveries.map(\.id).min() ?? DeliveryID(rawValue: 0)
    }
}

extension DeliveryPlan {
    private mutating func hold(_ ready: inout [QueuedDelivery], _ circumstances: Circumstances) {
        guard let quiet = circumstances.quiet, let period = quiet.period(around: circumstances.now) else { return }
        func isHeld(_ delivery: QueuedDelivery) -> Bool {
            !quiet.passes(isUrgent: delivery.isUrgent) && !delivery.isRequested
        }
        postponed = ready.filter(isHeld).map(\.id)
        postponedUntil = postponed.isEmpty ? nil : period.upperBound
        ready.removeAll(where: isHeld)
    }

    private mutating func waitForSilence(_ ready: inout [QueuedDelivery], _ circumstances: Circumstances) {
        guard let room = circumstances.room, let last = room.lastConversation else { return }
        let silentAt = last.addingTimeInterval(Double(max(0, room.idleMinutes)) * 60)
        guard circumstances.now < silentAt else { return }
        // A room that is never silent gets its news once an hour, in one message.
        let oldest = ready.map(\.createdAt).min() ?? circumstances.now
        guard circumstances.now < oldest.addingTimeInterval(Self.longestSilenceWait) else { return }
        let count = ready.count
        ready.removeAll { !($0.isUrgent || ($0.isAlerted && !room.alertsWait)) }
        if ready.count < count { lookAgainAt = silentAt }
    }

    private mutating func waitForLines(_ ready: inout [QueuedDelivery], _ circumstances: Circumstances) {
        guard let room = circumstances.room, room.linesLeft < 1 else { return }
        let count = ready.count
        ready.removeAll { !$0.isUrgent }
        guard ready.count < count else { return }
        let free = room.nextLinesAt ?? circumstances.now.addingTimeInterval(60)
        lookAgainAt = min(lookAgainAt ?? free, free)
    }

    private func fold(_ news: [QueuedDelivery], _ circumstances: Circumstances) -> [Message] {
        let heldSince = news.compactMap { delivery -> Date? in
            guard let period = circumstances.quiet?.period(around: delivery.createdAt) else { return nil }
            return period.upperBound <= circumstances.now ? period.lowerBound : nil
        }.min()
        let linesLeft = circumstances.room?.linesLeft ?? .max
        let perStory = max(1, circumstances.linesPerStory)
        let fits = news.count <= min(circumstances.burstThreshold, linesLeft / perStory)
        guard heldSince != nil || !fits else { return news.map(Message.single) }
        guard !news.isEmpty else { return [] }
        // Two lines are reserved: one counts the rest, one names the command that shows it.
        let lines = min(circumstances.usualLines, linesLeft == .max ? .max : linesLeft - 2)
        return [.several(news, stories: max(1, lines / perStory), heldSince: heldSince)]
    }
}

extension QueuedDelivery {
    var isAlerted: Bool {
        reasons.contains { if case .alert = $0 { true } else { false } }
    }
}
