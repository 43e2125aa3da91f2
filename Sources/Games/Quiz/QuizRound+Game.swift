package import Foundation

/// The round as a game: what it hears.
extension QuizRound: Game {
    package static let version = 1

    package mutating func hear(_ heard: HeardMove, at now: Date, knowing _: Void) -> [Action] {
        switch heard {
        case .time: return tick(at: now)
        case .shown:
            confirmed(at: now)
            return []
        case .line(_, by: nil): return [.refused(.notOpen)]
        case .line(let line, by: let player?):
            if isSheet, let sheet = QuizSheetLine(line) ?? QuizSheetLine(letters: line) {
                return hear(sheet, by: player, at: now)
            }
            return choose(line, player, at: now)
        case .reaction(let letter, by: let player): return choose(letter, player, at: now)
        }
    }

    private mutating func hear(_ line: QuizSheetLine, by player: Participant, at now: Date) -> [Action] {
        guard isOpen, line.isFor(questions.count) else { return [.refused(.notOpen)] }
        switch line.answers(of: questions.count) {
        case .problem(let problem): return [.refused(.problem(problem))]
        case .sheet(let sheet): return said(answer(player, sheet: sheet, at: now))
        }
    }

    private mutating func choose(_ text: String, _ player: Participant, at now: Date) -> [Action] {
        guard let letter = QuizLetter(text) else { return [.refused(.notOpen)] }
        return said(answer(player, choice: letter.choice, at: now))
    }

    private func said(_ answered: (Answer, [Action])) -> [Action] {
        switch answered.0 {
        case .accepted: answered.1
        case .alreadyAnswered: [.refused(.alreadyAnswered)]
        case .notOpen: [.refused(.notOpen)]
        case .needsAll: [.refused(.needsAll)]
        }
    }
}
