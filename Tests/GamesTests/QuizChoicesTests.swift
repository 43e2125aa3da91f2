import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Games

/// Wrong choices are of the answer's field and of the same days, as far as there are enough.
struct QuizChoicesTests {
    private static let politicians = [
        ("Ines Calloway", "opens the north harbour"), ("Jordan Bright", "presents a plan for cycling"),
        ("Hanna Brandt", "visits the new opera"), ("Tom Haldane", "signs a treaty about rivers"),
        ("Carla Benning", "promises cheaper trains"),
    ]
    private static let heroes = [
        ("Jack Bauer", "returns to the screen in autumn"), ("Yuna Park", "restores an old cinema"),
        ("Rosa Field", "sings on the last album"), ("Emil Stark", "paints a wall of music"),
    ]

    private func news(
        _ people: [(String, String)],
        from first: Int,
        category: String?,
        feed: String = "A"
    ) -> [QuizHeadline] {
        people.enumerated().map { index, person in
            let title = "\(person.0) \(person.1)"
            return headline(first + index, title, things: [(person.0, "person")], feed: feed, category: category)
        }
    }

    private func questions(_ news: [QuizHeadline], count: Int, seed: Int) throws -> [QuizQuestion] {
        let words = try ShippedQuizWords.vocabulary()
        let made = QuizMaker.round(from: news, count: count, seed: UInt64(seed), words: words, only: [.person])
        guard case .questions(let questions) = made else { return [] }
        return questions
    }

    @Test(arguments: [("business", true), ("world", false)])
    func `an organisation has none of other fields among its choices`(category: String, areChoices: Bool) throws {
        func firms(_ names: [String], from first: Int, _ category: String) -> [QuizHeadline] {
            names.enumerated().map { index, name in
                let title = "Minister praises \(name) for its garden on a roof"
                return headline(first + index, title, things: [(name, "organisation")], category: category)
            }
        }
        let all =
            firms(["Veloria", "Marenko", "Solantis"], from: 0, "business")
            + firms(["Orbitec", "Lantura", "Pavonis"], from: 20, category)
        let pool = QuizPool(all, try ShippedQuizWords.vocabulary())
        let gap = try #require(pool.gaps[0].first { $0.kind == .organisation })
        var generator = SeededGenerator(seed: 1)
        let choices = pool.choices.nearest(to: gap, in: pool.archive.entries[0], using: &generator)
        #expect(choices.contains("Marenko") && choices.contains("Pavonis") == areChoices, "\(choices)")
    }

    @Test(arguments: 1...20)
    func `a hero of a series is no choice among politicians`(seed: Int) throws {
        let all =
            news(Self.heroes, from: 0, category: "entertainment")
            + news(Self.politicians, from: 20, category: "news")
        let heroes = Set(Self.heroes.map(\.0))
        let found = try questions(all, count: 6, seed: seed)
        #expect(found.count == 6)
        for question in found {
            let isOfHero = heroes.contains(question.answer)
            #expect(question.choices.allSatisfy { heroes.contains($0) == isOfHero }, "\(question)")
        }
    }

    @Test func `with too few of a field others stand among the choices, so that there are as many questions`() throws {
        let all =
            news(Array(Self.heroes.prefix(2)), from: 0, category: "sports")
            + news(Array(Self.politicians.prefix(3)), from: 20, category: "news")
        for seed in 1...5 {
            let found = try questions(all, count: 5, seed: seed)
            #expect(found.count == 5)
            for question in found where question.headline.contains("harbour") {
                #expect(question.choices.filter { $0 == "Jordan Bright" || $0 == "Hanna Brandt" }.count == 2)
            }
        }
    }

