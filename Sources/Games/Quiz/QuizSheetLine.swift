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

    private static let letters: [Character] = ["a", "b", "c", "d"]

    /// Nil if the line is something else.
    ///
    /// Questions have at most two digits, and between number and letter may stand a sign or a blank: `1) a, 2: C`.
    package init?(_ line: String) {
        guard line.utf8.count <= 200 else { return nil }
        var number = ""
        var isLetterDue = false
        var wasLetter = false
        for character in line.lowercased() {
            if character.isNumber, character.isASCII {
                guard !isLetterDue, number.count < 2 else { return nil }
                number.append(character)
                wasLetter = false
            } else if character.isLetter || character == "-" || character == "–" {
                guard !wasLetter, let question = Int(number) else { return nil }
                parts.append(Part(question: question, letter: character.isLetter ? character : "-"))
                number = ""
                isLetterDue = false
                wasLetter = true
            } else {
                guard " \t,;.:)）、，；：".contains(character) else { return nil }
                if !number.isEmpty { isLetterDue = true }
                wasLetter = false
            }
        }
        guard number.isEmpty, !parts.isEmpty else { return nil }
    }

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
