import Foundation
import Testing

@testable import Games

@Suite struct WordCalendarScores {
    /// The most days that five years have.
    private static let fiveYears = 1_827

    @Test(arguments: WordLanguage.allCases)
    func `the shipped words are words of the language, and answers are no plurals of answers`(
        language: WordLanguage
    ) throws {
        let list = try ShippedWords.list(language)
        let alphabet = language.alphabet
        #expect(list.answers.count == Set(list.answers).count)
        #expect(list.count > list.answers.count * 3)
        for word in list.answers {
            #expect(word.count == WordList.length && alphabet.isSuperset(of: word), "\(word)")
            #expect(language.folded(word) == word, "\(word)")
        }
        let never = try never(language)
        #expect(never.count > 100)
        #expect(list.answers.filter { never.contains($0) } == [])
    }

    @Test(arguments: WordLanguage.allCases)
    func `no word comes twice in five years, whatever day they begin at`(language: WordLanguage) throws {
        let list = try ShippedWords.list(language)
        let days = (-100..<list.answers.count + 100).compactMap { number in
            PuzzleCalendar.choice(of: list.answers, number: number, seed: 7)
        }
        var last: [String: Int] = [:]
        var nearest = Int.max
        for (day, word) in days.enumerated() {
            if let before = last[word] { nearest = min(nearest, day - before) }
            last[word] = day
        }
        #expect(days.count == list.answers.count + 200)
        #expect(nearest >= Self.fiveYears)
        print(
            "score\tword-calendar-\(language.rawValue)\t\(list.answers.count)/\(Self.fiveYears)\t100.0\tdays, no repeat"
        )
    }

    @Test func `what was chosen lately is passed over when a list has changed`() throws {
        let words = ["crane", "robin", "heron"]
        let first = try #require(PuzzleCalendar.choice(of: words, number: 5, seed: 3))
        let next = try #require(PuzzleCalendar.choice(of: words, number: 5, seed: 3, besides: [first]))
        #expect(next != first)
        #expect(PuzzleCalendar.choice(of: words, number: 5, seed: 3, besides: [first, next]) != nil)
        // With nothing else left it comes again.
        #expect(PuzzleCalendar.choice(of: words, number: 5, seed: 3, besides: Set(words)) == first)
    }

    @Test func `another secret makes another calendar`() throws {
        let words = try ShippedWords.list(.english).answers
        let first = (1...30).compactMap { PuzzleCalendar.choice(of: words, number: $0, seed: 1) }
        let second = (1...30).compactMap { PuzzleCalendar.choice(of: words, number: $0, seed: 2) }
        #expect(first.count == 30 && zip(first, second).count { $0 == $1 } < 3)
        #expect(PuzzleCalendar.choice(of: [String](), number: 1, seed: 1) == nil)
    }

    private func never(_ language: WordLanguage) throws -> Set<String> {
        let file = ShippedWords.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/words/never-\(language.rawValue).txt")
        return Set(WordList.lines(try String(contentsOf: file, encoding: .utf8)).map(language.folded))
    }
}
