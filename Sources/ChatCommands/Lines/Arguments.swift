internal import Foundation
internal import NewsModel

/// The words after a command's name.
///
/// Parsing removes each word that it understands.
struct Arguments: Sendable {
    private(set) var words: [CommandWord]

    init(_ words: [CommandWord]) { self.words = words }

    var isEmpty: Bool { words.isEmpty }
    var first: CommandWord? { words.first }

    /// Whether a word introduces a time of day or a destination, as `at 9` and `to dm` do.
    var hasTimeOrDestination: Bool { words.contains { ["at", "to"].contains($0.keyword) } }

    /// Whether only polite words are left.
    ///
    /// They are not an error.
    var hasOnlyPoliteWords: Bool { words.allSatisfy(\.isPolite) }

    /// The words without polite words at the end.
    ///
    /// Words that may also be names (`News Now`) are removed only after a `please` or `thanks`.
    var withoutPoliteness: Arguments {
        let said = words.lastIndex { !$0.isPolite }.map { $0 + 1 } ?? 0
        guard let end = words[said...].firstIndex(where: \.isOnlyPolite) else { return self }
        return Arguments(Array(words[..<end]))
    }

    /// The words without the first `count`.
    func dropping(_ count: Int) -> Arguments { Arguments(Array(words.dropFirst(count))) }

    /// The remaining words as typed.
    var raw: String { words.map(\.raw).joined(separator: " ") }
    /// The remaining words without quotes.
    var text: String { words.map(\.text).joined(separator: " ") }

    /// The remaining words with keywords in English.
    var value: String { words.map(\.value).joined(separator: " ") }

    mutating func remove(_ range: ClosedRange<Int>) { words.removeSubrange(range) }

    /// The first word, otherwise the word that the replied message stands for.
    func orElse(_ other: () async throws -> CommandWord?) async throws -> CommandWord? {
        if let first { first } else { try await other() }
    }

    /// Removes and returns the first word.
    mutating func take() -> CommandWord? { words.isEmpty ? nil : words.removeFirst() }

    /// Removes the first word if it is one of the keywords.
    mutating func takeFirst(_ keywords: String...) -> Bool {
        guard let first = words.first, keywords.contains(first.keyword) else { return false }
        words.removeFirst()
        return true
    }

    /// Removes the first of the keywords found anywhere.
    mutating func takeFlag(_ keywords: String...) -> Bool {
        guard let index = words.firstIndex(where: { keywords.contains($0.keyword) }) else { return false }
        words.remove(at: index)
        return true
    }

    /// Removes the first word that can be read, and returns its value.
    mutating func takeAny<Value>(_ read: (CommandWord) -> Value?) -> Value? {
        for (index, word) in words.enumerated() {
            guard let value = read(word) else { continue }
            words.remove(at: index)
            return value
        }
        return nil
    }

    /// Removes a keyword and its value (`to dm` or `to=dm`) and returns the value.
    ///
    /// Nil if no value can be read.
    mutating func takeValue<Value>(_ keywords: String..., read: (String) -> Value?) -> Value? {
        for (index, word) in words.enumerated() {
            if let pair = word.keyAndValue, keywords.contains(pair.key), let value = read(pair.value) {
                words.remove(at: index)
                return value
            }
            guard keywords.contains(word.keyword), index + 1 < words.count, let value = read(words[index + 1].value)
            else { continue }
            words.removeSubrange(index...index + 1)
            return value
        }
        return nil
    }

    /// Like `takeValue`, but returns the word as typed, without reading it.
    mutating func takeRawValue(_ keywords: String...) -> String? {
        for (index, word) in words.enumerated() {
            if let pair = word.keyAndValue, keywords.contains(pair.key) {
                words.remove(at: index)
                return pair.value
            }
            guard keywords.contains(word.keyword), index + 1 < words.count else { continue }
            let value = words[index + 1].text
            words.removeSubrange(index...index + 1)
            return value
        }
        return nil
    }
}

extension Arguments {
    /// Removes `7d`, `for 7d` or `for 7 days` from the end, and returns the seconds; nil if there is none.
    ///
    /// `forever` is removed too.
    mutating func takeSpan() -> Int? {
        // `静音一周 足球`
        if words.count > 1, let first = words.first, !first.isQuoted, first.span != nil, let seconds = first.seconds {
            remove(0...0)
            return seconds
        }
        if words.count > 1, let last = words.last, !last.isQuoted {
            let count = words.count
            if let seconds = last.seconds {
                let hasFor = count > 2 && words[count - 2].keyword == "for"
                remove(count - (hasFor ? 2 : 1)...count - 1)
                return seconds
            }
            let number = words[max(0, count - 2)]
            if count > 3, words[count - 3].keyword == "for",
                let seconds = ClockWords.seconds(
                    (number.foreignNumber.map(String.init) ?? number.text) + (last.span ?? last.value)
                )
            {
                remove(count - 3...count - 1)
                return seconds
            }
            if last.keyword == "forever" { remove(count - 1...count - 1) }
        }
        return nil
    }
}

extension Arguments {
    /// Like `takeSpan`; throws for a span of nothing, or one with a minus: `7d` is meant.
    mutating func takePositiveSpan() throws -> Int? {
        if let typed = pointlessSpan { throw CommandError.badDuration(String(typed.prefix(40))) }
        return takeSpan()
    }

    /// `-7d`, `-7 days` or `0d` behind other words; nil if they end in something else.
    private var pointlessSpan: String? {
        guard words.count > 1, let last = words.last, !last.isQuoted else { return nil }
        if last.isPointlessSpan { return last.text }
        let number = words[words.count - 2]
        guard words.count > 2, !number.isQuoted, CommandWord.isPointless(number.text + (last.span ?? last.value)) else {
            return nil
        }
        return number.text + " " + last.text
    }
}

extension CommandWord {
    /// Whether it is a span of nothing, or one with a minus: `0d`, `-7d`.
    var isPointlessSpan: Bool { !isQuoted && Self.isPointless(span ?? value) }

    fileprivate static func isPointless(_ text: String) -> Bool {
        guard text.first?.isMinus == true else { return ClockWords.seconds(text) == 0 }
        return ClockWords.seconds(String(text.dropFirst())) != nil
    }
}

extension CommandWord {
    private static let onlyPolite: Set<String> = ["please", "pls", "thanks", "thank"]
    private static let oftenPolite: Set<String> = ["you", "there", "now", "bot"]

    private var unmarked: String { courtesy ?? keyword.trimmingCharacters(in: .punctuationCharacters) }

    /// Whether the word can only mean please or thanks.
    fileprivate var isOnlyPolite: Bool { Self.onlyPolite.contains(unmarked) }

    fileprivate var isPolite: Bool { isOnlyPolite || Self.oftenPolite.contains(unmarked) }
}
