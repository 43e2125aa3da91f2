import Foundation
import Gazetteer
import TestSupport
import Testing

@testable import Editorial

/// The gazetteer of this repository, opened once.
enum SharedGazetteer {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("data/gazetteer/gazetteer.bin").path
    static let gazetteer = Result { () throws(GazetteerError) in try Gazetteer(path: path) }
}

struct PlaceFinderTests {
    private let finder: PlaceFinder

    init() throws {
        finder = PlaceFinder(gazetteer: try SharedGazetteer.gazetteer.get())
    }

    @Test(arguments: PlaceSentences.table)
    func `a sentence names these places and no others`(language: String, sentence: String, expected: String) {
        let found = finder.places(in: sentence, language: language).filter { !$0.isDemonym }
        let written = found.map { "\($0.name)=\($0.place.countryCode ?? "-")" }.joined(separator: ", ")
        #expect(written == expected, "\(found.map(\.reason))")
    }

    @Test
    func `offsets count Unicode scalars in each part`() throws {
        let found = finder.places(title: "🇫🇷 Fire in Paris", summary: "née à Lyon", body: "Ça brûle à Marseille.")
        let expected: [(String, FoundPlace.Part, Range<Int>)] = [
            ("Paris", .title, 11..<16), ("Lyon", .summary, 6..<10), ("Marseille", .body, 11..<20),
        ]
        #expect(found.map(\.name) == expected.map(\.0))
        #expect(found.map(\.part) == expected.map(\.1))
        #expect(found.map(\.range) == expected.map(\.2))
    }

    @Test
    func `a word that is also a town is one beside an authority in a feed of its country`() {
        func names(_ text: String, _ country: String?) -> [String] {
            finder.places(in: text, language: "en", country: country).map(\.name)
        }
        #expect(names("Reading council approves new homes", "GB") == ["Reading"])
        #expect(names("Reading council approves new homes", nil) == [])
        #expect(names("Reading council approves new homes", "FR") == [])
        #expect(names("Reading for pleasure is declining", "GB") == [])
    }

    @Test
    func `a part's last word does not run into the next part`() {
        let found = finder.places(title: "Storm over New", summary: "York prepares", body: "")
        #expect(!found.contains { $0.name.contains("New") })
    }

    @Test
    func `a body is read up to 500 scalars`() {
        let body = String(repeating: "word ", count: 99) + "in Berlin and in Hamburg"
        let found = finder.places(title: "", summary: "", body: body)
        #expect(found.isEmpty)
        #expect(finder.places(in: body).map(\.name) == ["Berlin", "Hamburg"])
    }

    @Test
    func `the feed's country decides between places of one size`() throws {
        let text = "A fire in Valencia destroyed a factory."
        let spain = try #require(finder.places(in: text, country: "ES").first)
        let venezuela = try #require(finder.places(in: text, country: "VE").first)
        #expect(spain.place.countryCode == "ES")
        #expect(venezuela.place.countryCode == "VE")
        #expect(venezuela.reason.contains("country-of-feed"))
    }

    @Test
    func `other places of the text decide between places of one name`() {
        let british = finder.places(in: "Police in Birmingham and Coventry, in the West Midlands of England, said so.")
        let american = finder.places(in: "Police in Birmingham and Montgomery, two cities of Alabama, said so.")
        #expect(british.first?.place.countryCode == "GB")
        #expect(american.first?.place.countryCode == "US")
    }

    @Test
    func `a word for a country's people is found as such`() throws {
        let found = finder.places(in: "Two Kenyan runners met French officials in Geneva.")
        #expect(found.map(\.isDemonym) == [true, true, false])
        #expect(found.map(\.place.countryCode) == ["KE", "FR", "CH"])
    }

    @Test
    func `an unknown name beside a region lies in the region`() throws {
        let found = finder.places(in: "The fire in Zzyzxville, Texas burned. Zzyzxville was empty.")
        #expect(found.map(\.name) == ["Zzyzxville", "Texas", "Zzyzxville"])
        #expect(found.allSatisfy { $0.place.code == "US.TX" })
    }

    @Test
    func `certain places have more confidence than doubtful ones`() throws {
        let certain = try #require(finder.places(in: "It happened in Paris, France.").first)
        let doubtful = try #require(finder.places(in: "It was a day in Nice").first)
        #expect(certain.confidence > 0.8)
        #expect(doubtful.confidence < 0.6)
        #expect((0...1).contains(certain.confidence) && (0...1).contains(doubtful.confidence))
    }

    @Test
    func `empty and strange texts give nothing`() {
        for text in ["", " ", "\n\n", "…", "🇺🇸🇫🇷", "\u{0}", "1 2 3", "---", String(repeating: ".", count: 10_000)] {
            #expect(finder.places(in: text).isEmpty)
        }
    }

    @Test(arguments: ["New ", "New York ", "北京", "Al-", "St. ", "A", "San Jose, ", "U.S.", "in Paris, Texas, "])
    func `time grows with the length of hostile texts, not faster`(piece: String) {
        func time(_ count: Int) -> Duration {
            let text = String(repeating: piece, count: count)
            return (0..<3).map { _ in processorTime { _ = finder.places(in: text) } }.min() ?? .zero
        }
        _ = time(100)
        let short = time(500)
        let long = time(5000)
        #expect(long < short * 40 + .milliseconds(50), "\(short) \(long)")
    }
}
