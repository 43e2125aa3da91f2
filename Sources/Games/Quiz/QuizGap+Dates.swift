/// Days and months that can be left out.
extension QuizGaps {
    /// The only day and the only month of a title, if it tells of them.
    func dates(_ entry: QuizArchive.Entry, _ words: QuizWords) -> [QuizGap] {
        var found: [QuizGap] = []
        for (number, list) in words.dates.enumerated() {
            let named = list.compactMap { name in entry.text.range(of: name).map { (name, $0) } }
            // A second day beside it would say which one is left out.
            guard named.count == 1, let (name, range) = named.first else { continue }
            if let after = entry.text.piece(after: range.upperBound) {
                let piece = entry.text.pieces[after]
                // "Sunday Times", "Freitag Abend".
                if piece.isCapital, isDirect(range.upperBound, piece.range.lowerBound, entry.text) { continue }
            }
            guard isSaid(range, entry.text, words) else { continue }
            found.append(
                QuizGap(
                    kind: .date,
                    text: name,
                    range: range,
                    fit: .init(
                        kind: .date,
                        language: entry.language,
                        isOneWord: true,
                        article: "",
                        sort: String(number)
                    )
                )
            )
        }
        return entry.text.isTitleCase ? [] : found
    }

    /// Whether a day or month belongs to a statement: "on Monday", "Monday will be".
    ///
    /// A loose one is a heading, as in "Fix it or finish it February", and the rest of it tells nothing about the day.
    private func isSaid(_ range: Range<String.Index>, _ text: QuizText, _ words: QuizWords) -> Bool {
        guard !text.text[range].contains(where: QuizText.isIdeographic) else {
            // Without spaces what surrounds it is the statement.
            let before = text.text[..<range.lowerBound].last
            return before.map(QuizText.isPart) == true
                || text.text[range.upperBound...].first.map(QuizText.isPart) == true
        }
        if let before = text.piece(before: range.lowerBound) {
            let piece = text.pieces[before]
            if isDirect(piece.range.upperBound, range.lowerBound, text), words.when.contains(piece.folded) {
                return true
            }
        }
        guard let after = text.piece(after: range.upperBound) else { return false }
        let piece = text.pieces[after]
        return isDirect(range.upperBound, piece.range.lowerBound, text) && words.after.contains(piece.folded)
    }

    /// Whether a title has a day or a month, which dates it.
    static func isDated(_ entry: QuizArchive.Entry, _ words: QuizWords?) -> Bool {
        (words?.dates ?? []).joined().contains { QuizArchive.has($0, in: entry.plainTitle) }
    }
}
