import Foundation
import NewsModel
import Storage
import Testing

@testable import ItemDelivery

struct DeliveryPlanTests {
    private let now = Date.sampleDay

    private func delivery(
        _ id: Int64,
        kind: QueuedDelivery.Kind = .news,
        urgent: Bool = false,
        alerted: Bool = false,
        minutesAgo: Double = 0
    ) -> QueuedDelivery {
        QueuedDelivery(
            id: DeliveryID(rawValue: id),
            recipientID: RecipientID(rawValue: 1),
            address: Address(network: "testnet", kind: .room, target: "#news"),
            kind: kind,
            isUrgent: urgent,
            reasons: alerted ? [.alert(AlertID(rawValue: 1), number: 1, query: "x")] : [],
            dueAt: now,
            createdAt: now.addingTimeInterval(-minutesAgo * 60)
        )
    }

    private func room(talkedMinutesAgo: Double?, lines: Int = 60, alertsWait: Bool = false) -> DeliveryPlan.RoomState {
        DeliveryPlan.RoomState(
            lastConversation: talkedMinutesAgo.map { now.addingTimeInterval(-$0 * 60) },
            idleMinutes: 5,
            alertsWait: alertsWait,
            linesLeft: lines,
            nextLinesAt: now.addingTimeInterval(600)
        )
    }

    /// Noon is quiet from 11:00 to 13:00 UTC.
    private func quiet(exceptUrgent: Bool) -> QuietHoursRule {
        QuietHoursRule(QuietHours(start: 660, end: 780, exceptUrgent: exceptUrgent), in: .gmt)
    }

    private func ids(_ plan: DeliveryPlan) -> [[Int64]] { plan.messages.map { $0.deliveries.map(\.id.rawValue) } }

    @Test func `few pushes go one by one, more become one message`() {
        let circumstances = DeliveryPlan.Circumstances(now: now)
        #expect(ids(DeliveryPlan((1...3).map { delivery($0) }, circumstances)) == [[1], [2], [3]])
        let burst = DeliveryPlan((1...4).map { delivery($0) }, circumstances)
        #expect(burst.messages == [.several((1...4).map { delivery($0) }, stories: 10, heldSince: nil)])
        #expect(DeliveryPlan([], circumstances).messages.isEmpty)
    }

    @Test func `stories of two lines take no more of a room's lines than those of one`() {
        var circumstances = DeliveryPlan.Circumstances(now: now, room: room(talkedMinutesAgo: nil, lines: 5))
        let three = (1...3).map { delivery($0) }
        #expect(ids(DeliveryPlan(three, circumstances)) == [[1], [2], [3]])
        circumstances.linesPerStory = 2
        #expect(DeliveryPlan(three, circumstances).messages == [.several(three, stories: 1, heldSince: nil)])
        circumstances.room?.linesLeft = 60
        let many = (1...20).map { delivery($0) }
        #expect(DeliveryPlan(many, circumstances).messages == [.several(many, stories: 5, heldSince: nil)])
    }

    @Test func `a post is changed at once, alone, whatever holds up news`() {
        var edit = delivery(2, kind: .edit)
        edit.payload = .edit(eventID: "$post")
        let circumstances = DeliveryPlan.Circumstances(
            now: now,
            quiet: quiet(exceptUrgent: true),
            room: room(talkedMinutesAgo: 0, lines: 0)
        )
        let plan = DeliveryPlan([delivery(1), edit, delivery(3)], circumstances)
        #expect(plan.messages == [.edit(edit)])
        #expect(plan.postponed == [1, 3].map(DeliveryID.init(rawValue:)))
        #expect(ids(DeliveryPlan([delivery(1), edit, delivery(3)], .init(now: now))) == [[1], [2], [3]])
    }

    @Test func `a room that never falls silent gets its news after an hour, together`() {
        let circumstances = DeliveryPlan.Circumstances(now: now, room: room(talkedMinutesAgo: 1))
        let young = (1...5).map { delivery($0, minutesAgo: 59) }
        #expect(DeliveryPlan(young, circumstances).messages.isEmpty)
        #expect(ids(DeliveryPlan(young + [delivery(6, minutesAgo: 60)], circumstances)) == [[1, 2, 3, 4, 5, 6]])
    }

    @Test func `quiet hours hold everything, or all but what is urgent`() {
        let work = [delivery(1), delivery(2, urgent: true), delivery(3, kind: .digest)]
        let all = DeliveryPlan(work, .init(now: now, quiet: quiet(exceptUrgent: false)))
        #expect(all.postponed.map(\.rawValue) == [1, 2, 3] && all.messages.isEmpty)
        #expect(all.postponedUntil == now.addingTimeInterval(3600))
        let some = DeliveryPlan(work, .init(now: now, quiet: quiet(exceptUrgent: true)))
        #expect(some.postponed.map(\.rawValue) == [1, 3])
        #expect(ids(some) == [[2]])
    }

    @Test func `what quiet hours held comes as one list, with what came since`() {
        let rule = QuietHoursRule(QuietHours(start: 600, end: 720, exceptUrgent: false), in: .gmt)
        let work = [delivery(1, minutesAgo: 60), delivery(2)]
        let plan = DeliveryPlan(work, .init(now: now, quiet: rule))
        #expect(plan.messages == [.several(work, stories: 10, heldSince: now.addingTimeInterval(-7200))])
        #expect(ids(DeliveryPlan([delivery(2)], .init(now: now, quiet: rule))) == [[2]])
    }

    @Test func `a room's talk is not interrupted, but for alerts and what is urgent`() {
        let work = [delivery(1), delivery(2, alerted: true), delivery(3, urgent: true, alerted: true)]
        let talking = DeliveryPlan(work, .init(now: now, room: room(talkedMinutesAgo: 2)))
        #expect(ids(talking) == [[2], [3]])
        #expect(talking.lookAgainAt == now.addingTimeInterval(180))
        #expect(talking.postponed.isEmpty)
        let strict = DeliveryPlan(work, .init(now: now, room: room(talkedMinutesAgo: 2, alertsWait: true)))
        #expect(ids(strict) == [[3]])
        #expect(ids(DeliveryPlan(work, .init(now: now, room: room(talkedMinutesAgo: 5)))) == [[1], [2], [3]])
        #expect(ids(DeliveryPlan(work, .init(now: now, room: room(talkedMinutesAgo: nil)))) == [[1], [2], [3]])
    }

    @Test func `a room short of lines gets more folded into fewer, and nothing is lost`() {
        let work = (1...3).map { delivery($0) }
        let short = DeliveryPlan(work, .init(now: now, room: room(talkedMinutesAgo: nil, lines: 2)))
        #expect(short.messages == [.several(work, stories: 1, heldSince: nil)])
        let none = DeliveryPlan(
            work + [delivery(4, urgent: true)],
            .init(now: now, room: room(talkedMinutesAgo: nil, lines: 0))
        )
        #expect(none.messages.map(\.deliveries) == [[delivery(4, urgent: true)]])
        #expect(none.lookAgainAt == now.addingTimeInterval(600))
    }

    @Test func `digests and notices are messages of their own, in order`() {
        let work = [delivery(1), delivery(2, kind: .digest), delivery(3), delivery(4, kind: .notice)]
        #expect(ids(DeliveryPlan(work, .init(now: now))) == [[1], [2], [3], [4]])
    }
}
