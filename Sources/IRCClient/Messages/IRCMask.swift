/// A pattern like `*!*@*.example.org`: `*` matches any run of characters, `?` exactly one.
package struct IRCMask: Sendable, Equatable {
    private let pattern: [Character]

    package init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// Takes at most pattern length times text length steps.
    package func matches(_ text: String) -> Bool {
        let text = Array(text)
        var patternIndex = 0
        var textIndex = 0
        var lastStar: (pattern: Int, text: Int)?
        while textIndex < text.count {
            if patternIndex < pattern.count, pattern[patternIndex] == "*" {
                lastStar = (patternIndex, textIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count,
                pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
            {
                patternIndex += 1
                textIndex += 1
            } else if let star = lastStar {
                lastStar = (star.pattern, star.text + 1)
                patternIndex = star.pattern + 1
                textIndex = star.text + 1
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == "*" }
    }
}
