internal import TextAnalysis

/// Letters of a script without blanks that somebody looks for, compared with pairs of such letters that titles have.
///
/// Where words have no ends, no list of words can be compared; which letters follow each other is known.
struct UnspacedRun {
    private let letters: [Unicode.Scalar]
    /// How many titles have each pair of letters.
    private let pairs: [String: Int]

    /// Fewer letters have too many neighbours.
    private static let fewest = 3
    private static let most = 30

    /// Nil for other words, and if titles have all pairs of the letters.
    ///
    /// - Parameter known: words of titles, as the tokenizer gives them; two letters of these scripts are one.
    init?(_ word: String, known: [String: Int]) {
        // Folding may join several letters, such as those of a Korean syllable.
        let folded = TextFolding.folded(word)
        guard Self.isRun(word), Self.isRun(folded) else { return nil }
        letters = Array(folded.unicodeScalars)
        pairs = known
        guard rarest(of: letters) == 0 else { return nil }
    }

    /// Whether a word has only letters of such a script, neither few nor many.
    static func isRun(_ word: String) -> Bool {
        let letters = word.unicodeScalars
        return (fewest...most).contains(letters.count) && letters.allSatisfy { WordTokenizer.isUnspaced($0) }
    }

    /// The same with one other letter, so that titles have all pairs: the one whose rarest pair is in most titles.
    var mended: String? {
        let known = pairs.keys.compactMap { pair -> (first: Unicode.Scalar, last: Unicode.Scalar)? in
            guard pair.unicodeScalars.count == 2, let first = pair.unicodeScalars.first,
                let last = pair.unicodeScalars.last
            else { return nil }
            return (first, last)
        }
        let following = Dictionary(grouping: known) { $0.first }
        var best: (letters: [Unicode.Scalar], count: Int)?
        for index in letters.indices {
            let others =
                index > 0
                ? following[letters[index - 1], default: []].map { $0.last }
                : known.filter { $0.last == letters[1] }.map { $0.first }
            for other in others.sorted() {
                var changed = letters
                changed[index] = other
                let count = rarest(of: changed)
                if count > (best?.count ?? 0) { best = (changed, count) }
            }
        }
        return best.map { Self.text($0.letters[...]) }
    }

    /// The longest beginning or end of it of which titles have all pairs, and what that leaves out.
    var shorter: (kept: String, left: String)? {
        for length in stride(from: letters.count - 1, through: 2, by: -1) {
            let (beginning, end) = (letters.prefix(length), letters.suffix(length))
            if rarest(of: Array(beginning)) > 0 {
                return (Self.text(beginning), Self.text(letters.dropFirst(length)))
            }
            if rarest(of: Array(end)) > 0 { return (Self.text(end), Self.text(letters.dropLast(length))) }
        }
        return nil
    }

    /// How many titles have the rarest pair of letters.
    private func rarest(of letters: [Unicode.Scalar]) -> Int {
        zip(letters, letters.dropFirst()).map { pairs[Self.text([$0, $1])] ?? 0 }.min() ?? 0
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }
}
