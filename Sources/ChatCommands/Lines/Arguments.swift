internal import Foundation

/// The words after a command's name, taken away one by one as they are understood.
struct Arguments: Sendable {
    private(set) var words: [Word]

    init(_ words: [Word]) { self.words = words }

    var isEmpty: Bool { words.isEmpty }
    var first: Word? { words.first }

    /// Whether nothing is left that was meant to say something: politeness is not refused.
    var isUsedUp: Bool { words.allSatisfy(\.isPolite) }

    /// Without the polite words at the end.
    ///
    /// Words that are also names or end them (`News Now`) stay, but behind a `please` or `thank`.
    var withoutPoliteness: Arguments {
        let said = words.lastIndex { !$0.isPolite }.map { $0 + 1 } ?? 0
        guard let end = words[said...].firstIndex(where: \.isOnlyPolite) else { return self }
        return Arguments(Array(words[..<end]))
    }

    /// Without the first words.
    func dropping(_ count: Int) -> Arguments { Arguments(Array(words.dropFirst(count))) }

    /// What is left, as typed.
    var raw: String { words.map(\.raw).joined(separator: " ") }
    /// What is left, without quotes.
    var text: String { words.map(\.text).joined(separator: " ") }

    mutating func remove(_ range: ClosedRange<Int>) { words.removeSubrange(range) }

    /// The first word, else what the message itself points to.
    func orElse(_ other: () async throws -> Word?) async throws -> Word? {
        if let first { first } else { try await other() }
    }

    /// The first word.
    mutating func take() -> Word? { words.isEmpty ? nil : words.removeFirst() }

    /// The first word when it is one of the keywords.
    mutating func takeFirst(_ keywords: String...) -> Bool {
        guard let first = words.first, keywords.contains(first.keyword) else { return false }
        words.removeFirst()
        return true
    }

    /// Whether one of the keywords stood anywhere.
    mutating func takeFlag(_ keywords: String...) -> Bool {
        guard let index = words.firstIndex(where: { keywords.contains($0.keyword) }) else { return false }
        words.remove(at: index)
        return true
    }

    /// The first word anywhere that can be read, read.
    mutating func takeAny<Value>(_ read: (Word) -> Value?) -> Value? {
        for (index, word) in words.enumerated() {
            guard let value = read(word) else { continue }
            words.remove(at: index)
            return value
        }
        return nil
    }

    /// The value after a keyword (`to dm`) or behind an equals sign (`to=dm`), where it can be read.
    ///
    mutating func takeValue<Value>(_ keywords: String..., read: (String) -> Value?) -> Value? {
        for (index, word) in words.enumerated() {
            if let pair = word.keyAndValue, keywords.contains(pair.key), let value = read(pair.value) {
                words.remove(at: index)
                return value
            }
            guard keywords.contains(word.keyword), index + 1 < words.count, let value = read(words[index + 1].text)
            else { continue }
            words.removeSubrange(index...index + 1)
            return value
        }
        return nil
    }

    /// Like `takeValue`, but gives back the word as typed even when it cannot be read.
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

extension Word {
    private static let onlyPolite: Set<String> = [
        "please", "pls", "thanks", "thank", "请", "請", "谢谢", "謝謝", "吧",
    ]
    private static let oftenPolite: Set<String> = ["you", "there", "now", "bot", "你好"]

    private var unmarked: String { keyword.trimmingCharacters(in: .punctuationCharacters) }

    /// Whether it says nothing but please or thanks.
    fileprivate var isOnlyPolite: Bool { Self.onlyPolite.contains(unmarked) }

    fileprivate var isPolite: Bool { isOnlyPolite || Self.oftenPolite.contains(unmarked) }
}
