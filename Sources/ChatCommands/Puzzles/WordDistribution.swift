internal import Games
internal import Localization
internal import NewsModel
internal import Storage

/// How many words somebody found with one guess, with two, and so on.
struct WordDistribution: Hashable {
    /// By guesses, from one on.
    private(set) var found = [Int](repeating: 0, count: WordTarget.mostGuesses)
    private(set) var missed = 0

    /// The longest bar, in characters.
    private static let widest = 20

    init(_ scores: [PuzzleScore]) {
        for one in scores where one.puzzle.kind == PuzzleKind.word.rawValue {
            if one.score.isSolved, found.indices.contains(one.score.moves - 1) {
                found[one.score.moves - 1] += 1
            } else if !one.score.isSolved {
                missed += 1
            }
        }
    }

    /// A row for each number of guesses with a bar; in plain format numbers only.
    ///
    /// Nil without a word that is over.
    func table(_ localizer: Localizer) -> RichText.Table? {
        let counts = found + [missed]
        guard let most = counts.max(), most > 0 else { return nil }
        let rows = counts.enumerated().map { index, count -> [[RichText.Span]] in
            let name = index < found.count ? localizer.number(index + 1) : "X"
            // The smallest bar is seen, too.
            let width = count == 0 ? 0 : max(1, count * Self.widest / most)
            let bar = RichText.Span.symbol(String(repeating: "█", count: width), words: "")
            return [[.text(name)], [.text(localizer.number(count))], [bar]]
        }
        return RichText.Table(
            columns: [
                .init(localizer.text("puzzle.distribution.guesses"), .trailing),
                .init(localizer.text("puzzle.distribution.words"), .trailing), .init(""),
            ],
            rows: rows
        )
    }
}
