internal import NewsModel
internal import NewsWording

/// What a word may refer to, before anything is looked up.
enum Reference: Hashable {
    /// A number of a list.
    case number(Int)
    /// The newest item shown here.
    case last
    case story(String)
    case url(String)
    case name(String)

    init(_ word: CommandWord) {
        let text = word.text
        if word.isURL {
            self = .url(text)
        } else if word.keyword == "last" || word.keyword == "latest" {
            self = .last
        } else if let number = Self.number(text) {
            self = .number(number)
        } else if text.hasPrefix("#"), StoryNaming.isName(text) {
            self = .story(text)
        } else {
            self = .name(text)
        }
    }

    /// The number of `3`, `#3`, or `3.` as copied from a list.
    ///
    /// A number too large for `Int` becomes the largest one, which no list has. After `#` it has at most four digits:
    /// `#20261124` is a tag. A number with a minus is a number, too: every list refuses it like one that is too large.
    static func number(_ text: String) -> Int? {
        if let size = withoutMinus(text) { return number(size).map { -$0 } }
        let isMarked = text.hasPrefix("#")
        var digits = isMarked ? text.dropFirst() : text[...]
        if digits.count > 1, let last = digits.last, ".,;:!)。，、".contains(last) { digits = digits.dropLast() }
        guard (1...(isMarked ? 4 : mostDigits)).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return Int(digits) ?? .max
    }

    /// What follows the minus of `-3` or `- 3`; nil if the text is no number with a minus.
    private static func withoutMinus(_ text: String) -> String? {
        guard text.first?.isMinus == true else { return nil }
        let size = text.dropFirst().trimmed
        return size.first?.isNumber == true ? size : nil
    }

    /// Longer words of digits are no number that somebody means.
    private static let mostDigits = 100

    /// The number of a word as it was typed, for an answer that names it.
    static func typed(_ word: String) -> String {
        let digits = BoundedText.shortened(String(word.filter { $0.isASCII && $0.isNumber }), to: 40)
        return withoutMinus(word) == nil ? digits : "-" + digits
    }

    /// List numbers such as `1 3`, `1,3` or `2-4`, at most 50.
    ///
    /// Nil if any other word is among them.
    static func numbers(_ words: [CommandWord]) -> [Int]? {
        var numbers: [Int] = []
        for piece in words.flatMap({ $0.text.split(whereSeparator: { ",，、".contains($0) }) }) {
            if let only = number(String(piece)) {
                numbers.append(only)
                continue
            }
            let ends = piece.split(separator: "-", omittingEmptySubsequences: false).map { number(String($0)) }
            guard ends.count == 2, let from = ends[0], let to = ends[1], from >= 0, from <= to, to - from < 50 else {
                return nil
            }
            numbers += from...to
        }
        return numbers.isEmpty ? nil : Array(numbers.prefix(50))
    }
}
