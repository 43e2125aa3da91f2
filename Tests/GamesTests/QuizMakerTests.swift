import Foundation
import NewsModel
import QuizChecking
import TestSupport
import Testing

@testable import Games

private func questions(
    _ news: [QuizHeadline] = sampleNews,
    count: Int = 5,
    seed: UInt64 = 1,
    asked: Set<QuizAsked> = [],
    only kinds: Set<QuizQuestion.Kind> = Set(QuizQuestion.Kind.allCases)
) throws -> [QuizQuestion] {
    let words = try ShippedQuizWords.vocabulary()
    let made = QuizMaker.round(from: news, count: count, seed: seed, words: words, asked: asked, only: kinds)
    if case .questions(let found) = made { return found }
    return []
}

/// How many questions there would have been; -1 when there was a round.
private func shortage(_ news: [QuizHeadline], only kinds: Set<QuizQuestion.Kind>? = nil) throws -> Int {
    let words = try ShippedQuizWords.vocabulary()
    let all = Set(QuizQuestion.Kind.allCases)
    if case .tooFew(let count) = QuizMaker.round(from: news, seed: 1, words: words, only: kinds ?? all) { return count }
    return -1
}

private func check(_ news: [QuizHeadline]) -> QuizCheck {
    QuizCheck(
        news.map {
            CheckedHeadline(
                story: $0.story.rawValue,
                title: $0.title,
                summary: $0.summary,
                source: $0.feedName,
                category: $0.category,
                language: "en",
                published: $0.publishedAt,
                isPromotion: $0.facts.isPromotion
            )
        },
        place: { _ in nil }
    )
}

private func checked(_ question: QuizQuestion) -> CheckedQuestion {
    CheckedQuestion(
        kind: question.kind.rawValue,
        story: question.story.rawValue,
        language: "en",
        before: question.before,
        after: question.after,
        choices: question.choices,
        correct: question.correct,
        headline: question.headline,
        source: question.feedName
    )
}

