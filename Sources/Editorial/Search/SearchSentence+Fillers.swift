import TextAnalysis

// Words that say nothing of what is looked for.
extension SearchSentence {
    /// "show me", "articles about": only words beside something that was understood; words for news also beside others.
    mutating func takeFillers(_ language: String, of typed: [SearchPieces.Piece]) {
        let rest = pieces.filter { !$0.isFiller }
        let saysMore = rest.contains { piece in
            piece.kind == .fixed ? piece.text.first.map(Query.isMinus) != true : !Self.isCommon(piece.text, language)
        }
        let namesNews = pieces.contains(where: \.namesNews)
        guard saysMore || isUnderstood || !namesNews && terms.isEmpty else {
            if namesNews, rest.contains(where: { $0.kind == .word }) {
                // "US news", "no news".
                requiresCommon = true
                pieces.removeAll { $0.isFiller && !$0.namesNews }
            } else {
                asksEverything = true
                pieces.removeAll { $0.kind != .fixed }
            }
            return
        }
        let isLed =
            isUnderstood || !terms.isEmpty || isRequested
            || pieces.contains(where: { $0.kind == .phrase(.about) })
        guard isLed ? isUnderstood || !rest.isEmpty : saysMore else { return }
        let emptyNews = Set(pieces.indices.filter { isEmptyNews(at: $0, language) })
        for index in emptyNews.sorted() { noteNews(at: index, of: typed) }
        pieces = pieces.indices.filter { !isEmpty(at: $0, isLed, emptyNews) }.map { pieces[$0] }
        while let index = pieces.firstIndex(where: \.namesNews) { SearchPieces.makeWord(at: index, in: &pieces) }
    }

    /// - Parameters:
    ///   - isLed: whether all that only leads to other words is empty.
    ///   - emptyNews: the places of empty words for news.
    private func isEmpty(at index: Int, _ isLed: Bool, _ emptyNews: Set<Int>) -> Bool {
        switch pieces[index].kind {
        case .phrase(.news): return emptyNews.contains(index)
        case .phrase(.joint): return isLed || emptyNews.contains(index + 1)
        case .phrase(.request):
            // "AI latest"
            let isLast = index > 0 && index + 1 == pieces.count && pieces[index].isSpaced
            return isLed || emptyNews.contains(index + 1) || isLast && pieces[index].text.utf8.count > 4
        default: return isLed && pieces[index].isFiller
        }
    }

    /// Whether a word for news says nothing: at the end ("AI news", but not "假新闻"), before what the news are about,
    /// or beside something that was understood; "News Corp" and "新闻自由" are names.
    private func isEmptyNews(at index: Int, _ language: String) -> Bool {
        guard pieces[index].kind == .phrase(.news) else { return false }
        let next = index + 1 < pieces.count ? pieces[index + 1] : nil
        if let next, next.kind == .word, !next.isSpaced, SearchPieces.follows(next, pieces[index]) { return false }
        if index > 0, isGlued(index, to: pieces[index - 1]), pieces[index - 1].text.count == 1 { return false }
        let isBehindOthers = pieces[..<index].contains { !$0.isFiller }
        guard let next else { return true }
        switch next.kind {
        case .phrase(.about): return true
        case .phrase(.or), .phrase(.and): return index > 0 && pieces[index - 1].kind == .word
        case .word, .phrase(.within), .phrase(.from):
            // "news near Turin"
            if !isBehindOthers, Self.isFunctionWord(next.text, language) { return true }
        default: break
        }
        return isBesideUnderstood(pieces[index])
            || pieces[(index + 1)...].allSatisfy { $0.kind == .fixed || $0.isFiller }
    }

    private func isGlued(_ index: Int, to previous: SearchPieces.Piece) -> Bool {
        previous.kind == .word && !pieces[index].isSpaced && SearchPieces.follows(pieces[index], previous)
    }

    /// Notes that a word for news behind others was left out, which may be a name: "fake news".
    private mutating func noteNews(at index: Int, of typed: [SearchPieces.Piece]) {
        var start = index
        while start > 0, pieces[start - 1].kind == .word, SearchPieces.follows(pieces[start], pieces[start - 1]) {
            start -= 1
        }
        guard start < index else { return }
        let places = pieces[start].places.lowerBound..<pieces[index].places.upperBound
        notedWords.append(Self.word(at: places, in: typed))
    }

    private static func isFunctionWord(_ text: String, _ language: String) -> Bool {
        StopWords.wholeWords(forReaderOf: language).contains(TextFolding.folded(text))
    }

    /// Whether it begins with a request; a short word may as well begin what is looked for: "show business", "显示器".
    private var isRequested: Bool {
        guard let first = pieces.first, first.kind == .phrase(.request), first.text.utf8.count > 4 else { return false }
        guard pieces.count > 1, pieces[1].kind == .word, !pieces[1].isSpaced,
            let letter = pieces[1].text.unicodeScalars.first, WordTokenizer.isUnspaced(letter)
        else { return true }
        return first.text.count > 2
    }

    static func isCommon(_ text: String, _ language: String) -> Bool {
        var words: [String] = []
        WordTokenizer.forEachToken(text) { word, _, _ in
            words.append(word)
            return true
        }
        return words.allSatisfy { StopWords.contains($0, in: "en") || StopWords.contains($0, in: language) }
    }
}
