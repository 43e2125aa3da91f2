import Geography
import NewsModel
import TestSupport
import Testing

@testable import Games

/// Names that have another sense are neither asked for nor offered.
struct QuizSenseTests {
    private func pool(_ news: [QuizHeadline]) throws -> QuizPool {
        QuizPool(news, try ShippedQuizWords.vocabulary())
    }

    private func country(_ name: String, _ id: Int64, in continent: String) -> ListedPlace {
        ListedPlace(id: id, names: [name, continent], position: nil)
    }

    private func places(left out: [[QuizGap]]) -> [String] { out.joined().filter { $0.kind == .place }.map(\.text) }

    @Test func `a word that stands somewhere without a capital is no sure place`() throws {
        let turkey = country("Turkey", 90, in: "Asia")
        let bird = headline(90, "City lets Turkey cross the road for an hour", places: [turkey])
        let known = headline(91, "Farmers of Turkey sell more hazelnuts abroad", places: [turkey])
        #expect(places(left: try pool([bird, known]).gaps) == ["Turkey", "Turkey"])
        let cook = headline(92, "Cook roasts a turkey without an oven for the club")
        #expect(places(left: try pool([bird, known, cook]).gaps).isEmpty)
    }

    @Test func `at the beginning a place is sure only if the summary names it`() throws {
        let jordan = country("Jordan", 90, in: "Asia")
        let title = "Jordan shares the water of a desert lake"
        #expect(places(left: try pool([headline(90, title, places: [jordan])]).gaps).isEmpty)
        let sure = headline(90, title, summary: "The government of Jordan has signed.", places: [jordan])
        #expect(places(left: try pool([sure]).gaps) == ["Jordan"])
    }

    @Test func `what is called like a place is no person`() throws {
        func gaps(_ isPlace: Bool) throws -> [QuizGap] {
            var news = headline(
                90,
                "Orange Telecom of Victoria Fells issues a green bond",
                things: [("Victoria Fells", "person")]
            )
            if isPlace { news.alsoPlaces = ["Victoria Fells"] }
            return try pool([news]).gaps.joined().filter { $0.kind == .person }
        }
        #expect(try gaps(false).map(\.text) == ["Victoria Fells"])
        #expect(try gaps(true).isEmpty)
    }

    @Test func `what only begins a longer name is no person`() {
        let archive = QuizArchive([headline(90, "Carla Benning Award goes to a baker of rye")])
        #expect(!archive.isSureName("Carla Benning"))
        #expect(
            QuizArchive([headline(90, "The award for the best loaf of the year goes to Carla Benning")]).isSureName(
                "Carla Benning"
            )
        )
    }

    @Test func `a number before the colon tells the order, and what stands in brackets is no headline`() throws {
        let subjects = ["tides", "bridges", "violins", "maps", "bees", "kites"]
        let titles = subjects.enumerated().map { "Lecture \(104 + $0): The \($1) of spring" }
        for seed in 1...5 {
            let news = titles.enumerated().map { headline(100 - $0 * 15, $1) }
            let words = try ShippedQuizWords.vocabulary()
            let made = QuizMaker.round(from: news, count: 1, seed: UInt64(seed), words: words, only: [.first])
            if case .questions = made { Issue.record("asked which lecture was first") }
        }
        let odd = headline(90, "(click the harbour phrases to see a list)", summary: "A list of phrases.")
        #expect(try pool([odd]).isFit == [false])
    }

    @Test func `a state that is called like a country is not taken for it`() {
        let atlanta = ListedPlace(
            id: 91,
            names: ["Atlanta", "Georgia", "United States", "North America"],
            position: Coordinates(latitude: 33.7, longitude: -84.4)
        )
        let state = ListedPlace(id: 92, names: ["Georgia", "United States", "North America"], position: nil)
        let places = QuizPlaces([
            headline(90, "Cooks of Georgia meet", places: [country("Georgia", 90, in: "Asia")]),
            headline(91, "Cooks of Atlanta meet", places: [atlanta]),
        ])
        #expect(places.country(of: atlanta) == "United States")
        #expect(places.rank(of: state) == "region")
        #expect(places.rank(of: country("Georgia", 90, in: "Asia")) == "country")
        // A country that no headline is known to be about gives no answer, and no wrong one.
        let unknown = QuizPlaces([headline(90, "Cooks of Georgia meet", places: [country("Georgia", 90, in: "Asia")])])
        let short = ListedPlace(id: 91, names: ["Atlanta", "Georgia", "United States"], position: atlanta.position)
        #expect(unknown.country(of: short) == nil)
    }
}
