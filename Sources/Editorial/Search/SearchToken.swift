import TextAnalysis

/// A part of a search between blanks; quoted text, parentheses and expressions are one part.
struct SearchToken {
    var text: String
    /// Whether it belongs to the language of queries, so that it is never interpreted.
    var isOperator: Bool

    private static let joiners: Set = ["OR", "|", "｜", "AND", "NOT"]

    private var isJoiner: Bool { isOperator && Self.joiners.contains(text) }

    /// Whether the next token belongs to it: after OR, NOT and a field name with a blank behind it.
    var bindsNext: Bool { isJoiner || text.hasSuffix(":") || text.hasSuffix("：") }
    var bindsPrevious: Bool { isJoiner && text != "NOT" }

    /// Whether it is the "not" that excludes a field behind it.
    func excludes(_ next: SearchToken) -> Bool {
        let field = next.text.prefix(while: \.isLetter)
        return text.lowercased() == "not" && !field.isEmpty
            && next.text.dropFirst(field.count).first.map { ":：".contains($0) } == true
    }

    /// Without OR, AND and NOT that have nothing to join; where there is nothing else they are words.
    static func joined(_ tokens: [SearchToken]) -> [SearchToken] {
        var kept: [SearchToken] = []
        for token in tokens where !token.bindsPrevious || kept.last?.isJoiner == false { kept.append(token) }
        while kept.last?.isJoiner == true { kept.removeLast() }
        return kept.isEmpty ? tokens.map { SearchToken(text: $0.text, isOperator: false) } : kept
    }

    /// The same, with operators for the words for "or" and "and" between others in its parentheses.
    func spelled(_ book: SearchPhraseBook, depth: Int = 0) -> SearchToken {
        guard isOperator, depth < Query.deepest, !text.hasPrefix("/"),
            let open = text.firstIndex(where: { Self.closer(of: $0) != nil }), "(（".contains(text[open])
        else { return self }
        let start = text.index(after: open)
        let rest = text[start...]
        let end = rest.last.map { ")）".contains($0) } == true ? text.index(before: text.endIndex) : text.endIndex
        let inside = Self.tokens(in: String(text[start..<end])).map { $0.spelled(book, depth: depth + 1) }
        let words = inside.enumerated().map { index, token -> String in
            guard !token.isOperator, inside.count > 1, let joiner = book.joiner(token.text) else { return token.text }
            guard index > 0, index + 1 < inside.count else { return "" }
            guard !inside[index - 1].bindsNext, !inside[index + 1].bindsPrevious else { return token.text }
            return joiner == .or ? "OR" : "AND"
        }
        let joined = words.filter { !$0.isEmpty }.joined(separator: " ")
        return SearchToken(text: "\(text[..<start])\(joined)\(text[end...])", isOperator: true)
    }

    static func tokens(in text: String) -> [SearchToken] {
        var tokens: [SearchToken] = []
        var rest = Array(text)[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { return tokens }
            tokens.append(take(&rest))
        }
    }

    /// What stands between the quotation marks of a text; nil for any other text.
    static func quotation(_ text: String) -> String? {
        guard let open = text.first, isQuotationMark(open), let closers = closer(of: open) else { return nil }
        let inside = text.dropFirst().prefix { !closers.contains($0) }
        let behind = text.dropFirst(inside.count + 2)
        return behind.allSatisfy { ",.;!?，。；！？、".contains($0) } ? String(inside) : nil
    }

    private static func isQuotationMark(_ letter: Character) -> Bool {
        closer(of: letter) != nil && !"(（".contains(letter)
    }

    private static func isUnspaced(_ letter: Character?) -> Bool {
        letter?.unicodeScalars.first.map { WordTokenizer.isUnspaced($0) } ?? false
    }

    private static func take(_ rest: inout ArraySlice<Character>) -> SearchToken {
        var token = SearchToken(text: "", isOperator: false)
        if rest.first == "/", let end = rest.dropFirst().firstIndex(of: "/") {
            token.isOperator = true
            token.text = String(rest[...end])
            rest = rest[(end + 1)...]
        }
        while let letter = rest.first, !letter.isWhitespace {
            if let closer = Self.closer(of: letter) {
                // `来自“晨光报”的新闻`: without blanks, a quotation stands apart from the words beside it.
                let isQuotation = isQuotationMark(letter)
                if isQuotation, isUnspaced(token.text.last), !isOperator(token.text) { return token }
                let isAlone = isQuotation && token.text.isEmpty
                let end = self.end(of: rest, closer)
                token.text += String(rest[..<end])
                token.isOperator = true
                rest = rest[end...]
                if isAlone, isUnspaced(rest.first) { return token }
            } else {
                token.text.append(letter)
                rest.removeFirst()
            }
        }
        token.isOperator = token.isOperator || isOperator(token.text)
        return token
    }

    private static func isOperator(_ text: String) -> Bool {
        guard let first = text.first, !joiners.contains(text), text.count > 1 else { return joiners.contains(text) }
        return Query.isMinus(first) || text.contains { "*:：()（）|｜".contains($0) }
    }

    private static func closer(of letter: Character) -> Set<Character>? {
        switch letter {
        case "\"", "“", "”", "„", "‟", "＂": ["\"", "“", "”", "‟", "＂"]
        case "«": ["»"]
        case "「": ["」"]
        case "『": ["』"]
        case "《": ["》"]
        case "(", "（": [")", "）"]
        default: nil
        }
    }

    /// Behind the matching closer, or the end.
    private static func end(of rest: ArraySlice<Character>, _ closers: Set<Character>) -> Int {
        let isParenthesis = closers.contains(")")
        var depth = 0
        for index in rest.indices {
            let letter = rest[index]
            if isParenthesis, letter == "(" || letter == "（" {
                depth += 1
            } else if closers.contains(letter), index > rest.startIndex {
                depth -= 1
                if !isParenthesis || depth <= 0 { return index + 1 }
            }
        }
        return rest.endIndex
    }
}
