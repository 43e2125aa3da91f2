import Foundation
import Geography
import TestSupport
import Testing

@testable import Gazetteer

struct GazetteerTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("data/gazetteer/gazetteer.bin").path

    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer(path: Self.path)
    }

    private func first(_ name: String) throws -> Place {
        let meaning = try #require(gazetteer.meanings(of: name).first { !$0.flags.contains(.capitals) || name == "US" })
        return try #require(gazetteer.place(meaning.placeIndex))
    }

    @Test(arguments: [
        ("Leipzig", "Leipzig", "DE"), ("MÜNCHEN", "Munich", "DE"), ("munchen", "Munich", "DE"), ("Łódź", "Łódź", "PL"),
        ("東京", "Tokyo", "JP"), ("北京市", "Beijing", "CN"), ("서울", "Seoul", "KR"), ("Москва", "Moscow", "RU"),
        ("القاهرة", "Cairo", "EG"), ("मुंबई", "Mumbai", "IN"), ("Αθήνα", "Athens", "GR"), ("กรุงเทพ", "Bangkok", "TH"),
        ("İstanbul", "Istanbul", "TR"), ("Deutschland", "Germany", "DE"), ("Côte d’Ivoire", "Ivory Coast", "CI"),
        ("St. Petersburg", "Saint Petersburg", "RU"), ("Bavière", "Bavaria", "DE"), ("Ｔｏｋｙｏ", "Tokyo", "JP"),
        ("Bombay", "Mumbai", "IN"), ("Kenyan", "Kenya", "KE"), ("Crimea", "Crimea", "UA"), ("Kosovo", "Kosovo", "XK"),
        ("Taiwan", "Taiwan", "TW"), ("Westjordanland", "West Bank", "PS"), ("Gaza Strip", "Gaza Strip", "PS"),
    ])
    func `a name in any script, case and accents is found`(name: String, place: String, country: String) throws {
        let found = gazetteer.meanings(of: name).compactMap { gazetteer.place($0.placeIndex) }
        #expect(found.contains { $0.countryCode == country && $0.name == place }, "\(found.prefix(3).map(\.name))")
    }

    @Test
    func `every place of the file can be read`() {
        #expect(gazetteer.count > 34_000)
        for index in 0..<gazetteer.count {
            let place = gazetteer.place(index)
            let isOnEarth = place.map { abs($0.position.latitude) <= 90 && abs($0.position.longitude) <= 180 }
            #expect(isOnEarth == true && place?.name.isEmpty == false)
        }
        #expect(gazetteer.place(-1) == nil)
        #expect(gazetteer.place(gazetteer.count) == nil)
    }

    @Test
    func `codes of airports and common words of other languages are no names`() {
        for name in ["SHA", "BJS", "shang hai shi", "LHR"] { #expect(gazetteer.meanings(of: name).isEmpty, "\(name)") }
    }

    @Test
    func `a city lies in its region, country and continent`() throws {
        let leipzig = try first("Leipzig")
        #expect(gazetteer.containers(of: leipzig).map(\.name) == ["Saxony", "Germany", "Europe"])
        let europe = try first("Europe")
        #expect(gazetteer.contains(europe, leipzig))
        #expect(!gazetteer.contains(leipzig, europe))
        #expect(!gazetteer.contains(try first("Bavaria"), leipzig))
        #expect(gazetteer.contains(try first("Middle East"), try first("Baghdad")))
        #expect(!gazetteer.contains(try first("Middle East"), leipzig))
        #expect(leipzig.code.isEmpty && gazetteer.containers(of: leipzig).first?.code == "DE.13")
    }

    @Test
    func `a region's cities come largest first`() throws {
        let cities = gazetteer.cities(in: try first("Saxony"))
        #expect(Set(cities.prefix(3).map(\.name)) == ["Leipzig", "Dresden", "Chemnitz"])
        #expect(cities.map(\.population) == cities.map(\.population).sorted(by: >))
        #expect(gazetteer.cities(in: try first("Leipzig")).isEmpty)
    }

    @Test(arguments: [
        ("Berlin", "Munich", 504.0), ("London", "Paris", 344.0), ("New York City", "Los Angeles", 3936.0),
        ("Auckland", "Honolulu", 7090.0),
    ])
    func `distances follow great circles`(from: String, to: String, kilometres: Double) throws {
        let distance = try first(from).position.distance(to: try first(to).position)
        #expect(abs(distance - kilometres) < kilometres / 50 + 5, "\(distance)")
        let pole = Coordinates(latitude: 90, longitude: 0)
        #expect(abs(pole.distance(to: Coordinates(latitude: -90, longitude: 90)) - 20_015) < 1)
        #expect(pole.distance(to: pole) == 0)
    }

    @Test
    func `beginnings of long names are known`() {
        func mayBegin(_ text: String) -> Bool {
            Array(text.utf8).withUnsafeBufferPointer { gazetteer.mayBegin($0) }
        }
        #expect(mayBegin("new") && mayBegin("rio de") && mayBegin("united") && mayBegin("東"))
        let others = (0..<1000).count { mayBegin("zzyzx\($0)") }
        #expect(others < 60, "\(others) wrong answers of 1000")
    }

    @Test
    func `words keep their places, cases and gaps`() {
        let folded = gazetteer.fold("Côte d'Ivoire, U.S. 東京", longest: 100)
        #expect(String(decoding: folded.bytes, as: UTF8.self) == "cote d ivoire u s東京")
        #expect(folded.words.map(\.scalars) == [0..<4, 5..<6, 7..<13, 15..<16, 17..<18, 20..<21, 21..<22])
        #expect(folded.words.map(\.gap) == [.sentenceEnd, .space, .apostrophe, .comma, .innerStop, .stop, .nothing])
        #expect(
            folded.words.map(\.letterCase) == [.capitalised, .lower, .capitalised, .initial, .initial, .none, .none]
        )
        #expect(gazetteer.fold("abc def", longest: 3).words.count == 1)
    }

    @Test
    func `opening takes less than five milliseconds of the processor`() throws {
        let times = try (0..<5).map { _ in try processorTime { _ = try Gazetteer(path: Self.path) } }
        #expect(times.min() ?? .seconds(1) < .milliseconds(5), "\(times)")
    }
}
