package import NewsModel
import TextAnalysis

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

    /// In the language of queries; empty when no words remain.
    package private(set) var query = ""
    package private(set) var period: DigestPeriod?
    /// The period as it was typed.
    package private(set) var typedPeriod: String?
    package private(set) var category: String?
    package private(set) var source: Source?
    /// All words of the search are in nearly every text.
    package private(set) var isOnlyCommon = false
    /// Words follow that say what it is about: "articles about AI".
    package let asksAbout: Bool

    private var pieces: [SearchPieces.Piece]

    /// - Parameter source: the source that a text names.
    /// - Parameter language: the reader's, for its common words beside the English ones.
    package init(_ pieces: SearchPieces, language: String, source find: (String) -> Source?) {
        self.pieces = pieces.pieces
        asksAbout = pieces.pieces.dropLast().contains { $0.kind == .phrase(.about) }
        takeSource(find)
        takePeriod()
        takeCategory()
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

    private var isUnderstood: Bool { period != nil || category != nil || source != nil }

    /// "from BBC News": the longest name that a source has.
    private mutating func takeSource(_ find: (String) -> Source?) {
        for (name, range) in SearchPieces.sourceNames(in: pieces) {
            guard let source = find(name) else { continue }
            self.source = source
            pieces.removeSubrange(range)
            take(.joint, at: range.lowerBound)
            // "from BBC or CNN": there is no word before it.
            take(.or, at: range.lowerBound)
            return
        }
    }

    /// With a "from" before it.
    private mutating func takePeriod() {
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.period(let period)) = piece.kind else { continue }
            (self.period, typedPeriod) = (period, piece.text)
            pieces.remove(at: index)
            take(.joint, at: index)
            if index > 0, pieces[index - 1].kind == .phrase(.from) { pieces.remove(at: index - 1) }
            return
        }
    }

    /// A category before "news" or behind "in", or one that no words stand beside.
    private mutating func takeCategory() {
        let hasWords = pieces.contains { $0.kind == .word }
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.category(let name)) = piece.kind, !isOneOfSeveral(index) else { continue }
            let next = pieces[(index + 1)...].first { $0.kind != .phrase(.joint) }
            let isWithin = index > 0 && pieces[index - 1].kind == .phrase(.within)
            guard !hasWords || next?.kind == .phrase(.news) || isWithin else { continue }
            category = name
            pieces.remove(at: index)
            take(.joint, at: index)
            if isWithin { pieces.remove(at: index - 1) }
            return
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

    private mutating func take(_ meaning: SearchPhraseBook.Meaning, at index: Int) {
        if index < pieces.count, pieces[index].kind == .phrase(meaning) { pieces.remove(at: index) }
    }

    /// "show me", "articles about": only words beside something that was understood, and never all words.
    private mutating func takeFillers() {
        let isSaid =
            isUnderstood || pieces.contains { $0.kind == .phrase(.about) }
            || pieces.first.map { $0.kind == .phrase(.request) && $0.text.count > 4 } ?? false
        guard isSaid else { return }
        let rest = pieces.filter { piece in
            switch piece.kind {
            case .phrase(.news), .phrase(.request), .phrase(.about), .phrase(.joint), .phrase(.from): false
            default: true
            }
        }
        if isUnderstood || !rest.isEmpty { pieces = rest }
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
