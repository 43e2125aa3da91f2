import NewsModel
import TextAnalysis

/// Finds what a search does not want: "but not ferry", "not from BBC", "除了足球".
enum SearchExclusions {
    typealias Piece = SearchPieces.Piece

    struct Taken {
        /// As in `-ferry`, `-feed:"BBC News"` and `-category:Sports`.
        var terms: [String] = []
        /// The feeds of the sources among them: a site's name excludes no feed by its own name.
        var feeds: Set<FeedID> = []
        /// The first piece that was understood so, and was no phrase.
        var word: Piece?
        /// The first words, with the excluding one, that may be a name: "doctors without borders".
        var phrase: String?
    }

    /// What a text names, as exclusions ask for it.
    struct Names {
        var source: (String) -> SearchSentence.Source?
        /// Whether a word says nothing alone: "the ferry" is "ferry".
        var isCommon: (String) -> Bool
    }

    /// What is not wanted behind one word for it.
    private struct Exclusion {
        var terms: [String] = []
        var feeds: Set<FeedID> = []
        /// Where the words end.
        var end = 0
        /// The same with what closes it.
        var closedEnd = 0
        /// Whether plain words are among it, which no "from" says to be a source.
        var hasWords = false
    }

    private struct Thing {
        var term: String
        var end: Int
        var isSource = false
        var isWord = false
        var feeds: Set<FeedID> = []
    }

    /// Further exclusions are words.
    private static let mostExclusions = 4

    /// - Parameter asPhrase: whether words that may be a name are looked for as a phrase.
    static func take(from pieces: inout [Piece], _ names: Names, asPhrase: Bool) -> Taken {
        var taken = Taken()
        var (index, count) = (0, 0)
        while index < pieces.count {
            guard isExclusion(pieces[index]) else {
                index += 1
                continue
            }
            guard count < mostExclusions, let found = exclusion(at: index, in: pieces, names) else {
                index = SearchPieces.makeWord(at: index, in: &pieces) + 1
                continue
            }
            count += 1
            let start = phraseStart(before: index, in: pieces)
            if found.hasWords, pieces[index].kind == .phrase(.except), start < index {
                let words = pieces[start..<found.end]
                let phrase = SearchTerms.plain(SearchPieces.text(of: words))
                let isFirst = taken.phrase == nil
                if isFirst { taken.phrase = phrase }
                if asPhrase, isFirst {
                    let places = pieces[start].places.lowerBound..<pieces[found.end - 1].places.upperBound
                    let piece = Piece(text: "\"\(phrase)\"", kind: .fixed, places: places)
                    pieces.replaceSubrange(start..<found.end, with: [piece])
                    index = start + 1
                    continue
                }
            }
            taken.terms += found.terms
            taken.feeds.formUnion(found.feeds)
            taken.word = taken.word ?? pieces[index]
            pieces.removeSubrange(index..<found.closedEnd)
        }
        while let index = pieces.firstIndex(where: { $0.kind == .phrase(.exceptEnd) }) {
            SearchPieces.makeWord(at: index, in: &pieces)
        }
        return taken
    }

    /// Where the words before an exclusion begin.
    private static func phraseStart(before index: Int, in pieces: [Piece]) -> Int {
        var start = index
        while start > 0, isWord(pieces[start - 1]) || pieces[start - 1].kind == .phrase(.joint),
            SearchPieces.follows(pieces[start], pieces[start - 1])
        {
            start -= 1
        }
        return start
    }

    /// What may be the name of a source that is not wanted, the longest names first.
    static func sourceNames(in pieces: [Piece]) -> [SearchPieces.SourceName] {
        var names: [SearchPieces.SourceName] = []
        let isClosed = pieces.contains { $0.kind == .phrase(.exceptEnd) }
        let exclusions = pieces.indices.filter { index in
            isExclusion(pieces[index]) && (isClosed || isApart(index, in: pieces))
        }
        for index in exclusions.prefix(mostExclusions) {
            let joined = pieces.indices.filter { $0 > index && isJoiner(pieces[$0]) }
            for before in [index] + joined {
                let start = start(behind: before, in: pieces)
                let isSource = saysSource(index, before + 1..<start, in: pieces)
                if start < pieces.count, let name = quotation(pieces[start]) {
                    names.append(SearchPieces.SourceName(text: name, isWhole: !isSource, range: start..<start + 1))
                } else {
                    names += ranges(from: start, in: pieces).map { range in
                        let text = SearchPieces.text(of: pieces[range])
                        return SearchPieces.SourceName(text: text, isWhole: !isSource, range: range)
                    }
                }
                let most = SearchPieces.mostSourceNames
                if names.count >= most { return Array(names.prefix(most)) }
            }
        }
        return names
    }

    private static func isExclusion(_ piece: Piece) -> Bool {
        piece.kind == .phrase(.except) || piece.kind == .phrase(.exceptFrom)
    }

    private static func isJoiner(_ piece: Piece) -> Bool {
        piece.kind == .phrase(.or) || piece.kind == .phrase(.and)
    }

    /// Where what is not wanted begins behind a word: "without the ferry".
    private static func start(behind index: Int, in pieces: [Piece]) -> Int {
        var start = index + 1
        while start < pieces.count, pieces[start].isFiller || pieces[start].kind == .phrase(.within) { start += 1 }
        return start
    }

    /// Whether "from" stands in the exclusion or before what is not wanted.
    private static func saysSource(_ exclusion: Int, _ between: Range<Int>, in pieces: [Piece]) -> Bool {
        pieces[exclusion].kind == .phrase(.exceptFrom) || pieces[between].contains { $0.kind == .phrase(.from) }
    }