@Suite struct QuizMakerTests {
    @Test(arguments: 1...30)
    func `every question passes a check that knows nothing of how it was made`(seed: UInt64) throws {
        let found = try questions(seed: seed)
        #expect(found.count == 5)
        var check = check(sampleNews)
        for question in found { #expect(check.faults(of: checked(question)) == [], "\(question)") }
    }

    @Test(arguments: 1...30)
    func `no question of a sheet shows the headline of another`(seed: UInt64) throws {
        for count in [2, 5] {
            let sheet = try questions(count: count, seed: seed)
            #expect(QuizCheck.answeringEachOther(sheet.map(checked)).isEmpty, "\(sheet)")
            let stories = sheet.flatMap { $0.shown + [$0.story] }
            #expect(Set(stories).count == stories.count)
        }
    }

    @Test(arguments: 1...20)
    func `as many as are offered instead are there`(seed: UInt64) throws {
        let words = try ShippedQuizWords.vocabulary()
        var asked: Set<QuizAsked> = []
        var offers = 0
        for count in [20, 17, 9, 5, 20] {
            let made = QuizMaker.round(from: sampleNews, count: count, seed: seed, words: words, asked: asked)
            guard case .tooFew(let offered) = made else { continue }
            guard offered > 0 else { continue }
            let found = try questions(count: offered, seed: seed, asked: asked)
            #expect(found.count == offered)
            offers += 1
            if let first = found.first { asked.insert(first.asked) }
        }
        #expect(offers > 2)
    }

    @Test func `a firm that was taken for a person is neither asked for nor offered`() throws {
        let firm = headline(95, "Jordan Semiconductor opens a school", things: [("Jordan Semiconductor", "person")])
        for seed in 1...10 {
            let found = try questions([firm] + sampleNews, seed: UInt64(seed))
            #expect(!found.contains { $0.choices.contains("Jordan Semiconductor") })
        }
    }

    @Test(arguments: [
        "Ines Calloway writes a novel about the village of her mother",
        "Orchestra names Ines Calloway its first woman conductor",
    ])
    func `no person is left out where the sentence says if it is a woman`(title: String) throws {
        let news = [headline(99, title, things: [("Ines Calloway", "person")])] + Array(sampleNews.dropFirst())
        for seed in 1...10 {
            let found = try questions(news, seed: UInt64(seed), only: [.person, .invented])
            #expect(!found.contains { $0.headline == title })
        }
    }

    @Test func `many headlines of one matter cost no more than is allowed`() throws {
        let many = (0..<600).map { index in
            headline(
                index,
                "Ines Calloway\(index) and the council of the harbour discuss the plan of the tram number \(index)",
                things: [("Ines Calloway\(index)", "person")],
                hoursApart: 0.2
            )
        }
        // What is loaded once does not count.
        _ = try ShippedQuizWords.vocabulary()
        let time = try processorTime { _ = try questions(many, count: 20) }
        // Generous for an unoptimised program on a slow machine; without the index it was a minute.
        #expect(time < .seconds(40), "\(time)")
    }

    @Test func `choices are of the kind of the answer`() throws {
        let names = Set(sampleNews.flatMap(\.facts.things).map(\.name))
        let towns = Set(sampleNews.flatMap(\.places).compactMap(\.names.first))
        let people = try questions(only: [.person])
        #expect(people.count == 5 && people.allSatisfy { names.isSuperset(of: $0.choices) })
        let places = try questions(only: [.place])
        #expect(places.count == 5 && places.allSatisfy { towns.isSuperset(of: $0.choices) })
        let numbers = try questions(only: [.number])
        #expect(numbers.count == 5 && numbers.allSatisfy { $0.choices.allSatisfy { Int($0) != nil } })
    }

    @Test func `a round mixes kinds, and carries source and summary`() throws {
        var news = sampleNews
        for index in news.indices {
            news[index].summary = "What happened there was seen by all who came. More follows."
        }
        let found = try questions(news)
        #expect(Set(found.map(\.kind)).count >= 3)
        #expect(found.allSatisfy { $0.summary == "What happened there was seen by all who came." && $0.url != nil })
    }

    @Test func `the same seed makes the same round and another seed another`() throws {
        #expect(try questions(seed: 7) == questions(seed: 7))
        #expect(try questions(seed: 7) != questions(seed: 8))
    }

    @Test func `too little news makes no bad quiz, and says how much there is`() throws {
        #expect(try shortage([]) == 0)
        #expect(try shortage(Array(sampleNews.prefix(6)), only: [.number]) == 2)
        #expect(try shortage(Array(repeating: sampleNews[2], count: 9), only: [.number]) == 1)
    }

    @Test func `neither story nor answer is asked again`() throws {
        var asked: Set<QuizAsked> = []
        for _ in 0..<3 {
            for question in try questions(asked: asked) {
                #expect(!asked.contains { $0.story == question.story || $0.answer == question.asked.answer })
                asked.insert(question.asked)
            }
        }
        #expect(asked.count >= 10)
    }

    @Test func `a person of the sentence, and who did it elsewhere, is no choice`() throws {
        var news = sampleNews
        news[0].title = "Ines Calloway and Jordan Bright open the north harbour"
        news.append(headline(90, "Hanna Brandt opens the north harbour, too", things: [("Hanna Brandt", "person")]))
        for seed in 1...20 {
            let found = try questions(news, seed: UInt64(seed), only: [.person])
            for question in found where question.headline == news[0].title && question.answer == "Ines Calloway" {
                #expect(!question.choices.contains("Jordan Bright") && !question.choices.contains("Hanna Brandt"))
            }
        }
    }

    @Test(arguments: [
        "Ines Calloway killed in a crash near the harbour", "Floods: Ines Calloway visits the northern harbour",
        "Ines Calloway opens a museum about the war", "Train derails, Ines Calloway helps with the passengers",
        "Ines Calloway meets people trapped for hours", "Volcano evacuees sleep in the hall of Ines Calloway",
        "Bus accident on the bridge: Ines Calloway asks why",
    ])
    func `death and disaster are no fun`(title: String) throws {
        let news = [headline(99, title, things: [("Ines Calloway", "person")])] + Array(sampleNews.dropFirst())
        for seed in 1...10 {
            let found = try questions(news, seed: UInt64(seed))
            #expect(!found.contains { $0.headline == title || $0.choices.contains(title) })
        }
    }

    @Test func `headlines of the own language come first, others when there are no more`() throws {
        let german = sampleNews.prefix(9).map { each in
            var each = each
            each.language = "de"
            return each
        }
        let news = german + sampleNews.dropFirst(9)
        let words = try ShippedQuizWords.vocabulary()
        for language in ["de", "en"] {
            let own = Set(news.filter { $0.language == language }.map(\.articleID))
            let kinds: Set<QuizQuestion.Kind> = [.person, .place, .number]
            let made = QuizMaker.round(from: news, count: 3, seed: 3, words: words, in: language, only: kinds)
            guard case .questions(let questions) = made else {
                Issue.record("\(language): \(made)")
                continue
            }
            #expect(questions.allSatisfy { own.contains($0.articleID) }, "\(language): \(questions)")
        }
    }

    @Test func `an episode does not ask for its source`() throws {
        let feeds = ["Morning Talk", "Harbour Times", "Valley Post", "Coast Daily"]
        func news(_ title: (_ number: Int, _ title: String) -> String) -> [QuizHeadline] {
            sampleNews.enumerated().map { number, each in
                headline(number, title(number, each.title), feed: feeds[number % 4], category: "News")
            }
        }
        #expect(try questions(news { $1 }, count: 1, only: [.source]).count == 1)
        #expect(try shortage(news { "Ep. \($0): \($1)" }, only: [.source]) == 0)
        #expect(try shortage(news { "\($1) | \(feeds[$0 % 4].prefix(3)) Reads" }, only: [.source]) == 0)
    }

    @Test func `a missing noun is one that the summary speaks of`() throws {
        func news(_ summary: String) -> [QuizHeadline] {
            let nouns = ["bridge", "garden", "library", "theatre", "market", "station", "museum", "school"]
            return nouns.enumerated().map { index, noun in
                let about = summary.replacing("X", with: noun)
                return headline(index, "Council of the old town repairs the \(noun)", summary: about)
            }
        }
        for question in try questions(news("The X was closed for years."), count: 1, only: [.word]) {
            #expect(question.summary.contains(question.answer))
        }
        #expect(try shortage(news("It was closed for years."), only: [.word]) == 0)
    }

    @Test func `no advert is asked about`() throws {
        var news = sampleNews
        for index in news.indices.dropFirst(3) { news[index].facts.isPromotion = true }
        #expect(try (0...3).contains(shortage(news)))
    }

    @Test(arguments: [
        "", "9", "7th", "\u{202E}abc", "東京で", String(repeating: "x ", count: 5_000), "a ____ b ____ c d e",
    ])
    func `strange titles trap nobody`(title: String) throws {
        let strange = (100..<109).map { headline($0, title, summary: title) }
        #expect(try questions(strange + sampleNews).count == 5)
    }

    @Test func `which was first and what is invented is true of the stored headlines`() throws {
        let news = sampleNews.enumerated().map { index, each in
            headline(
                index,
                each.title,
                things: each.facts.things.map { ($0.name, $0.kind) },
                places: each.places,
                hoursApart: 6
            )
        }
        let titles = Set(news.map(\.title))
        var kinds: Set<QuizQuestion.Kind> = []
        for seed in 1...20 {
            for question in try questions(news, count: 2, seed: UInt64(seed), only: [.first, .invented]) {
                kinds.insert(question.kind)
                if question.kind == .invented {
                    #expect(question.choices.filter { !titles.contains($0) } == [question.answer])
                    #expect(titles.contains(question.headline))
                } else {
                    let times = question.choices.compactMap { title in news.first { $0.title == title }?.publishedAt }
                    #expect(times.min() == news.first { $0.title == question.answer }?.publishedAt)
                }
            }
        }
        #expect(kinds == [.first, .invented])
    }
}

/// The check finds what it is for.
@Suite struct QuizCheckTests {
    private func faults(_ change: (inout CheckedQuestion) -> Void) throws -> Set<QuizFault> {
        var question = checked(try #require(try questions(only: [.person]).first))
        change(&question)
        var check = check(sampleNews)
        return check.faults(of: question)
    }

    @Test func `a good question has no fault, a second time it is a repeat`() throws {
        #expect(try faults { _ in } == [])
        var check = check(sampleNews)
        let question = checked(try #require(try questions().first))
        #expect(check.faults(of: question) == [])
        #expect(check.faults(of: question) == [.repeated])
    }

    @Test func `each fault is seen`() throws {
        #expect(try faults { $0.choices[0] = $0.choices[1] }.contains(.answer))
        #expect(try faults { $0.correct = ($0.correct + 1) % 4 }.contains(.answer))
        #expect(try faults { $0.choices[($0.correct + 1) % 4] = "seventeen" }.contains(.kind))
        #expect(try faults { $0.after += " with " + $0.choices[0] }.contains(.leak))
        #expect(try faults { $0.headline += " after a murder" }.contains(.unfit))
        #expect(try faults { $0.headline += " as a train derails" }.contains(.unfit))
        #expect(try faults { $0.choices[($0.correct + 1) % 4] = "Jordan Semiconductor" }.contains(.kind))
        #expect(try faults { $0.after += " with her mother" }.contains(.leak))
    }

    @Test func `a made-up person and a loose month are seen`() throws {
        let films = ["Jack Bauer is back", "Jack Bauer runs again"].enumerated().map { index, title in
            headline(90 + index, title, category: "entertainment")
        }
        var question = checked(try #require(try questions(only: [.person]).first))
        question.choices[(question.correct + 1) % 4] = "Jack Bauer"
        var check = check(sampleNews + films)
        #expect(check.faults(of: question) == [.kind])
        question.kind = "date"
        (question.before, question.after) = ("Frog it ", "")
        #expect(check.faults(of: question).contains(.leak))
        question.before = "Frogs in "
        #expect(!check.faults(of: question).contains(.leak))
    }

    @Test func `questions that answer each other are found`() throws {
        let first = checked(try #require(try questions(only: [.person]).first))
        var second = checked(try #require(try questions(only: [.number]).first))
        #expect(QuizCheck.answeringEachOther([first, second]).isEmpty)
        second.kind = "invented"
        second.choices[0] = first.headline
        #expect(QuizCheck.answeringEachOther([first, second]).count == 1)
    }

    @Test func `an invention that was reported is found`() throws {
        let stored = sampleNews + [headline(80, "Tom Haldane of Ghent opens the north harbour today")]
        let question = CheckedQuestion(
            kind: "invented",
            story: 0,
            language: "en",
            before: "",
            after: "",
            choices: [
                "Tom Haldane opens the north harbour", sampleNews[1].title, sampleNews[2].title, sampleNews[4].title,
            ],
            correct: 0,
            headline: "Ines Calloway opens the north harbour",
            source: "A"
        )
        var check = check(stored)
        #expect(check.faults(of: question) == [.falseInvention])
    }
}
