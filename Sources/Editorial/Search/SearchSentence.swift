package import NewsModel
package import TimeArithmetic

/// What a search asks for: the words and operators that remain when the rest is understood.
package struct SearchSentence: Hashable, Sendable {
    package struct Source: Hashable, Sendable {
        package var name: String
        package var feeds: Set<FeedID>

        package init(name: String, feeds: Set<FeedID>) {
            self.name = name
            self.feeds = feeds
        }
    }

    /// A word with a meaning that may be looked for as a word, too: "tech" in "tech linux".
    package struct CategoryWord: Hashable, Sendable {
        package var text: String
        /// The whole search with this word in quotes, so that it is only a word.
        package var quoted: String
    }

    /// Which category beside other words may be meant without "news" or "in".
    package enum CategoryPosition: Sendable {
        /// The first word, or a category that is all there is: "tech linux".
        case leading
        /// The last word: "linux tech".
        case trailing
    }

    /// Words of a search that may be the name of a source, though no "from" says so.
    package struct WholeName: Hashable, Sendable {
        package var text: String
        /// Whether the period that was understood is a part of the name, as in "USA Today".
        var hasPeriod: Bool
    }

    /// In the language of queries; empty when no words remain.
    package internal(set) var query = ""
    package internal(set) var period: DigestPeriod?
    /// Whether the time lasts from the beginning of the period until now.
    package internal(set) var asksSince = false
    /// The period as it was typed, with the word that makes it one.
    package internal(set) var typedPeriod: String?
    package internal(set) var category: String?
    /// The word that was understood as the category although it may be looked for; nil where the sentence says it.
    package internal(set) var categoryWord: CategoryWord?
    package internal(set) var source: Source?
    /// All words of the search are in nearly every text.
    package internal(set) var isOnlyCommon = false
    /// Whether it only names news and says no more than what it does not want: "latest news", "news but not from BBC".
    package internal(set) var asksEverything = false
    /// Other words that may be looked for and were understood otherwise: a word for an exclusion, "before yesterday".
    package internal(set) var notedWords: [CategoryWord] = []
    /// Words that exclude something, or are a name: "doctors without borders".
    package internal(set) var exceptPhrase: String?
    /// The feeds of the sources that are not wanted.
    package internal(set) var excludedFeeds: Set<FeedID> = []
    /// What is the search for a source if one is called just so; empty where operators or a source are named.
    package internal(set) var wholeNames: [WholeName] = []
    /// Words follow that say what it is about: "articles about AI".
    package let asksAbout: Bool

    var pieces: [SearchPieces.Piece]
    let hasTime: Bool
    /// Operators that words were understood as: exclusions and limits of time first, then all others.
    var terms: [String] = []
    /// The operators that stay when the words are the name of a source.
    var ownTerms: [String] = []
    /// The places of what was understood as a time, a source, a category or a term.
    var understood: Set<Int> = []
    /// Whether words that are in nearly every text are looked for, too: "US news".
    var requiresCommon = false

    /// - Parameters:
    ///   - language: the reader's, for its common words beside the English ones.
    ///   - today: the reader's local day.
    ///   - position: where a category may stand that the sentence does not say to be one; nil for nowhere.
    ///   - hasTime: whether a time was named beside these words already.
    ///   - firstWeekday: the day on which the reader's weeks begin; Monday is 0.
    ///   - asPhrase: whether words that exclude something or are a name are looked for as a phrase.
    ///   - takesState: whether what the reader has read and saved can be asked for.
    ///   - source: the source that a text names.
    package init(
        _ pieces: SearchPieces,
        language: String,
        today: CivilDate,
        categoryWord position: CategoryPosition? = .leading,
        hasTime: Bool = false,
        firstWeekday: Int = 0,
        asPhrase: Bool = false,
        takesState: Bool = true,
        source find: @escaping (String) -> Source?
    ) {
        self.pieces = pieces.pieces
        self.hasTime = hasTime
        asksAbout = pieces.pieces.dropLast().contains { $0.kind == .phrase(.about) }
        takeExclusions(find, language, of: pieces.pieces, asPhrase: asPhrase)
        takeLimits(today, firstWeekday, of: pieces.pieces)
        ownTerms = terms
        takeSource(find)
        addWholeName(hasPeriod: true)
        takePeriod(today)
        if period != nil { addWholeName(hasPeriod: false) }
        takeTerms(language, of: pieces.pieces, takesState: takesState)
        if let categories = SearchTerms.takeCategories(from: &self.pieces) { terms.append(categories) }
        takeCategory(of: pieces.pieces, takesWords: position == .leading)
        if category == nil, let position { takeCategoryWord(at: position, of: pieces.pieces) }
        takeFillers(language, of: pieces.pieces)
        let words = self.pieces.filter { $0.kind != .fixed }
        let rare = words.filter { piece in
            piece.kind != .phrase(.or) && piece.kind != .phrase(.and)
                && (requiresCommon || !Self.isCommon(piece.text, language))
                && piece.text.contains { $0.isLetter || $0.isNumber }
        }
        let hasFixed = words.count < self.pieces.count
        let saysNothing = rare.isEmpty && !hasFixed && !isUnderstood && !asksEverything && terms.isEmpty
        isOnlyCommon = saysNothing && words.contains { $0.text.contains { $0.isLetter || $0.isNumber } }
        guard !saysNothing else {
            query = self.pieces.map(\.text).joined(separator: " ")
            return
        }
        let kept = self.pieces.filter { $0.kind == .fixed || $0.kind == .phrase(.or) || rare.contains($0) }
        query = Self.query(of: kept, terms)
    }

    /// In the language of queries; an "or" that does not stand between two others is left out.
    ///
    /// - Parameter terms: operators that belong to all alternatives.
    private static func query(of pieces: [SearchPieces.Piece], _ terms: [String]) -> String {
        var texts: [String] = []
        var isOr = false
        for piece in pieces {
            guard piece.kind != .phrase(.or) else {
                isOr = !texts.isEmpty
                continue
            }
            texts += isOr ? ["OR", piece.text] : [piece.text]
            isOr = false
        }
        let words = texts.joined(separator: " ")
        guard !terms.isEmpty, !words.isEmpty else { return words + terms.joined(separator: " ") }
        let isAlternative = texts.contains { $0 == "OR" || $0.contains { "|｜".contains($0) } }
        // Operators stand first, because the words of a place are the last ones: "-ferry near Turin".
        return (terms + [isAlternative ? "(\(words))" : words]).joined(separator: " ")
    }

    /// Whether it names a time, a category or a source, beside which no other words are needed.
    package var isUnderstood: Bool { hasTime || period != nil || category != nil || source != nil }

    /// "from BBC News": the longest name that a source has.
    private mutating func takeSource(_ find: (String) -> Source?) {
        for name in SearchPieces.sourceNames(in: pieces) {
            guard let source = find(name.text) else { continue }
            self.source = source
            for piece in pieces[name.range] { understood.formUnion(piece.places) }
            pieces.removeSubrange(name.range)
            take(.joint, at: name.range.lowerBound)
            // "from BBC or CNN": there is no word before it.
            take(.or, at: name.range.lowerBound)
            return
        }
    }

    /// The first time, with the word for a time before it; all others are words.
    private mutating func takePeriod(_ today: CivilDate) {
        let periods = pieces.map { Self.period(of: $0, today) }
        if let index = periods.firstIndex(where: { $0 != nil }) {
            let before = index > 0 ? pieces[index - 1].kind : .word
            var isDay = false
            if case .phrase(.day) = pieces[index].kind { isDay = true }
            period = periods[index]
            asksSince = before == .phrase(.since)
            // A name or a date is a time only with the word before it.
            let start = (isDay || asksSince) && index > 0 ? index - 1 : index
            typedPeriod = SearchPieces.text(of: pieces[start...index])
            removeUnderstood(at: index)
            let isIntroduced = asksSince || before == .phrase(.from) || before == .phrase(.on)
            if isIntroduced || isDay && before == .phrase(.within) {
                understood.formUnion(pieces[index - 1].places)
                pieces.remove(at: index - 1)
            }
        }
        for index in pieces.indices {
            switch pieces[index].kind {
            case .phrase(.day), .phrase(.since), .phrase(.on): pieces[index].kind = .word
            default: break
            }
        }
    }

    private static func period(of piece: SearchPieces.Piece, _ today: CivilDate) -> DigestPeriod? {
        switch piece.kind {
        case .phrase(.period(let period)): period
        case .phrase(.day(let day)): day.period(today: today)
        default: nil
        }
    }

    /// A category before "news" or behind "in", or one beside which nothing else is looked for.
    private mutating func takeCategory(of typed: [SearchPieces.Piece], takesWords: Bool) {
        let isAlone = !pieces.contains { $0.kind == .word || $0.kind == .fixed }
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.category(let name)) = piece.kind, !isOneOfSeveral(index) else { continue }
            let next = pieces[(index + 1)...].first { $0.kind != .phrase(.joint) }
            let isWithin = index > 0 && pieces[index - 1].kind == .phrase(.within)
            let isSaid = next?.namesNews == true || isWithin
            guard isSaid || isAlone && takesWords else { continue }
            if !isSaid { categoryWord = Self.word(at: piece.places, in: typed) }
            takeCategory(name, at: index)
            if isWithin {
                understood.formUnion(pieces[index - 1].places)
                pieces.remove(at: index - 1)
            }
            return
        }
    }

    private mutating func takeCategory(_ name: String, at index: Int) {
        category = name
        removeUnderstood(at: index)
    }

    /// "tech linux", "linux tech": a category that is the first or the last word, or the only one beside operators.
    private mutating func takeCategoryWord(at position: CategoryPosition, of typed: [SearchPieces.Piece]) {
        let hasWords = pieces.contains { $0.kind == .word }
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.category(let name)) = piece.kind, !isOneOfSeveral(index) else { continue }
            switch position {
            case .leading: guard !hasWords || leads(index) else { continue }
            case .trailing: guard ends(index) else { continue }
            }
            categoryWord = Self.word(at: piece.places, in: typed)
            return takeCategory(name, at: index)
        }
    }

    /// Whether no word stands before a category, and a blank but no "and" behind it: "科技公司" is one word.
    private func leads(_ index: Int) -> Bool {
        let isFirst = pieces[..<index].allSatisfy { piece in
            switch piece.kind {
            case .fixed, .phrase(.request), .phrase(.joint): true
            default: piece.namesNews
            }
        }
        guard isFirst, index + 1 < pieces.count else { return false }
        return pieces[index + 1].isSpaced && pieces[index + 1].kind != .phrase(.and)
    }

    /// Whether a word stands before a category, with a blank and no "and" between them, and none behind it.
    private func ends(_ index: Int) -> Bool {
        guard index > 0, pieces[index].isSpaced, pieces[(index + 1)...].allSatisfy({ $0.kind == .fixed })
        else { return false }
        switch pieces[index - 1].kind {
        case .fixed, .word, .phrase(.category): return true
        default: return false
        }
    }

    /// Whether an "or" stands beside a category, or an "and" and another category: then they are words to look for.
    private func isOneOfSeveral(_ index: Int) -> Bool {
        [-1, 1].contains { side in
            let (joiner, other) = (index + side, index + 2 * side)
            guard pieces.indices.contains(joiner), pieces.indices.contains(other) else { return false }
            switch (pieces[joiner].kind, pieces[other].kind) {
            case (.phrase(.or), _), (.phrase(.and), .phrase(.category)): return true
            default: return false
            }
        }
    }

    /// Removes a piece that was understood, with the word that only joins it to the next.
    mutating func removeUnderstood(at index: Int) {
        understood.formUnion(pieces.remove(at: index).places)
        guard index < pieces.count, pieces[index].kind == .phrase(.joint) else { return }
        understood.formUnion(pieces.remove(at: index).places)
    }

    /// Whether a piece stands beside a time, a source or a category that was understood.
    func isBesideUnderstood(_ piece: SearchPieces.Piece) -> Bool {
        understood.contains(piece.places.lowerBound - 1) || understood.contains(piece.places.upperBound)
    }

    mutating func take(_ meaning: SearchPhraseBook.Meaning, at index: Int) {
        if index < pieces.count, pieces[index].kind == .phrase(meaning) { pieces.remove(at: index) }
    }
}