    /// The places of names that begin at `start`, the longest first.
    private static func ranges(from start: Int, in pieces: [Piece]) -> [Range<Int>] {
        (1...SearchPieces.longestSource).reversed().map { start..<start + $0 }.filter { range in
            range.upperBound <= pieces.count && pieces[range].allSatisfy { $0.kind != .fixed && !isExclusion($0) }
        }
    }

    private static func quotation(_ piece: Piece) -> String? {
        guard piece.kind == .fixed, let quoted = SearchToken.quotation(piece.text) else { return nil }
        let name = quoted.split(separator: " ").joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    /// Whether a word for an exclusion stands where one can: in a script without blanks it may be inside another word,
    /// as in "删除了".
    private static func isApart(_ index: Int, in pieces: [Piece]) -> Bool {
        let letter = pieces[index].text.unicodeScalars.first
        guard index > 0, !pieces[index].isSpaced, letter.map({ WordTokenizer.isUnspaced($0) }) == true
        else { return true }
        if case .phrase = pieces[index - 1].kind { return true }
        return !SearchPieces.follows(pieces[index], pieces[index - 1])
    }

    /// One or several things that are not wanted: "without football or tennis".
    private static func exclusion(at index: Int, in pieces: [Piece], _ names: Names) -> Exclusion? {
        var found = Exclusion(end: index + 1)
        var before = index
        var startsWithSource = false
        while true {
            let start = start(behind: before, in: pieces)
            let isSource = saysSource(index, before + 1..<start, in: pieces)
            guard let one = thing(at: start, in: pieces, isSource: isSource, names) else { break }
            if found.terms.isEmpty { startsWithSource = one.isSource }
            found.terms.append("-" + one.term)
            found.feeds.formUnion(one.feeds)
            found.end = one.end
            found.hasWords = found.hasWords || one.isWord && !isSource
            guard found.end < pieces.count, isJoiner(pieces[found.end]) else { break }
            before = found.end
        }
        guard !found.terms.isEmpty else { return nil }
        func isClosing(_ index: Int) -> Bool {
            guard index < pieces.count else { return false }
            return pieces[index].kind == .phrase(.exceptEnd)
                || pieces[index].kind == .phrase(.joint) && !pieces[index].isSpaced
        }
        let isClosed = found.end < pieces.count && pieces[found.end].kind == .phrase(.exceptEnd)
        guard isClosed || isApart(index, in: pieces) else { return nil }
        // "Without you" is a beginning like any other; "除了足球的体育新闻" says where the exception ends.
        let namesSource = pieces[index].kind == .phrase(.exceptFrom) && startsWithSource
        guard index > 0 || namesSource || isClosing(found.end) else { return nil }
        found.closedEnd = found.end
        while isClosing(found.closedEnd) { found.closedEnd += 1 }
        return found
    }

    /// A source, a category, a quotation, an operator, or words; nil if there is nothing of it.
    private static func thing(at start: Int, in pieces: [Piece], isSource: Bool, _ names: Names) -> Thing? {
        guard start < pieces.count else { return nil }
        if pieces[start].kind == .fixed { return operation(at: start, in: pieces, isSource: isSource, names) }
        var end = start
        while end < pieces.count, isWord(pieces[end]) {
            end += 1
            if pieces[end - 1].text.last.map({ !$0.isLetter && !$0.isNumber }) == true { break }
        }
        if !isSource, end == start + 1, case .phrase(.category(let name)) = pieces[start].kind {
            return SearchTerms.term("category", name).map { Thing(term: $0, end: end) }
        }
        for range in ranges(from: start, in: pieces) {
            guard let source = names.source(SearchPieces.text(of: pieces[range])),
                let term = SearchTerms.term("feed", source.name)
            else { continue }
            return Thing(term: term, end: range.upperBound, isSource: true, feeds: source.feeds)
        }
        let words = pieces[start..<end].drop { names.isCommon($0.text) }
        var text = SearchPieces.text(of: words)
        while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
        return SearchTerms.written(text).map { Thing(term: $0, end: end, isWord: true) }
    }

    /// A quotation or another operator, unless it is one of several alternatives.
    private static func operation(at start: Int, in pieces: [Piece], isSource: Bool, _ names: Names) -> Thing? {
        let token = SearchToken(text: pieces[start].text, isOperator: true)
        let end = start + 1
        let isBound = end < pieces.count && SearchToken(text: pieces[end].text, isOperator: true).bindsPrevious
        guard !isBound, !token.bindsNext, token.text.first.map(Query.isMinus) == false else { return nil }
        guard let name = quotation(pieces[start]) else {
            return isSource || !isClosed(token.text) ? nil : Thing(term: token.text, end: end)
        }
        if let source = names.source(name), let term = SearchTerms.term("feed", source.name) {
            return Thing(term: term, end: end, isSource: true, feeds: source.feeds)
        }
        let plain = SearchTerms.plain(name)
        return plain.isEmpty ? nil : Thing(term: "\"\(plain)\"", end: end)
    }

    /// Whether what begins in an operator ends there, too; what does not would exclude all that follows.
    private static func isClosed(_ text: String) -> Bool {
        func count(_ letters: String) -> Int { text.count { letters.contains($0) } }
        return count("(（") == count(")）") && text.count(where: Query.isStraightQuote).isMultiple(of: 2)
    }

    private static func isWord(_ piece: Piece) -> Bool {
        switch piece.kind {
        case .word, .phrase(.category), .phrase(.term), .phrase(.bareTerm): true
        default: false
        }
    }
}
