/// A line that answers a sheet: `1a 2c 3b 4d 5a`, in any order, with `3-` for a question that is left out.
package struct QuizSheetLine: Hashable, Sendable {
    private struct Part: Hashable, Sendable {
        var question: Int
        /// Lower case; "-" leaves the question out.
        var letter: Character
    }

    /// What is wrong with a line.
    package enum Problem: Hashable, Sendable {
        /// There is no such question.
        case question(Int)
        /// There is no such choice.
        case choice(String)
        case twice(Int)
        /// These questions have no answer.
        case missing([Int])
    }

    package enum Answers: Hashable, Sendable {
        case sheet([Int?])
        case problem(Problem)
    }

    private var parts: [Part] = []
    private var isOrdered = false

    private static let letters: [Character] = ["a", "b", "c", "d"]

    /// Nil if the line is something else.
    ///
    /// Questions have at most two digits, and between number and letter may stand a sign or a blank: `1) a, 2: C`.
    package init?(_ line: String) {
        guard line.utf8.count <= 200 else { return nil }
        var number = ""
        var isLetterDue = false
        var wasLetter = false
        let line = Array(line.lowercased())
        for (index, character) in line.enumerated() {
            let isBeforeLetter = index + 1 < line.count && line[index + 1].isLetter
            if character.isNumber, character.isASCII {
                guard !isLetterDue, number.count < 2 else { return nil }
                number.append(character)
                wasLetter = false
            } else if character.isLetter || "-–".contains(character) && !isBeforeLetter {
                guard !wasLetter, let question = Int(number) else { return nil }
                parts.append(Part(question: question, letter: character.isLetter ? character : "-"))
                number = ""
                isLetterDue = false
                wasLetter = true
            } else {
                // "1-a" is an answer, "1-" leaves the question out.
                guard " \t,;.:)）、，；：-–".contains(character) else { return nil }
                if !number.isEmpty { isLetterDue = true }
                wasLetter = false
            }
        }
        guard number.isEmpty, !parts.isEmpty else { return nil }
    }

    /// Letters alone, in the order of the questions: `acbda`, `a c b - a`; nil if the line is something else.
    package init?(letters line: String) {
        guard line.utf8.count <= 100 else { return nil }
        for character in line.lowercased() where !" \t,;、，；".contains(character) {
            guard character == "-" || Self.letters.contains(character) else { return nil }
            parts.append(Part(question: parts.count + 1, letter: character))
        }
        guard parts.count > 1 else { return nil }
        isOrdered = true
    }

    /// Whether the line can be meant for a sheet of so many questions: letters alone must be as many.
    package func isFor(_ count: Int) -> Bool { !isOrdered || parts.count == count }

    /// The answers to so many questions.
    package func answers(of count: Int) -> Answers {
        var sheet: [Int: Int?] = [:]
        for part in parts {
            guard (1...count).contains(part.question) else { return .problem(.question(part.question)) }
            guard sheet[part.question] == nil else { return .problem(.twice(part.question)) }
            guard part.letter != "-" else {
                sheet[part.question] = .some(nil)
                continue
            }
            guard let choice = Self.letters.firstIndex(of: part.letter) else {
                return .problem(.choice("\(part.question)\(part.letter)"))
            }
            sheet[part.question] = choice
        }
        let missing = (1...count).filter { sheet[$0] == nil }
        guard missing.isEmpty else { return .problem(.missing(missing)) }
        return .sheet((1...count).map { sheet[$0] ?? nil })
    }
}
