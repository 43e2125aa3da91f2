import Foundation
import Games
import Localization
import NewsModel
import NewsWording
import Schedules
import Storage

extension ScheduledQuizzes {
    /// Says in a room or to a person that the puzzle of the day is open.
    func invite(_ active: ActiveSchedule, to room: Room?, slot: ScheduleSlot) async throws {
        let schedule = active.schedule
        let place = QuizPlace(recipientID: schedule.recipientID, address: schedule.address)
        let localizer = catalogue.localizer(for: active.settings)
        let isTogether = room?.etiquette.playsTogether == true
        let hints = try await rooms.wording(of: place).hints.spoken(by: localizer)
        let facts: [String: MessageArgument] = [
            "number": .number(PuzzleDay.number(of: rooms.time.now, in: localizer.calendar)),
            "hint": .text(hints.typed(HintLine(schedule.kind.rawValue))),
        ]
        let key =
            schedule.kind == .sudoku
            ? "puzzle.sudoku.invitation" : "puzzle.word.invitation\(isTogether ? "Together" : "")"
        let text = localizer.richText(key, facts)
        await rooms.announce(text, in: active.settings.format, of: schedule.id, slot: slot, at: place)
    }
}
