package import NewsModel
import TextAnalysis
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

    /// A word for a category that may be looked for as a word, too: "tech" in "tech linux".
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

    /// In the language of queries; empty when no words remain.
    package private(set) var query = ""
    package private(set) var period: DigestPeriod?
    /// Whether the time lasts from the beginning of the period until now.
    package private(set) var asksSince = false
    /// The period as it was typed, with the word that makes it one.
    package private(set) var typedPeriod: String?
    package private(set) var category: String?
    /// The word that was understood as the category although it may be looked for; nil where the sentence says it.
    package private(set) var categoryWord: CategoryWord?
    package private(set) var source: Source?
    /// All words of the search are in nearly every text.
    package private(set) var isOnlyCommon = false
    /// Words follow that say what it is about: "articles about AI".
    package let asksAbout: Bool

    private var pieces: [SearchPieces.Piece]
    private let hasTime: Bool

    /// - Parameters:
    ///   - language: the reader's, for its common words beside the English ones.
    ///   - today: the reader's local day.
    ///   - position: where a category may stand that the sentence does not say to be one; nil for nowhere.
    ///   - hasTime: whether a time was named beside these words already.
    ///   - source: the source that a text names.
    package init(
        _ pieces: SearchPieces,
        language: String,
        today: CivilDate,
        categoryWord position: CategoryPosition? = .leading,
        hasTime: Bool = false,
        source find: (String) -> Source?
    ) {
        self.pieces = pieces.pieces
        self.hasTime = hasTime
        asksAbout = pieces.pieces.dropLast().contains { $0.kind == .phrase(.about) }
        takeSource(find)
        takePeriod(today)
        takeCategory(of: pieces.pieces, takesWords: position == .leading)
        if category == nil, let position { takeCategoryWord(at: position, of: pieces.pieces) }
        takeFillers()
        let words = self.pieces.filter { $0.kind != .fixed }
        let rare = words.filter { piece in
            piece.kind != .phrase(.or) && piece.kind != .phrase(.and) && !Self.isCommon(piece.text, language)
                && piece.text.contains { $0.isLetter || $0.isNumber }
        }
        let hasFixed = words.count < self.pieces.count
        let saysNothing = rare.isEmpty && !hasFixed && !isUnderstood
        isOnlyCommon = saysNothing && words.contains { $0.text.contains { $0.isLetter || $0.isNumber } }
        guard !saysNothing else {
            query = self.pieces.map(\.text).joined(separator: " ")
            return
        }
        query = Self.query(of: self.pieces.filter { $0.kind == .fixed || $0.kind == .phrase(.or) || rare.contains($0) })
    }

    /// In the language of queries; an "or" that does not stand between two others is left out.
    private static func query(of pieces: [SearchPieces.Piece]) -> String {
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
        return texts.joined(separator: " ")
    }

    /// Whether it names a time, a category or a source, beside which no other words are needed.
    package var isUnderstood: Bool { hasTime || period != nil || category != nil || source != nil }

    /// "from BBC News": the longest name that a source has.
    private mutating func takeSource(_ find: (String) -> Source?) {
        for name in SearchPieces.sourceNames(in: pieces) {
            guard let source = find(name.text) else { continue }
            self.source = source
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
            pieces.remove(at: index)
            take(.joint, at: index)
            let isIntroduced = asksSince || before == .phrase(.from) || before == .phrase(.on)
            if isIntroduced || isDay && before == .phrase(.within) { pieces.remove(at: index - 1) }
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
            let isSaid = next?.kind == .phrase(.news) || isWithin
            guard isSaid || isAlone && takesWords else { continue }
            if !isSaid { categoryWord = CategoryWord(text: piece.text, quoted: Self.quoting(piece, in: typed)) }
            takeCategory(name, at: index)
            if isWithin { pieces.remove(at: index - 1) }
            return
        }
    }

    private mutating func takeCategory(_ name: String, at index: Int) {
        category = name
        pieces.remove(at: index)
        take(.joint, at: index)
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
            categoryWord = CategoryWord(text: piece.text, quoted: Self.quoting(piece, in: typed))
            return takeCategory(name, at: index)
        }
    }

    /// Whether no word stands before a category, and a blank but no "and" behind it: "科技公司" is one word.
    private func leads(_ index: Int) -> Bool {
        let isFirst = pieces[..<index].allSatisfy { piece in
            switch piece.kind {
            case .fixed, .phrase(.request), .phrase(.joint), .phrase(.news): true
            default: false
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

    private static func quoting(_ piece: SearchPieces.Piece, in typed: [SearchPieces.Piece]) -> String {
        var pieces = typed
        guard let index = pieces.firstIndex(of: piece) else { return SearchPieces.text(of: typed[...]) }
        pieces[index].text = "\"\(piece.text)\""
        pieces[index].isSpaced = true
        return SearchPieces.text(of: pieces[...])
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

    private mutating func take(_ meaning: SearchPhraseBook.Meaning, at index: Int) {
        if index < pieces.count, pieces[index].kind == .phrase(meaning) { pieces.remove(at: index) }
    }

    /// "show me", "articles about": only words beside something that was understood, and never all words.
    private mutating func takeFillers() {
        guard isUnderstood || pieces.contains(where: { $0.kind == .phrase(.about) }) || isRequested else { return }
        let rest = pieces.filter { !$0.isFiller }
        if isUnderstood || !rest.isEmpty { pieces = rest }
    }

    /// Whether it begins with a request; a short word may as well begin what is looked for: "show business", "显示器".
    private var isRequested: Bool {
        guard let first = pieces.first, first.kind == .phrase(.request), first.text.utf8.count > 4 else { return false }
        guard pieces.count > 1, pieces[1].kind == .word, !pieces[1].isSpaced,
            let letter = pieces[1].text.unicodeScalars.first, WordTokenizer.isUnspaced(letter)
        else { return true }
        return first.text.count > 2
    }

    private static func isCommon(_ text: String, _ language: String) -> Bool {
        var words: [String] = []
        WordTokenizer.forEachToken(text) { word, _, _ in
            words.append(word)
            return true
        }
        return words.allSatisfy { StopWords.contains($0, in: "en") || StopWords.contains($0, in: language) }
    }
}