    @Test func `of other fields those come first that several stories name`() throws {
        let again = Self.heroes.dropFirst().map { ($0.0, "tells of a winter by the sea") }
        let all =
            news(Self.heroes, from: 0, category: "sports") + news(again, from: 10, category: "sports")
            + news(Array(Self.politicians.prefix(1)), from: 20, category: "news")
        for seed in 1...10 {
            let found = try questions(all, count: 5, seed: seed)
            let question = try #require(found.first { $0.answer == "Ines Calloway" })
            #expect(!question.choices.contains("Jack Bauer"))
        }
    }

    /// Jack Bauer in two stories, so that he is known; the second is of another category.
    private func bauer(from first: Int, last title: String, category: String) -> [QuizHeadline] {
        let hero = Self.heroes[0].0
        return news([(hero, "walks through the night again")], from: first, category: "entertainment")
            + news([(hero, title)], from: first + 1, category: category, feed: "B")
    }

    private func choices(of name: String, in all: [QuizHeadline]) throws -> [[String]] {
        try (1...60).compactMap { seed in
            try questions(all, count: 1, seed: seed).first { $0.answer == name }?.choices
        }
    }

    @Test(arguments: [
        ("races against time", "gaming"), ("is back in a film about a long day", "news"),
    ])
    func `who is only named with films and games is no choice beside real people, whatever is missing`(
        title: String,
        category: String
    ) throws {
        let few = news(Array(Self.politicians.prefix(3)), from: 20, category: "news")
        // Two others beside each of the three, so the third choice would be made up.
        let madeUp = few + bauer(from: 40, last: title, category: category)
        #expect(try choices(of: "Ines Calloway", in: madeUp).isEmpty)
        let real = few + bauer(from: 40, last: "votes on the budget", category: "news")
        #expect(try choices(of: "Ines Calloway", in: real).isEmpty == false)
    }

    @Test func `of a German story about a film the same holds`() throws {
        var all = news(Array(Self.politicians.prefix(3)), from: 0, category: "news")
        all += news([("Jack Bauer", "kehrt im Herbst zurück")], from: 20, category: "news")
        for index in all.indices { all[index].language = "de" }
        #expect(try choices(of: "Ines Calloway", in: all).isEmpty == false)
        all[3].summary = "Der neue Kinofilm läuft an."
        #expect(try choices(of: "Ines Calloway", in: all).isEmpty)
    }

    @Test func `a name is of the field in which most of its stories are`() throws {
        let sportsman = "Rosa Field"
        let most = (0..<2).flatMap { index in
            news(
                [(sportsman, ["takes gold in the hall", "runs along the river"][index])],
                from: index,
                category: "sports"
            )
        }
        let one = news([(sportsman, "opens a fair of bread")], from: 9, category: "news")
        let all = most + one + news(Self.politicians, from: 20, category: "news")
        let found = try choices(of: "Ines Calloway", in: all)
        #expect(!found.isEmpty && !found.joined().contains(sportsman))
        // Where as many are of the news as of sports, it is of both.
        let equal = try choices(of: "Ines Calloway", in: Array(all.dropFirst()))
        #expect(equal.joined().contains(sportsman))
    }

    @Test func `a sport is nearer than its category`() throws {
        var all =
            news(Self.heroes, from: 0, category: "sports") + news(Self.politicians, from: 20, category: "sports")
        for index in all.indices { all[index].facts.sport = index < Self.heroes.count ? "Tennis" : "Soccer" }
        let players = Set(Self.heroes.map(\.0))
        for question in try questions(all, count: 5, seed: 3) where players.contains(question.answer) {
            #expect(players.isSuperset(of: question.choices))
        }
    }

    @Test func `names that were read weeks apart are no choices for each other`() throws {
        let late = news(Array(Self.heroes.prefix(1)), from: 0, category: "news")
        let early = news(Self.politicians, from: 200, category: "news")
        for seed in 1...5 {
            let found = try questions(late + early, count: 4, seed: seed)
            #expect(found.count == 4 && found.allSatisfy { !$0.choices.contains("Jack Bauer") })
        }
    }
}
