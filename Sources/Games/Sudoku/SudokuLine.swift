/// What a line asks of a sudoku.
enum SudokuLine: Hashable {
    struct Move: Hashable {
        enum Entry: Hashable {
            case digit(Int)
            case clear
            /// Digits that the player thinks possible.
            case marks([Int])
        }

        var cell: SudokuCell
        var entry: Entry
    }

    case moves([Move])
    case undo
    case check
    case hint

    /// Reads `e4 7`, `e4=7 f1 3`, `e4 clear`, `e4 ?27`, `undo`, `check` or `hint`.
    static func read(_ line: String) -> Result<SudokuLine, SudokuGame.Problem> {
        let spaced = line.lowercased().map { "=,;，；".contains($0) ? " " : $0 == "？" ? "?" : $0 }
        let words = String(spaced).split(separator: " ").map(String.init)
        if words.count == 1, let word = words.first {
            switch word {
            case "undo": return .success(.undo)
            case "check": return .success(.check)
            case "hint": return .success(.hint)
            default: break
            }
        }
        return moves(words).mapError { problem -> SudokuGame.Problem in
            if case .notUnderstood = problem { .notUnderstood(line) } else { problem }
        }
    }

    /// Of several moves of one cell the last counts, so that a line has at most 81.
    private static func moves(_ words: [String]) -> Result<SudokuLine, SudokuGame.Problem> {
        var moves: [Move] = []
        var places: [SudokuCell: Int] = [:]
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let cell = SudokuCell(name) else { return .failure(problem(with: name)) }
            guard let word = rest.popFirst() else { return .failure(.nothingFor(cell)) }
            switch entry(word) {
            case .success(let entry):
                let move = Move(cell: cell, entry: entry)
                if let place = places[cell] {
                    moves[place] = move
                } else {
                    places[cell] = moves.count
                    moves.append(move)
                }
            case .failure(let problem): return .failure(problem)
            }
        }
        return moves.isEmpty ? .failure(.notUnderstood("")) : .success(.moves(moves))
    }

    private static func entry(_ word: String) -> Result<Move.Entry, SudokuGame.Problem> {
        if ["clear", "-", "."].contains(word) { return .success(.clear) }
        let isMarks = word.hasPrefix("?")
        let digits = (isMarks ? word.dropFirst() : word[...]).map { character in
            character.isASCII ? character.wholeNumberValue : nil
        }
        let found = digits.compactMap { $0.flatMap { (1...9).contains($0) ? $0 : nil } }
        guard found.count == digits.count, !found.isEmpty, isMarks || found.count == 1 else {
            return .failure(.noSuchDigit(word))
        }
        return .success(isMarks ? .marks(Set(found).sorted()) : .digit(found[0]))
    }

    /// A word that begins like a cell is a wrong cell (`e10`, `k3`); another is not understood.
    private static func problem(with word: String) -> SudokuGame.Problem {
        let isLikeCell =
            word.count <= 4 && word.first?.isLetter == true && word.dropFirst().allSatisfy(\.isNumber)
            && word.count > 1
        return isLikeCell ? .noSuchCell(word) : .notUnderstood(word)
    }
}
