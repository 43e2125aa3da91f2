import Editorial
package import Foundation
package import Localization
package import Logging
package import NewsModel
import ServiceLifecycle
package import Storage
import Waking

/// Begins the quiz that a schedule asks for.
package protocol ScheduledQuizStarter: Sendable {
    /// Once for each slot, in a room or with one person.
    func startScheduledQuiz(_ active: ActiveSchedule, slot: ScheduleSlot) async
}

/// Queues headlines and digests and begins quizzes when their time comes, each slot once.
package struct ScheduleClock: Service {
    private let store: Store
    private let catalogue: Catalogue
    private let quizzes: (any ScheduledQuizStarter)?
    private let time: any TimeSource
    private let log: Logger

    /// Seconds between two looks when nothing changes.
    private static let longestSleep: TimeInterval = 3600

    package init(
        store: Store,
        catalogue: Catalogue,
        quizzes: (any ScheduledQuizStarter)? = nil,
        time: any TimeSource,
        log: Logger
    ) {
        self.store = store
        self.catalogue = catalogue
        self.quizzes = quizzes
        self.time = time
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await WakeLoop(time: time, nudges: [store.deliveriesChanged()]).run {
                await queueDueSlots()
            }
        }
    }

    /// Queues every slot whose time has come, and returns the time of the next one, at most an hour away.
    package func queueDueSlots() async -> Date {
        let now = time.now
        var next = now.addingTimeInterval(Self.longestSleep)
        do {
            for active in try await store.activeSchedules() {
                let schedule = active.schedule
                let localizer = catalogue.localizer(for: active.settings)
                let slots = ScheduleSlots(
                    minuteOfDay: schedule.minuteOfDay,
                    days: schedule.days,
                    in: localizer.timeZone
                )
                if let slot = slots.next(after: now) { next = min(next, slot.time) }
                let decision = SlotDecision(
                    slots,
                    lastSlot: schedule.lastSlot,
                    createdAt: schedule.createdAt,
                    now: now
                )
                if let decision { try await happen(active, decision, Self.calendar(localizer), at: now) }
            }
        } catch is CancellationError {
            return next
        } catch {
            log.error("Schedules stopped", metadata: ["error": "\(error)"])
            return now.addingTimeInterval(60)
        }
        return next
    }

    /// Gregorian, in the reader's zone, with the first weekday of their region.
    static func calendar(_ localizer: Localizer) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = localizer.timeZone
        calendar.locale = localizer.locale
        return calendar
    }

    private func happen(
        _ active: ActiveSchedule,
        _ decision: SlotDecision,
        _ calendar: Calendar,
        at now: Date
    ) async throws {
        let schedule = active.schedule
        if schedule.kind == .quiz {
            // Recorded first: a quiz that a crash swallows is better than one that begins twice.
            try await store.skipSlot(schedule.id, localSlot: decision.slot.localSlot)
            await quizzes?.startScheduledQuiz(active, slot: decision.slot)
            return
        }
        let maker = SlotMaker(store: store, schedule: schedule, decision: decision, calendar: calendar, now: now)
        guard let payload = try await maker.payload() else {
            try await store.skipSlot(schedule.id, localSlot: decision.slot.localSlot)
            return
        }
        _ = try await store.queueSlot(
            schedule.id,
            localSlot: decision.slot.localSlot,
            kind: schedule.kind == .headlines ? .headlines : .digest,
            dueAt: now,
            storyIDs: payload.storyIDs,
            payload: try payload.encoded(),
            at: now
        )
    }
}
