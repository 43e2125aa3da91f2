import TimeArithmetic

// Words that are understood as operators, and names of sources that nothing introduces.
extension SearchSentence {
    /// Pieces that follow each other as what may be looked for, with the whole search in which they are a phrase.
    static func word(at places: Range<Int>, in typed: [SearchPieces.Piece]) -> CategoryWord {
        let text = SearchPieces.text(of: typed[places])
        var pieces = typed
        pieces.replaceSubrange(places, with: [SearchPieces.Piece(text: "\"\(text)\"", kind: .fixed)])
        return CategoryWord(text: text, quoted: SearchPieces.text(of: pieces[...]))
    }

    mutating func takeExclusions(
        _ find: @escaping (String) -> Source?,
        _ language: String,
        of typed: [SearchPieces.Piece],
        asPhrase: Bool
    ) {
        let names = SearchExclusions.Names(source: find) { Self.isCommon($0, language) }
        let taken = SearchExclusions.take(from: &pieces, names, asPhrase: asPhrase)
        terms += taken.terms
        exceptPhrase = taken.phrase
        excludedFeeds = taken.feeds
        if let word = taken.word { notedWords.append(Self.word(at: word.places, in: typed)) }
    }

    /// Takes the words for what articles have or are, such as "unread".
    mutating func takeTerms(_ language: String, of typed: [SearchPieces.Piece], takesState: Bool) {
        let sentence = self
        let surroundings = SearchTerms.Surroundings(
            takesState: takesState,
            isBesideUnderstood: { sentence.hasTime || sentence.isBesideUnderstood($0) },
            isCommon: { Self.isCommon($0, language) }
        )
        let taken = SearchTerms.take(from: &pieces, surroundings)
        terms += taken.terms
        understood.formUnion(taken.places)
        notedWords += taken.words.map { Self.word(at: $0.places, in: typed) }
    }

    private static let beforeTimes: Set<SearchPieces.Kind> = [.phrase(.on), .phrase(.since), .phrase(.from)]

    /// "before yesterday": a limit that no operator can say is words.
    mutating func takeLimits(_ today: CivilDate, _ firstWeekday: Int, of typed: [SearchPieces.Piece]) {
        var index = 0
        while index < pieces.count {
            guard case .phrase(.limited(let limit)) = pieces[index].kind else {
                index += 1
                continue
            }
            guard let term = limit.term(today: today, firstWeekday: firstWeekday) else {
                let words = pieces[index].text.split(separator: " ").map(String.init)
                let places = pieces[index].places
                let plain = words.map { SearchPieces.Piece(text: $0, kind: .word, places: places) }
                pieces.replaceSubrange(index...index, with: plain)
                continue
            }
            terms.append(term)
            notedWords.append(Self.word(at: pieces[index].places, in: typed))
            removeUnderstood(at: index)
            // "在昨天之前": the word for a time before it says nothing more.
            if index > 0, Self.beforeTimes.contains(pieces[index - 1].kind) {
                index -= 1
                understood.formUnion(pieces.remove(at: index).places)
            }
        }
    }

    mutating func addWholeName(hasPeriod: Bool) {
        guard source == nil, !pieces.contains(where: { $0.kind == .fixed }) else { return }
        let name = SearchPieces.text(of: pieces.drop { $0.kind == .phrase(.request) })
        if !name.isEmpty { wholeNames.append(WholeName(text: name, hasPeriod: hasPeriod)) }
    }

    /// The same search for everything of a source, if its words are the name of one.
    package func ofSource(_ source: Source, named name: WholeName) -> SearchSentence {
        var sentence = self
        sentence.source = source
        sentence.query = ownTerms.joined(separator: " ")
        sentence.category = nil
        sentence.categoryWord = nil
        sentence.isOnlyCommon = false
        sentence.asksEverything = false
        if name.hasPeriod {
            sentence.period = nil
            sentence.typedPeriod = nil
            sentence.asksSince = false
        }
        return sentence
    }
}
