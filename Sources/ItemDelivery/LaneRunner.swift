import Foundation
import Localization
import Logging
import NewsModel
import Storage

/// Sends what one lane can send now, in order, and returns when to run it again.
struct LaneRunner: Sendable {
    let store: Store
    let network: any ChatNetwork
    let lane: Lane
    let catalogue: Catalogue
    let options: DeliveryOptions
    let book: LaneStates
    let sender: MessageSender
    let ownerHint: OwnerHint
    let time: any TimeSource
    let log: Logger

    private var address: Address { lane.address }

    /// The most deliveries that are read at a time.
    private static let mostDeliveries = 500
    /// Seconds between checks whether the user has answered a hint.
    private static let answerCheck: TimeInterval = 5

    func run() async throws -> LaneResult {
        while true {
            try Task.checkCancellation()
            let now = time.now
            try await sender.record(at: address)
            if book.isStopping { return LaneResult(openCount: 0) }
            guard try await isForOwner(at: now), await network.canReach(address),
                try await isForOwner(at: now, isHere: true)
            else {
                try await sender.fallback.moveDeliveries(from: address, at: now)
                let isAnswerExpected = ownerHint.wasSentRecently(to: address, at: now)
                let rest = isAnswerExpected ? Self.answerCheck : options.reachabilityCheck
                let again = now.addingTimeInterval(rest)
                return LaneResult(lookAgainAt: again, dueCount: lane.dueCount, openCount: lane.openCount)
            }
            let open = try await store.openMessages(to: address)
            switch options.lanes.next(open, at: now) {
            case .send(let message):
                guard try await sender.send(message) else { return LaneResult(openCount: 0) }
            case .wait(let until):
                return LaneResult(lookAgainAt: until, dueCount: lane.dueCount, openCount: open.count)
            case .freezeQueued:
                let nextAttempt = open.map(\.nextAttemptAt).min()
                if let result = try await freezeNext(openCount: open.count, nextAttempt: nextAttempt) { return result }
            }
        }
    }

    /// Freezes one message from the queue; returns a result when there was none to freeze.
    private func freezeNext(openCount: Int, nextAttempt: Date?) async throws -> LaneResult? {
        let now = time.now
        let queued = try await store.queuedDeliveries(to: address, at: now, limit: Self.mostDeliveries)
        var lookAgainAt = nextAttempt
        var waiting = queued.count
        for (recipient, deliveries) in Self.byRecipient(queued) {
            guard let reader = try await reader(recipient) else { continue }
            let plan = DeliveryPlan(deliveries, await circumstances(reader, at: now))
            if let until = plan.postponedUntil {
                try await store.postpone(plan.postponed, until: until)
                waiting -= plan.postponed.count
            }
            if let again = plan.lookAgainAt { lookAgainAt = min(lookAgainAt ?? again, again) }
            guard let message = plan.messages.first else { continue }
            try await freeze(message, for: reader, at: now)
            return nil
        }
        if waiting > 0, lookAgainAt == nil { lookAgainAt = now.addingTimeInterval(options.reachabilityCheck) }
        let counted = queued.count < Self.mostDeliveries ? waiting : nil
        return LaneResult(lookAgainAt: lookAgainAt, dueCount: counted, openCount: openCount)
    }

    private func freeze(_ planned: DeliveryPlan.Message, for reader: LaneReader, at now: Date) async throws {
        let ids = planned.deliveries.map(\.id)
        let made = try await MessageMaker(store: store, reader: reader, now: now).make(planned)
        let parts = made.map { network.parts(of: $0.message, to: address) } ?? []
        guard let made, !parts.isEmpty else {
            // There is nothing to word: the article is gone, or the network cannot show the message.
            log.warning("Delivery has no words", metadata: ["delivery.id": "\(ids.first?.rawValue ?? 0)"])
            try await store.postpone(ids, until: now.addingTimeInterval(86400))
            return
        }
        // Nil when somebody has unsubscribed meanwhile; the queue is then read again.
        let frozen = try await store.freeze(
            ids,
            to: address,
            parts: parts,
            lists: lists(made, planned, reader),
            at: now
        )
        guard frozen != nil else { return }
        if reader.room != nil, made.message.replaces == nil {
            book.spend(max(parts.count, made.message.body.blocks.reduce(0) { $0 + $1.lineCount }), on: address, at: now)
        }
    }

    /// The numbered lists to store with a message.
    ///
    /// An article pushed alone extends the newest list, so `last` finds it.
    private func lists(
        _ made: MessageMaker.Made,
        _ planned: DeliveryPlan.Message,
        _ reader: LaneReader
    ) -> [NewListing] {
        let owner = ListingOwner.recipient(reader.recipient)
        func list(_ kind: String, _ articles: [ArticleID]) -> NewListing {
            NewListing(owner: owner, place: address.listingPlace, kind: kind, items: articles.map(\.rawValue))
        }
        guard !made.listed.isEmpty else { return [] }
        var articles = list("article", made.listed)
        if case .single = planned { articles.extendsNewest = true }
        return made.rest.isEmpty ? [articles] : [articles, list("pushedRest", made.rest)]
    }
}

extension LaneRunner {
    /// False when the account was not seen for so long that it may belong to a stranger now; its owner gets a hint.
    private func isForOwner(at now: Date, isHere: Bool = false) async throws -> Bool {
        guard address.kind == .person else { return true }
        let isDormant = try await store.isDormant(
            Identity(network: address.network, account: address.target),
            presence: await (network as? any PresenceWatching)?.presence(of: address.target),
            lifetime: options.identityLifetimes[address.network],
            at: now,
            isHere: isHere
        )
        if isDormant { try await ownerHint.send(to: address, on: network, at: now) }
        return !isDormant
    }

    private static func byRecipient(_ queued: [QueuedDelivery]) -> [(RecipientID, [QueuedDelivery])] {
        var order: [RecipientID] = []
        var groups: [RecipientID: [QueuedDelivery]] = [:]
        for delivery in queued {
            if groups[delivery.recipientID] == nil { order.append(delivery.recipientID) }
            groups[delivery.recipientID, default: []].append(delivery)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    private func reader(_ recipient: RecipientID) async throws -> LaneReader? {
        guard let settings = try await store.settings(of: recipient) else { return nil }
        let room = address.kind == .room ? try await store.room(network: address.network, name: address.target) : nil
        return LaneReader(
            recipient: room?.id.recipient ?? recipient,
            settings: settings,
            room: room,
            network: network,
            catalogue: catalogue,
            options: options
        )
    }

    private func circumstances(_ reader: LaneReader, at now: Date) async -> DeliveryPlan.Circumstances {
        var room: DeliveryPlan.RoomState?
        if let etiquette = reader.room?.etiquette {
            let budget = book.budget(of: address)
            room = DeliveryPlan.RoomState(
                lastConversation: await (network as? any RoomNetwork)?.lastConversation(in: address.target),
                idleMinutes: etiquette.idleMinutes,
                alertsWait: etiquette.alertsWait,
                linesLeft: budget.left(of: max(1, etiquette.linesPerHour), at: now),
                nextLinesAt: budget.nextRelease(at: now)
            )
        }
        return DeliveryPlan.Circumstances(
            now: now,
            quiet: reader.quiet,
            room: room,
            usualLines: reader.room == nil ? options.personLines : options.roomLines,
            // A mail lists all of its stories.
            linesPerStory: reader.settings.layout == .detailed && !reader.traits.listsAll ? 2 : 1,
            burstThreshold: options.burstThreshold
        )
    }
}
