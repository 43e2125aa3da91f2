import Foundation
import NewsModel
import Testing

@testable import Games

private let titles = [
    "Ferry service to Norwick Island resumes after three-week storm closure",
    "Mayor Okafor announces plan to plant 40,000 trees along the old canal",
    "Museum returns bronze lion to Benin City after a century",
    "Parliament approves four-day week trial for 12,000 public workers",
    "Earthquake of magnitude 5.8 shakes the coast near Valmora",
    "Rotterdam opens the longest covered bicycle bridge in Europe",
    "Election commission counts 2.3 million votes in a single night",
    "Climber Yuna Park takes gold at the world cup in Innsbruck",
    "Telescope finds water vapour around a planet 120 light years away",
    "Deep-sea robot films octopus nursery off the coast of Peru",
    "Central bank of Norway leaves interest rate at 3.75 percent",
    "Coffee prices fall to the lowest level in two years since 1998",
]

private func headlines(_ titles: [String], language: String = "en") -> [QuizHeadline] {
    titles.enumerated().map { index, title in
        QuizHeadline(
            articleID: ArticleID(rawValue: Int64(index)),
            title: title,
            url: "https://a.test/\(index)",
            feedName: "A",
            language: language
        )
    }
}

private func questions(_ titles: [String], seed: UInt64 = 1) -> [QuizQuestion] {
    if case .questions(let found) = QuizMaker.round(from: headlines(titles), seed: seed) { found } else { [] }
}

/// How many questions there would have been; -1 when there was a round.
private func shortage(_ titles: [String]) -> Int {
    if case .tooFew(let count) = QuizMaker.round(from: headlines(titles), seed: 1) { count } else { -1 }
}

@Suite struct QuizMakerTests {
    @Test(arguments: 1...40)
    func `every question leads back to its headline and has four different choices`(seed: UInt64) {
        let found = questions(titles, seed: seed)
        #expect(found.count == 5)
        #expect(Set(found.map(\.articleID)).count == 5)
        for question in found {
            #expect(titles.contains(question.headline))
            #expect(Set(question.choices.map { $0.lowercased() }).count == 4)
            for (index, choice) in question.choices.enumerated() where index != question.correct {
                #expect(!question.headline.lowercased().contains(choice.lowercased()) || question.kind == .number)
            }
        }
    }

    @Test func `a round mixes kinds`() {
        #expect(Set(questions(titles).map(\.kind)).count >= 2)
    }

    @Test func `the same seed makes the same round and another seed another`() {
        #expect(questions(titles, seed: 7) == questions(titles, seed: 7))
        #expect(questions(titles, seed: 7) != questions(titles, seed: 8))
    }

    @Test func `too few headlines make no bad quiz`() {
        #expect((0...3).contains(shortage(Array(titles.prefix(3)))))
        #expect(shortage([]) == 0)
    }

    @Test func `one headline said five times is one question at most`() {
        #expect((0...1).contains(shortage(Array(repeating: titles[1], count: 5))))
    }

    @Test(arguments: ["40,000", "5.8", "2024", "12", "3.75", "1,100", "7", "2.400"])
    func `wrong numbers are written like the right one`(text: String) {
        var generator = SeededGenerator(seed: 3)
        let wrong = NumberDistractors.near(text, using: &generator)
        #expect(wrong.count == 3)
        #expect(Set(wrong + [text]).count == 4)
        #expect(wrong.allSatisfy { $0.contains(",") == text.contains(",") || $0.filter(\.isNumber).count <= 3 })
        #expect(wrong.allSatisfy { $0.contains(".") == text.contains(".") || $0.filter(\.isNumber).count <= 3 })
    }

    @Test(arguments: ["", "999999999999999999999999", "7th", "2h", "東京で地震", String(repeating: "x ", count: 5_000), "0"])
    func `strange titles trap nobody`(title: String) {
        #expect(QuizMaker.round(from: headlines(Array(repeating: title, count: 9) + titles), seed: 5) != .tooFew(0))
    }

    @Test func `a name is left out whole`() {
        let names = ClozeCandidate.all(in: titles[2], language: "en").filter { $0.kind == .name }.map(\.text)
        #expect(names == ["Benin City"])
    }

    @Test func `title case makes no names`() {
        let found = ClozeCandidate.all(in: "Heavy Snow Closes Fourteen Mountain Passes Tonight", language: "en")
        #expect(!found.isEmpty && found.allSatisfy { $0.kind != .name })
    }
}
