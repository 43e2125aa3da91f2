package import Games
package import Localization
package import NewsModel
package import NewsWording

/// Words the game of five letters for a reader.
package struct WordWording: Sendable {
    let localizer: Localizer
    let hints: CommandHints
    /// The language that `word practice` alone is in; nil where that does not matter.
    private let chosen: WordLanguage?
    /// Whether a whole room plays.
    let isTogether: Bool
    /// How commands begin there without the bot's name.
    private let prefix: String

    package init(
        localizer: Localizer,
        hints: CommandHints,
        chosen: WordLanguage? = nil,
        isTogether: Bool = false,
        prefix: String = ""
    ) {
        self.localizer = localizer
        self.hints = hints
        self.chosen = chosen
        self.isTogether = isTogether
        self.prefix = prefix
    }

    /// The board with its title, and what to type.
    package func board(_ game: WordTarget) -> RichText {
        let facts: [String: MessageArgument] = [
            "number": .number(game.number ?? 0),
            "language": .text(localizer.text("puzzle.language.\(game.language.rawValue)")),
        ]
        let key = game.number == nil ? "puzzle.word.titlePractice" : "puzzle.word.title"
        var text = RichText([.heading(level: 2, localizer.spans(key, facts))])
        if game.guesses.isEmpty {
            let rules = isTogether ? "puzzle.word.rulesTogether" : "puzzle.word.rules"
            text = text + localizer.richText(rules, inserts: ["legend": legend("puzzle.word.legend")])
            // English has no letters with accents.
            if game.language != .english {
                text = text + localizer.richText("puzzle.word.spelling.\(game.language.rawValue)")
            }
        } else {
            text.blocks.append(.grid(grid(game.guesses)))
        }
        if game.isHard { text = text + localizer.richText("puzzle.word.isHard") }
        if game.isOver { return text + ending(game) }
        if isTogether { text = text + howToGuess }
        return text + left(WordTarget.mostGuesses - game.guesses.count)
    }

    /// The line for a practice word of a language.
    package func practiceLine(_ language: WordLanguage) -> HintLine {
        guard let chosen, chosen != language else { return "word practice" }
        return "word practice \(localizer.text("puzzle.language.\(language.rawValue)"))"
    }

    /// A practice word that was begun and goes on, and how to have another.
    ///
    /// - Parameter isHardNext: whether the other one is to be played in hard mode.
    package func goingOn(_ game: WordTarget, isHardNext: Bool) -> RichText {
        let practice = practiceLine(game.language)
        let line: HintLine = isHardNext ? "\(practice) hard again" : "\(practice) again"
        return board(game)
            + RichText([
                .footer(localizer.spans("puzzle.word.anotherPractice", ["hint": .text(hints.typed(line))]))
            ])
    }

    /// In a room a bare word is talk.
    private var howToGuess: RichText {
        let facts: [String: MessageArgument] = [
            "named": .text(hints.typed("word crane")), "prefix": .text(prefix),
        ]
        return localizer.richText("puzzle.word.guessTogether", facts)
    }

    /// What a guess did.
    package func answer(_ move: [WordTarget.Action], in game: WordTarget) -> RichText {
        var text = RichText()
        for action in move {
            switch action {
            case .marked(let guess, let left):
                text.blocks.append(.grid(grid([guess])))
                if !game.isOver { text = text + self.left(left) }
            case .solved, .missed: text = text + ending(game)
            case .refused(let problem): text = text + sentence(problem, game)
            }
        }
        return text
    }

    /// The keyboard with what is known of each letter.
    package func letters(_ game: WordTarget) -> RichText {
        let known = game.letters
        let rows = game.language.keyboard.map { row in
            RichText.Grid.Row(
                row.map { letter in .init(String(letter).capitals, known[letter].map(Self.state)) },
                words: row.map { "\($0)\(Self.knownMark(known[$0]))" }.joined(separator: " ")
            )
        }
        return RichText([.grid(RichText.Grid(rows: rows)), .paragraph([legend("puzzle.word.lettersKey")])])
    }

    /// What the signs of the board mean; in plain format, what its letters mean.
    private func legend(_ key: String) -> RichText.Span {
        .symbol(localizer.text(key), words: localizer.text("puzzle.word.legendInWords"))
    }

    /// The result without a letter of the word, to be shown to others.
    package func shared(_ game: WordTarget) -> RichText {
        let facts: [String: MessageArgument] = [
            "number": .number(game.number ?? 0),
            "language": .text(localizer.text("puzzle.language.\(game.language.rawValue)")),
            "n": .text(game.isSolved ? localizer.number(game.guesses.count) : "X"),
            "most": .number(WordTarget.mostGuesses),
        ]
        let key = game.isHard ? "puzzle.word.sharedHard" : "puzzle.word.shared"
        let rows = game.guesses.map { guess in
            RichText.Block.paragraph(
                guess.marks.map { .symbol(Self.square($0), words: Self.plainMark($0)) }
            )
        }
        return localizer.richText(key, facts) + RichText(rows)
    }

    func sentence(_ problem: WordTarget.Problem, _ game: WordTarget) -> RichText {
        let language = MessageArgument.text(localizer.text("puzzle.language.\(game.language.rawValue)"))
        switch problem {
        case .notFiveLetters(let count): return localizer.richText("puzzle.word.notFiveLetters", ["n": .number(count)])
        case .notLetters(let typed):
            return localizer.richText(
                "puzzle.word.notLetters",
                ["word": .text(String(typed.prefix(20))), "language": language]
            )
        case .notAWord(let word):
            return localizer.richText("puzzle.word.notAWord", ["word": .text(word), "language": language])
        case .alreadyTried(let word):
            // Its marks again: the answer to the first time may have been lost.
            let tried = game.language.folded(word)
            let again = RichText([.grid(grid(game.guesses.filter { $0.word == tried }))])
            return again + localizer.richText("puzzle.word.alreadyTried", ["word": .text(word)])
        case .mustKeep(let letter, let place):
            return localizer.richText(
                "puzzle.word.mustKeep",
                ["letter": .text(String(letter).capitals), "place": .number(place)]
            )
        case .mustUse(let letter):
            return localizer.richText("puzzle.word.mustUse", ["letter": .text(String(letter).capitals)])
        case .over: return localizer.richText("puzzle.word.over") + ending(game)
        case .tooLateForHard: return localizer.richText("puzzle.word.tooLateForHard")
        }
    }

    private func ending(_ game: WordTarget) -> RichText {
        var facts: [String: MessageArgument] = [
            "n": .number(game.guesses.count), "most": .number(WordTarget.mostGuesses),
            "answer": .text(game.shownAnswer.capitals), "practice": .text(hints.typed(practiceLine(game.language))),
            "share": .text(hints.typed("share word")),
        ]
        let outcome = game.isSolved ? "solved" : "missed"
        if isTogether { return localizer.richText("puzzle.word.\(outcome)Together", facts) }
        if game.number == nil { return localizer.richText("puzzle.word.\(outcome)Practice", facts) }
        facts["games"] = .text(hints.typed("games"))
        return localizer.richText("puzzle.word.\(outcome)", facts)
    }

    private func left(_ count: Int) -> RichText {
        let facts: [String: MessageArgument] = ["n": .number(count), "letters": .text(hints.typed("word letters"))]
        return RichText([.footer(localizer.spans("puzzle.word.left", facts))])
    }

    private func grid(_ guesses: [WordTarget.Guess]) -> RichText.Grid {
        RichText.Grid(
            rows: guesses.map { guess in
                .init(
                    zip(guess.shown, guess.marks).map { letter, mark in
                        .init(String(letter).capitals, Self.state(mark))
                    },
                    words: "\(guess.shown)  \(guess.marks.map(Self.plainMark).joined())"
                )
            }
        )
    }

    private static func state(_ mark: LetterMark) -> SquareState {
        switch mark {
        case .right: .right
        case .elsewhere: .near
        case .absent: .wrong
        }
    }

    /// In plain format: G is the right place (green), Y elsewhere (yellow).
    private static func plainMark(_ mark: LetterMark) -> String {
        switch mark {
        case .right: "G"
        case .elsewhere: "Y"
        case .absent: "."
        }
    }

    private static func knownMark(_ mark: LetterMark?) -> String { mark.map(plainMark) ?? "" }

    private static func square(_ mark: LetterMark) -> String {
        switch mark {
        case .right: "🟩"
        case .elsewhere: "🟨"
        case .absent: "⬜"
        }
    }
}
