internal import Foundation
internal import GameRooms
internal import Games
internal import NewsModel
internal import Storage

/// Hears lines in private that are moves of a puzzle that is open.
struct OpenPuzzles: CommandTopic {
    /// What a line without a command may be.
    enum Move: Hashable {
        case word(String)
        case sudoku(String)
    }

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// So long after the last move any single word is taken for a move, in seconds; afterwards only a fitting one.
    static func attention(on traits: NetworkTraits) -> TimeInterval { traits.isSlow ? 3 * 86_400 : 3_600 }

    /// The answer to a line, if it is a move of an open puzzle; nil otherwise.
    ///
    /// A line that begins with the name of a command is one, so such a word must be typed as `word feeds`.
    func answer(to line: String, _ request: CommandRequest) async throws -> [Answer]? {
        guard isPrivate, services.puzzles != nil, person.profile != nil, let move = move(line),
            let first = table.words(in: line).first, table.command(named: first.text) == nil
        else { return nil }
        if case .url = request { return nil }
        let puzzling = try await Puzzling(context)
        let open = try await puzzling.openPlays().filter(puzzling.isAtHand)
        switch move {
        case .sudoku(let moves):
            guard open.contains(where: { $0.puzzle.kind == PuzzleKind.sudoku.rawValue }) else { return nil }
            return try await SudokuGames(context).play(Arguments(table.words(in: moves)).value)
        case .word(let word):
            guard let play = open.first(where: { $0.puzzle.kind != PuzzleKind.sudoku.rawValue }), fits(word, play)
            else { return nil }
            // "thanks" is no guess; "hello" is one.
            if play.puzzle.kind == PuzzleKind.word.rawValue, word.count != WordList.length,
                SmallTalk(context).isTalk(word)
            {
                return nil
            }
            return play.puzzle.kind == PuzzleKind.bee.rawValue
                ? try await BeeGames(context).play(word, of: play) : try await WordGames(context).guess(word, of: play)
        }
    }

    /// A move in the words of any language that commands are typed in.
    func move(_ line: String) -> Move? {
        let typed = table.words(in: line)
        if typed.count == 1, let word = typed.first, ["hint", "check"].contains(word.keyword) {
            return .sudoku(word.keyword)
        }
        return Self.move(line)
    }

    /// `e4 7`, `hint`, `check`, one word of letters, or as many letters and digits as a word to be found has; nil for
    /// everything else.
    static func move(_ line: String) -> Move? {
        let words = line.split(whereSeparator: { $0.isWhitespace || $0 == "=" })
        guard let first = words.first else { return nil }
        if SudokuCell(first) != nil { return .sudoku(line) }
        if words.count == 1, ["hint", "check"].contains(first.lowercased()) { return .sudoku(line) }
        let looksLikeCell =
            words.count == 2 && (2...3).contains(first.count) && first.first?.isLetter == true
            && first.dropFirst().allSatisfy(\.isNumber) && words[1].allSatisfy(\.isNumber)
        if looksLikeCell { return .sudoku(line) }
        let isWord = (2...20).contains(first.count) && first.allSatisfy(isLatin)
        let isSlip = first.count == WordList.length && first.allSatisfy { isLatin($0) || $0.isASCII && $0.isNumber }
        return words.count == 1 && (isWord || isSlip) ? .word(String(first)) : nil
    }

    /// Whether it is a letter of Latin script; commands in other scripts are written without spaces.
    private static func isLatin(_ letter: Character) -> Bool {
        letter.isLetter && letter.unicodeScalars.allSatisfy { $0.value < 0x250 || (0x300..<0x370).contains($0.value) }
    }

    /// The answers to a command with the line for the grid that was played last, where the command's name alone is also
    /// a move of it: `undo`.
    func besides(_ answers: [Answer], of command: Command, _ arguments: Arguments) async throws -> [Answer] {
        guard arguments.isEmpty, isPrivate, message.question?.repliesTo == nil, services.puzzles != nil,
            person.profile != nil, SudokuGame.problem(in: command.name) == nil, var last = answers.last
        else { return answers }
        let puzzling = try await Puzzling(context)
        guard let play = try await puzzling.openPlays(limit: 1).first, play.puzzle.kind == PuzzleKind.sudoku.rawValue,
            time.timeIntervalSince(play.changedAt) < Self.attention(on: message.traits)
        else { return answers }
        last.body = last.body + footer("puzzle.sudoku.meant", ["hint": .text(hint("sudoku \(fixed: command.name)"))])
        return Array(answers.dropLast()) + [last]
    }

    private func fits(_ word: String, _ play: OpenPlay) -> Bool {
        if time.timeIntervalSince(play.changedAt) < Self.attention(on: message.traits) { return true }
        guard play.puzzle.kind == PuzzleKind.word.rawValue, let language = WordLanguage(rawValue: play.puzzle.language)
        else { return word.count >= SpellingBee.leastLetters }
        return services.puzzles?.library.list(language)?.contains(language.folded(word)) == true
    }
}
