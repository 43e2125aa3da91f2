import TextAnalysis

/// Finds words that say the same as a term of the language of queries: "podcasts", "unread", "sports or health".
enum SearchTerms {
    typealias Piece = SearchPieces.Piece

    /// What was taken from a search.
    struct Taken {
        var terms: [String] = []
        /// The places of all words that were taken.
        var places: Set<Int> = []
        /// Those of them that are part of many names.
        var words: [Piece] = []
    }

    /// What is known where words are taken.
    struct Surroundings {
        /// Whether what a reader has read and saved can be asked for.
        var takesState: Bool
        /// Whether a piece stands beside a time or a source.
        var isBesideUnderstood: (Piece) -> Bool
        /// Whether a word says nothing alone: "with".
        var isCommon: (String) -> Bool
    }

    private static let joiners: Set = ["OR", "AND", "NOT"]

    /// `category:Sports`, with quotation marks where the value needs them; nil if nothing is left of the value.
    static func term(_ field: String, _ value: String) -> String? { written(value).map { "\(field):\($0)" } }

    /// A word or phrase as a query writes it; nil if nothing is left of it.
    static func written(_ text: String) -> String? {
        let plain = plain(text)
        guard plain.contains(where: { !$0.isWhitespace }) else { return nil }
        let isBare = plain.allSatisfy { $0.isLetter || $0.isNumber } && !joiners.contains(plain.uppercased())
        return isBare ? plain : "\"\(plain)\""
    }

    /// A text without quotation marks, so that it can stand between them.
    static func plain(_ text: String) -> String { text.filter { !Query.isStraightQuote($0) } }

    /// Takes the words for what articles have or are, at the beginning or at the end; elsewhere they are only words.
    static func take(from pieces: inout [Piece], _ surroundings: Surroundings) -> Taken {
        var taken = Taken()
        var index = 0
        while index < pieces.count {
            guard let (term, isBare) = meaning(of: pieces[index]) else {
                index += 1
                continue
            }
            let isAllowed = surroundings.takesState || !term.hasPrefix("is:")
            if isAllowed, isTerm(at: index, in: pieces), !isBare || isBareTerm(at: index, in: pieces, surroundings) {
                if !taken.terms.contains(term) { taken.terms.append(term) }
                taken.places.formUnion(pieces[index].places)
                if isBare { taken.words.append(pieces[index]) }
                pieces.remove(at: index)
            } else {
                index = SearchPieces.makeWord(at: index, in: &pieces) + 1
            }
        }
        return taken
    }

    private static func meaning(of piece: Piece) -> (term: String, isBare: Bool)? {
        switch piece.kind {
        case .phrase(.term(let term)): return (term: term, isBare: false)
        case .phrase(.bareTerm(let term)): return (term: term, isBare: true)
        default: return nil
        }
    }

    private static func isTerm(at index: Int, in pieces: [Piece]) -> Bool {
        if index > 0 {
            let previous = pieces[index - 1]
            // "短视频" is one word.
            if joins(previous) || previous.kind == .word && !pieces[index].isSpaced { return false }
        }
        let leads = !pieces[..<index].contains { isSubject($0) }
        guard index + 1 < pieces.count else { return true }
        let next = pieces[index + 1]
        // "视频会议" is one word.
        if joins(next) || next.kind == .word && !next.isSpaced { return false }
        return leads || !isSubject(next)
    }

    /// "unread tech", "pictures of storms", "pictures from yesterday" and "pictures" alone, but not "Google Photos".
    private static func isBareTerm(at index: Int, in pieces: [Piece], _ surroundings: Surroundings) -> Bool {
        let others = pieces.indices.filter { $0 != index }.map { pieces[$0] }
        let isAlone = others.allSatisfy { piece in
            piece.isFiller || piece.kind == .fixed && SearchToken.quotation(piece.text) == nil
        }
        if isAlone || surroundings.isBesideUnderstood(pieces[index]) { return true }
        let neighbours = [index - 1, index + 1].filter { pieces.indices.contains($0) }.map { pieces[$0] }
        if neighbours.contains(where: { isCategory($0) }) { return true }
        guard index + 1 < pieces.count, !pieces[..<index].contains(where: { isSubject($0) }) else { return false }
        switch pieces[index + 1].kind {
        case .word: return surroundings.isCommon(pieces[index + 1].text)
        case .phrase(.about), .phrase(.joint), .phrase(.from), .phrase(.within), .phrase(.news), .phrase(.reports),
            .phrase(.term), .phrase(.bareTerm):
            return true
        default: return false
        }
    }

    private static func isCategory(_ piece: Piece) -> Bool {
        if case .phrase(.category) = piece.kind { true } else { false }
    }

    private static func joins(_ piece: Piece) -> Bool {
        piece.kind == .phrase(.or) || piece.kind == .phrase(.and)
    }

    private static func isSubject(_ piece: Piece) -> Bool {
        switch piece.kind {
        case .word, .fixed, .phrase(.category): true
        default: false
        }
    }

    /// Takes "sports or health", where each side of every "or" is a category and nothing else; nil anywhere else.
    static func takeCategories(from pieces: inout [Piece]) -> String? {
        guard pieces.contains(where: { $0.kind == .phrase(.or) }) else { return nil }
        let fixed = pieces.filter { $0.kind == .fixed }
        guard !fixed.contains(where: { SearchToken(text: $0.text, isOperator: true).bindsNext }) else { return nil }
        let sides = pieces.split(omittingEmptySubsequences: false) { $0.kind == .phrase(.or) }
        let names = sides.compactMap { onlyCategory(in: $0) }
        guard names.count == sides.count else { return nil }
        pieces = fixed
        let terms = names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }
            .compactMap { term("category", $0.element) }
        return terms.count > 1 ? "(" + terms.joined(separator: " OR ") + ")" : terms.first
    }

    private static func onlyCategory(in side: ArraySlice<Piece>) -> String? {
        var name: String?
        for piece in side {
            switch piece.kind {
            case .phrase(.category(let category)):
                guard name == nil else { return nil }
                name = category
            case .fixed, .phrase(.news), .phrase(.reports), .phrase(.request), .phrase(.joint), .phrase(.within): break
            default: return nil
            }
        }
        return name
    }
}
