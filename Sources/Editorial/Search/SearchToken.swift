/// A part of a search between blanks; quoted text, parentheses and expressions are one part.
struct SearchToken {
    var text: String
    /// Whether it belongs to the language of queries, so that it is never interpreted.
    var isOperator: Bool

    private static let joiners: Set = ["OR", "|", "｜", "AND", "NOT"]

    /// Whether the next token belongs to it: after OR, NOT and a field name with a blank behind it.
    var bindsNext: Bool { Self.joiners.contains(text) || text.hasSuffix(":") || text.hasSuffix("：") }
    var bindsPrevious: Bool { Self.joiners.contains(text) && text != "NOT" }

    static func tokens(in text: String) -> [SearchToken] {
        var tokens: [SearchToken] = []
        var rest = Array(text)[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { return tokens }
            tokens.append(take(&rest))
        }
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
                let end = self.end(of: rest, closer)
                token.text += String(rest[..<end])
                token.isOperator = true
                rest = rest[end...]
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
        return "-−－﹣".contains(first) || text.contains { "*:：()（）|｜".contains($0) }
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
