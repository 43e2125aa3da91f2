package import Games
package import Localization
package import NewsModel
package import NewsWording

/// Words the spelling bee for a reader.
package struct BeeWording: Sendable {
    let localizer: Localizer
    /// How commands are typed where a whole room plays; nil elsewhere.
    private let together: CommandHints?
    /// How commands begin there without the bot's name.
    private let prefix: String

    package init(localizer: Localizer, together: CommandHints? = nil, prefix: String = "") {
        self.localizer = localizer
        self.together = together
        self.prefix = prefix
    }

    package func board(_ game: SpellingBee) -> RichText {
        let outer = game.board.dropFirst().uppercased().map(String.init)
        let middle = game.board.prefix(1).uppercased()
        var squares = outer.map { RichText.Grid.Square($0) }
        squares.insert(RichText.Grid.Square(middle, .right), at: min(3, squares.count))
        let words = localizer.text(
            "puzzle.bee.lettersPlain",
            ["middle": .text(middle), "letters": .text(outer.joined(separator: " "))]
        )
        var text = localizer.richText("puzzle.bee.title", ["number": .number(game.number ?? 0)])
        text.blocks.append(.grid(RichText.Grid(rows: [.init(squares, words: words)])))
        if game.found.isEmpty {
            let key = together == nil ? "puzzle.bee.rules" : "puzzle.bee.rulesTogether"
            text = text + localizer.richText(key, ["middle": .text(middle)])
        } else {
            text =
                text
                + localizer.richText("puzzle.bee.found", ["words": .text(game.found.sorted().joined(separator: " "))])
        }
        if let together, !game.isOver { text = text + howToFind(together) }
        return text + progress(game)
    }

    /// In a room a bare word is talk.
    private func howToFind(_ hints: CommandHints) -> RichText {
        let word = localizer.text("puzzle.bee.anyWord")
        let facts: [String: MessageArgument] = [
            "named": .text(hints.typed("bee \(word)")), "prefix": .text(prefix), "word": .text(word),
        ]
        return localizer.richText("puzzle.bee.findTogether", facts)
    }

    package func answer(_ actions: [SpellingBee.Action], in game: SpellingBee) -> RichText {
        var text = RichText()
        for action in actions {
            switch action {
            case .found(let word, let points, let isPangram):
                let facts: [String: MessageArgument] = [
                    "word": .text(word), "n": .number(points), "total": .number(game.points),
                ]
                text = text + say(isPangram ? "pangram" : "word", facts)
            case .reached(let rank): text = text + say("reached", ["rank": .text(name(rank))])
            case .finished: text = text + say("finished", [:])
            case .refused(let problem): text = text + sentence(problem)
            }
        }
        return text
    }

    package func name(_ rank: SpellingBee.Rank) -> String {
        let key =
            switch rank {
            case .beginner: "beginner"
            case .movingUp: "movingUp"
            case .good: "good"
            case .solid: "solid"
            case .great: "great"
            case .amazing: "amazing"
            case .genius: "genius"
            case .queen: "queen"
            }
        return localizer.text("puzzle.bee.rank.\(key)")
    }

    private func sentence(_ problem: SpellingBee.Problem) -> RichText {
        switch problem {
        case .tooShort(let word): say("tooShort", ["word": .text(word)])
        case .foreignLetter(let letter): say("foreignLetter", ["letter": .text(letter.uppercased())])
        case .withoutMiddle(let letter): say("withoutMiddle", ["letter": .text(letter.uppercased())])
        case .notAWord(let word): say("notAWord", ["word": .text(word)])
        case .alreadyFound(let word): say("alreadyFound", ["word": .text(word)])
        case .over: say("over", [:])
        }
    }

    private func progress(_ game: SpellingBee) -> RichText {
        let facts: [String: MessageArgument] = [
            "rank": .text(name(game.rank)), "points": .number(game.points), "most": .number(game.mostPoints),
            "n": .number(game.found.count), "all": .number(game.answers.count),
        ]
        var spans = localizer.spans("puzzle.bee.progress", facts)
        let pangrams = game.pangrams
        spans.append(.text(" · "))
        spans += localizer.spans(
            "puzzle.bee.pangrams",
            ["n": .number(pangrams.found), "all": .number(pangrams.all)]
        )
        if let next = game.next {
            let facts: [String: MessageArgument] = ["rank": .text(name(next.rank)), "points": .number(next.points)]
            spans.append(.text(" · "))
            spans += localizer.spans("puzzle.bee.next", facts)
        }
        return RichText([.footer(spans)])
    }

    private func say(_ key: String, _ facts: [String: MessageArgument]) -> RichText {
        localizer.richText("puzzle.bee.\(key)", facts)
    }
}
