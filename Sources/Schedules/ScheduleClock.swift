import Editorial
package import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Starts the quiz of a schedule, or says that its puzzle is open.
package protocol ScheduledQuizStarter: Sendable {
    /// Called at most once for each slot, for a room or a person.
    func startScheduledQuiz(_ active: ActiveSchedule, slot: ScheduleSlot) async
}

/// Queues headlines and digests and starts quizzes when they are due, each slot once.
package struct ScheduleClock: Service {
    private let store: Store
    private let clocks: ReaderClocks
    private let quizzes: (any ScheduledQuizStarter)?
    private let time: any TimeSource
    private let log: Logger

    /// Seconds between two passes when nothing changes.
    private static let longestSleep: TimeInterval = 3600

    package init(
        store: Store,
        clocks: ReaderClocks,
        quizzes: (any ScheduledQuizStarter)? = nil,
        time: any TimeSource,
        log: Logger
    ) {
        self.store = store
        self.clocks = clocks
        self.quizzes = quizzes
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await WakeLoop(time: time, signals: [store.deliveriesChanged()]).run {
                await queueDueSlots()
            }
        }
    }

    /// Queues every due slot and returns the time of the next one, at most an hour away.
    package func queueDueSlots() async -> Date {
        let now = time.now
        var next = now.addingTimeInterval(Self.longestSleep)
        do {
            for active in try await store.activeSchedules() {
                let schedule = active.schedule
                let rule = SlotRule(
                    minuteOfDay: schedule.minuteOfDay,
                    days: schedule.days,
                    in: clocks.timeZone(active.settings)
                )
                if let slot = rule.next(after: now) { next = min(next, slot.time) }
                let decision = SlotDecision(
                    rule,
                    lastSlot: schedule.lastSlot,
                    createdAt: schedule.validSince,
                    now: now
                )
                if let decision { try await queue(decision, of: active, at: now) }
            }
        } catch is CancellationError {
            return next
        } catch {
            log.error("Schedules stopped", metadata: ["error": "\(error)"])
            return now.addingTimeInterval(60)
        }
        return next
    }

    private func queue(_ decision: SlotDecision, of active: ActiveSchedule, at now: Date) async throws {
        let schedule = active.schedule
        if schedule.kind.isGame {
            // Recorded first: after a crash we prefer a missing quiz to one that begins twice.
            try await store.skipSlot(schedule.id, localSlot: decision.slot.localSlot)
            await quizzes?.startScheduledQuiz(active, slot: decision.slot)
            return
        }
        let maker = SlotMaker(
            store: store,
            schedule: schedule,
            decision: decision,
            calendar: clocks.calendar(active.settings),
            now: now
        )
        guard let payload = try await maker.payload() else {
            try await store.skipSlot(schedule.id, localSlot: decision.slot.localSlot)
            return
        }
        _ = try await store.queueSlot(
            schedule.id,
            localSlot: decision.slot.localSlot,
            kind: schedule.kind == .headlines ? .headlines : .digest,
            dueAt: now,
            payload: payload,
            at: now
        )
    }
}

/// The time zone and calendar of a reader, for schedules and the weeks of digests.
package struct ReaderClocks: Sendable {
    package var timeZone: @Sendable (RecipientSettings) -> TimeZone
    /// Gregorian, in the reader's zone, with the first weekday of their region.
    package var calendar: @Sendable (RecipientSettings) -> Calendar

    package init(
        timeZone: @escaping @Sendable (RecipientSettings) -> TimeZone,
        calendar: @escaping @Sendable (RecipientSettings) -> Calendar
    ) {
        self.timeZone = timeZone
        self.calendar = calendar
    }
}
