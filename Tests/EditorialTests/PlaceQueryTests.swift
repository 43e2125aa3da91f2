import Gazetteer
import Testing

@testable import Editorial

struct PlaceQueryTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try SharedGazetteer.gazetteer.get()
    }

    @Test(arguments: [
        ("Leipzig", "Leipzig DE"), ("leipzig", "Leipzig DE"), ("Köln", "Köln DE"), ("koln", "Köln DE"),
        ("Turin", "Turin IT"),
        ("東京", "Tokyo JP"), ("Москва", "Moscow RU"), ("Paris, TX", "Paris US"), ("Paris Texas", "Paris US"),
        ("Valencia, Venezuela", "Valencia VE"), ("Saxony", "Saxony DE"), ("Europe", "Europe -"),
        ("Gaza", "Gaza Strip PS"),
        ("US", "United States of America US"), ("Deutschland", "Germany DE"), ("New York", "New York City US"),
        ("Bombay", "Mumbai IN"), ("Georgia", "Georgia GE"),
    ])
    func `what a person types means first`(typed: String, expected: String) throws {
        let first = try #require(PlaceQuery(typed, gazetteer: gazetteer).places.first)
        #expect("\(first.name) \(first.countryCode ?? "-")" == expected)
    }

    @Test
    func `places of one name are offered by size, at most ten`() {
        let places = PlaceQuery("Springfield", gazetteer: gazetteer).places
        #expect((2...10).contains(places.count))
        #expect(places.map(\.population) == places.map(\.population).sorted(by: >))
    }

    @Test
    func `the person's country comes first`() {
        #expect(PlaceQuery("Valencia", gazetteer: gazetteer, country: "VE").places.first?.countryCode == "VE")
        #expect(PlaceQuery("Valencia", gazetteer: gazetteer, country: "ES").places.first?.countryCode == "ES")
    }

    @Test(arguments: ["", " ", ",", "near me", "zzyzx", "Kenyan", "us", String(repeating: "a ", count: 5000)])
    func `unknown names mean nothing`(typed: String) {
        #expect(PlaceQuery(typed, gazetteer: gazetteer).places.isEmpty)
    }
}
