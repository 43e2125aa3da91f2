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
    /// Writes a player's name so that it calls nobody.
    var quiet: @Sendable (_ name: String) -> String = { $0 }

    private static let letters = ["a", "b", "c", "d", "e", "f"]

    func introduction(_ round: QuizRound) -> RichText {
        let feeds = round.questions.map(\.feedName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let sources = round.questions.contains { $0.kind == .source }
        // The list would help whoever is asked for a source.
        let shown = sources ? [] : Array(feeds.prefix(8))
        let key =
            "quiz." + (round.isSheet ? "introductionSheet" : "introduction") + (shown.isEmpty ? "Unnamed" : "")
        return localizer.richText(
            key,
            [
                "n": .number(round.questions.count), "seconds": .number(Int(round.secondsPerQuestion)),
                "feeds": .text(localizer.list(shown)),
            ]
        )
    }

    /// All questions of a sheet, and how to answer.
    func sheet(_ round: QuizRound) -> RichText {
        let all = round.questions.indices.reduce(RichText()) { $0 + question($1, of: round) }
        guard round.questions.count > 1 else { return all + localizer.richText("quiz.sheetOne") }
        return all + localizer.richText("quiz.sheet", ["line": .text(example(round))])
    }

    /// A line of answers, as `1a 2c 3b 4d 5a`.
    private func example(_ round: QuizRound) -> String {
        let letters = ["a", "c", "b", "d"]
        return round.questions.indices.map { "\($0 + 1)\(letters[$0 % letters.count])" }.joined(separator: " ")
    }

    func question(_ number: Int, of round: QuizRound) -> RichText {
        guard round.questions.indices.contains(number) else { return RichText() }
        let question = round.questions[number]
        let progress = localizer.text(
            "quiz.question",
            ["number": .number(number + 1), "total": .number(round.questions.count)]
        )
        var spans: [RichText.Span] = [.strong([.text(progress)]), .text(" ")] + asked(question)
        // Headlines as choices stand in lines of their own.
        let isLong = question.kind == .first || question.kind == .invented
        var blocks: [RichText.Block] = []
        for index in round.offered(number) {
            let choice: [RichText.Span] = [
                .strong([.text(Self.letters[index] + ")")]), .text(" \(question.choices[index])"),
            ]
            if isLong { blocks.append(.paragraph(choice)) } else { spans += [.text("   ")] + choice }
        }
        return RichText([.paragraph(spans)] + blocks)
    }

    /// What is asked, without the choices.
    private func asked(_ question: QuizQuestion) -> [RichText.Span] {
        switch question.kind {
        case .source: return localizer.spans("quiz.asksSource", ["headline": .text(question.before)])
        case .first: return localizer.spans("quiz.asksFirst", [:])
        case .invented: return localizer.spans("quiz.asksInvented", [:])
        case .map: return localizer.spans("quiz.asksMap", ["place": .text(question.before)])
        case .person, .organisation, .place, .thing, .number, .date, .word:
            let gap = RichText.Span.symbol(localizer.text("quiz.gap"), words: localizer.text("quiz.gapWords"))
            return [.text(question.before), gap, .text(question.after)]
        }
    }

    /// A question with its answer in plain words, for operators.
    static func plain(_ question: QuizQuestion) -> String {
        let asked = question.kind.hasGap ? question.before + "____" + question.after : question.before
        let choices = zip(letters, question.choices).map { "\($0)) \($1)" }.joined(separator: " ")
        return "[\(question.kind.rawValue)] \(asked) \(choices) = \(question.answer)"
    }

    func reveal(_ number: Int, right: [Participant], of round: QuizRound) -> RichText {
        guard round.questions.indices.contains(number) else { return RichText() }
        let question = round.questions[number]
        let letter = Self.letters[min(question.correct, Self.letters.count - 1)]
        var spans: [RichText.Span] = round.isSheet ? [.strong([.text("\(number + 1)")]), .text(" ")] : []
        spans += localizer.spans("quiz.answer", ["letter": .text(letter), "answer": .text(question.answer)])
        if question.kind == .invented {
            spans += [.text(" ")] + localizer.spans("quiz.inTruth", ["headline": .text(question.headline)])
        }
        spans.append(.text(" "))
        if let url = question.url {
            spans.append(.link(label: "[\(question.feedName)]", url: url))
        } else {
            spans.append(.text("[\(question.feedName)]"))
        }
        let names = right.prefix(10).map { quiet($0.name) }
        let judged =
            switch (round.isSheet, right.isEmpty) {
            case (true, true) where round.isSkipped(number): localizer.text("quiz.notAnswered")
            case (true, false): localizer.text("quiz.youWereRight")
            case (true, true): localizer.text("quiz.youWereWrong")
            case (false, true): localizer.text("quiz.nobodyRight")
            case (false, false): localizer.text("quiz.right", ["names": .text(localizer.list(names))])
            }
        let words = RichText.Span.text(judged)
        let state: SquareState = right.isEmpty ? .wrong : .right
        spans += [.text(" · "), round.isSheet ? .meaning(.square(state), [words]) : words]
        // A place on the map says nothing of the news by itself.
        let line = question.kind == .map ? question.headline : question.summary
        if !line.isEmpty { spans.append(.text(" · " + line)) }
        return RichText([.paragraph(spans)])
    }

    func finish(_ scores: [QuizRound.Score], questions: Int, of round: QuizRound) -> RichText {
        var facts: [String: MessageArgument] = [
            "again": .text(hints.typed("quiz")), "totals": .text(hints.typed("quiz scores")),
        ]
        let best = scores.first?.points ?? 0
        let grade = round.isEmpty ? "skipped" : QuizGrade(points: best, of: questions).rawValue
        facts["grade"] = .text(localizer.text("quiz.grade.\(grade)"))
        if round.isSheet {
            facts["result"] = .text(result(best, of: questions))
            return localizer.richText(isOfGuest ? "quiz.finishedGuest" : "quiz.finishedSolo", facts)
        }
        guard !scores.isEmpty else { return localizer.richText("quiz.finishedWithoutPoints", facts) }
        let lines = scores.prefix(10).map { quiet($0.player.name) + " " + result($0.points, of: questions) }
        facts["scores"] = .text(localizer.list(lines))
        return localizer.richText("quiz.finished", facts)
    }

    /// A result, as `4/5 (80 %)`.
    private func result(_ points: Int, of questions: Int) -> String {
        localizer.text(
            "quiz.result",
            [
                "points": .number(points), "total": .number(questions),
                "percent": .number(questions == 0 ? 0 : (points * 100 + questions / 2) / questions),
            ]
        )
    }

    // MARK: - Hints, and lines that are no answer

    /// The choices that a hint has left.
    func hinted(_ number: Int, of round: QuizRound) -> RichText {
        let choices = round.offered(number).map { index in
            "\(Self.letters[index])) \(round.questions[number].choices[index])"
        }
        return localizer.richText(
            "quiz.hinted",
            ["n": .number(number + 1), "first": .text(choices.first ?? ""), "second": .text(choices.last ?? "")]
        )
    }

    func needsAll(_ round: QuizRound) -> RichText {
        localizer.richText("quiz.needsAll", ["n": .number(round.questions.count), "line": .text(example(round))])
    }

    func problem(_ problem: QuizSheetLine.Problem, of round: QuizRound) -> RichText {
        let count = round.questions.count
        switch problem {
        case .question(let number):
            return localizer.richText("quiz.noSuchQuestion", ["number": .number(number), "n": .number(count)])
        case .choice(let text):
            return localizer.richText("quiz.noSuchChoice", ["text": .text(text)])
        case .twice(let number):
            return localizer.richText("quiz.twice", ["number": .number(number)])
        case .missing(let numbers):
            let missing = localizer.list(numbers.map { localizer.number($0) })
            return localizer.richText(
                "quiz.missing",
                [
                    "n": .number(count - numbers.count), "total": .number(count), "missing": .text(missing),
                    "left": .text(numbers.map { "\($0)-" }.joined(separator: " ")),
                ]
            )
        }
    }
}
