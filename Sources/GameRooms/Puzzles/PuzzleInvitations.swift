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
        let hints = try await tables.wording(of: place).hints
        let game = schedule.kind.rawValue
        let grade = schedule.request.grade
        let line: HintLine = grade.map { grade -> HintLine in "\(fixed: game) \(fixed: grade)" } ?? HintLine(game)
        let facts: [String: MessageArgument] = [
            "number": .number(PuzzleDay.number(of: tables.time.now, in: localizer.calendar)),
            "grade": .text(grade.map { localizer.text("puzzle.sudoku.grade.\($0)") } ?? ""),
            "hint": .text(hints.typed(line)),
        ]
        let manner = isTogether ? "Together" : ""
        let key =
            switch schedule.kind {
            case .sudoku: grade == nil ? "puzzle.sudoku.invitation" : "puzzle.sudoku.invitationGrade"
            case .bee: "puzzle.bee.invitation\(manner)"
            case .word, .quiz, .headlines, .digest: "puzzle.word.invitation\(manner)"
            }
        let text = localizer.richText(key, facts)
        await tables.announce(text, in: active.settings.format, of: schedule.id, slot: slot, at: place)
    }
}
