import Foundation
import Games
import Localization
import NewsModel
import NewsWording

/// Words a round in the language and format of its room or person.
struct QuizWording {
    let localizer: Localizer
    let hints: CommandHints
    /// The format of the room or person.
    var format = TextFormat.rich
    /// Whether the round is a guest's own, whose points are not kept.
    var isOfGuest = false

    private static let letters = ["a", "b", "c", "d", "e", "f"]

    func introduction(_ round: QuizRound) -> RichText {
        let feeds = round.questions.map(\.feedName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let seconds = Int(round.secondsPerQuestion)
        // By mail a question is open for days; elsewhere for seconds.
        let key =
            !round.isSolo ? "quiz.introduction" : seconds < 86_400 ? "quiz.introductionSolo" : "quiz.introductionMail"
        return localizer.richText(
            key,
            [
                "n": .number(round.questions.count), "seconds": .number(seconds), "days": .number(seconds / 86_400),
                "feeds": .text(localizer.list(Array(feeds.prefix(8)))),
            ]
        )
    }

    func question(_ number: Int, of round: QuizRound) -> RichText {
        guard round.questions.indices.contains(number) else { return RichText() }
        let question = round.questions[number]
        let gap = RichText.Span.symbol(localizer.text("quiz.gap"), words: localizer.text("quiz.gapWords"))
        var spans: [RichText.Span] = [
            .strong([
                .text(
                    localizer.text(
                        "quiz.question",
                        ["number": .number(number + 1), "total": .number(round.questions.count)]
                    )
                )
            ]),
            .text(" \(question.before)"), gap, .text("\(question.after) "),
        ]
        for (letter, choice) in zip(Self.letters, question.choices) {
            spans.append(.text("  "))
            spans.append(.strong([.text(letter + ")")]))
            spans.append(.text(" \(choice)"))
        }
        return RichText([.paragraph(spans)])
    }

    func reveal(_ number: Int, right: [QuizRound.Player], of round: QuizRound) -> RichText {
        guard round.questions.indices.contains(number) else { return RichText() }
        let question = round.questions[number]
        let letter = Self.letters[min(question.correct, Self.letters.count - 1)]
        var spans = localizer.spans(
            "quiz.answer",
            ["letter": .text(letter), "answer": .text(question.answer)]
        )
        spans.append(.text(" "))
        if let url = question.url {
            spans.append(.link(label: "[\(question.feedName)]", url: url))
        } else {
            spans.append(.text("[\(question.feedName)]"))
        }
        let names = right.prefix(10).map(\.name)
        let judged =
            switch (round.isSolo, right.isEmpty) {
            case (true, false): localizer.text("quiz.youWereRight")
            case (true, true): localizer.text("quiz.youWereWrong")
            case (false, true): localizer.text("quiz.nobodyRight")
            case (false, false): localizer.text("quiz.right", ["names": .text(localizer.list(names))])
            }
        let words = RichText.Span.text(judged)
        let state: SquareState = right.isEmpty ? .wrong : .right
        spans += [.text(" · "), round.isSolo ? .meaning(.square(state), [words]) : words]
        return RichText([.paragraph(spans)])
    }

    func finish(_ scores: [QuizRound.Score], of round: QuizRound) -> RichText {
        var facts: [String: MessageArgument] = [
            "again": .text(hints.typed("quiz")), "totals": .text(hints.typed("quiz scores")),
        ]
        if round.isSolo {
            facts["points"] = .number(scores.first?.points ?? 0)
            facts["total"] = .number(round.questions.count)
            return localizer.richText(isOfGuest ? "quiz.finishedGuest" : "quiz.finishedSolo", facts)
        }
        guard !scores.isEmpty else { return localizer.richText("quiz.finishedWithoutPoints", facts) }
        let lines = scores.prefix(10).map { line($0.player.name, points: $0.points) }
        facts["scores"] = .text(localizer.list(lines))
        return localizer.richText("quiz.finished", facts)
    }

    func line(_ name: String, points: Int) -> String {
        localizer.text("quiz.score", ["name": .text(name), "n": .number(points)])
    }
}
