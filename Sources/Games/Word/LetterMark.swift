/// What a guess tells about one of its letters.
package enum LetterMark: Int, Hashable, Sendable, Codable, Comparable {
    case absent
    case elsewhere
    case right

    package static func < (left: LetterMark, right: LetterMark) -> Bool { left.rawValue < right.rawValue }

    /// The marks of a guess.
    ///
    /// A letter is marked as often as the answer has it: first where it is right, then from the left.
    package static func marks(of guess: String, for answer: String) -> [LetterMark] {
        let (guess, answer) = (Array(guess), Array(answer))
        var marks = [LetterMark](repeating: .absent, count: guess.count)
        var left: [Character: Int] = [:]
        for (index, letter) in answer.enumerated() {
            if guess.indices.contains(index), guess[index] == letter {
                marks[index] = .right
            } else {
                left[letter, default: 0] += 1
            }
        }
        for (index, letter) in guess.enumerated() where marks[index] != .right {
            guard let count = left[letter], count > 0 else { continue }
            marks[index] = .elsewhere
            left[letter] = count - 1
        }
        return marks
    }
}
