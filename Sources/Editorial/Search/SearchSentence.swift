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
    package private(set) var category: String?
    package private(set) var source: Source?
    /// All words of the search are in nearly every text.
    package private(set) var isOnlyCommon = false

    private var pieces: [SearchPieces.Piece]

    /// - Parameter source: the source that a text names.
    /// - Parameter language: the reader's, for its common words beside the English ones.
    package init(_ pieces: SearchPieces, language: String, source find: (String) -> Source?) {
        self.pieces = pieces.pieces
        takeSource(find)
        takePeriod()
        takeCategory()
        takeFillers()
        let words = self.pieces.filter { $0.kind != .fixed }
        let rare = words.filter { !Self.isCommon($0.text, language) && $0.text.contains { $0.isLetter || $0.isNumber } }
        let hasFixed = words.count < self.pieces.count
        let saysNothing = rare.isEmpty && !hasFixed && !isUnderstood
        isOnlyCommon = saysNothing && words.contains { $0.text.contains { $0.isLetter || $0.isNumber } }
        let kept = saysNothing ? self.pieces : self.pieces.filter { $0.kind == .fixed || rare.contains($0) }
        query = kept.map(\.text).joined(separator: " ")
    }

    private var isUnderstood: Bool { period != nil || category != nil || source != nil }

    /// "from BBC News": the longest name that a source has.
    private mutating func takeSource(_ find: (String) -> Source?) {
        for (name, range) in SearchPieces.sourceNames(in: pieces) {
            guard let source = find(name) else { continue }
            self.source = source
            pieces.removeSubrange(range)
            takeJoint(at: range.lowerBound)
            return
        }
    }

    /// With a "from" before it.
    private mutating func takePeriod() {
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.period(let period)) = piece.kind else { continue }
            self.period = period
            pieces.remove(at: index)
            takeJoint(at: index)
            if index > 0, pieces[index - 1].kind == .phrase(.from) { pieces.remove(at: index - 1) }
            return
        }
    }

    /// A category before "news" or behind "in", or one that no words stand beside.
    private mutating func takeCategory() {
        let hasWords = pieces.contains { $0.kind == .word }
        for (index, piece) in pieces.enumerated() {
            guard case .phrase(.category(let name)) = piece.kind else { continue }
            let next = pieces[(index + 1)...].first { $0.kind != .phrase(.joint) }
            let isWithin = index > 0 && pieces[index - 1].kind == .phrase(.within)
            guard !hasWords || next?.kind == .phrase(.news) || isWithin else { continue }
            category = name
            pieces.remove(at: index)
            takeJoint(at: index)
            if isWithin { pieces.remove(at: index - 1) }
            return
        }
    }

    private mutating func takeJoint(at index: Int) {
        if index < pieces.count, pieces[index].kind == .phrase(.joint) { pieces.remove(at: index) }
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
