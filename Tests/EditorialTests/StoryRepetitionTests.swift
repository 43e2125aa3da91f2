import TextAnalysis
import Testing

@testable import Editorial

/// Which articles say the same as earlier ones: a push that is kept back for them must bring nothing new.
@Suite struct StoryRepetitionTests {
    private let analyser: ArticleAnalyser
    private let index = StoryIndex()

    init() throws {
        let places = PlaceFinder(gazetteer: try SharedGazetteer.gazetteer.get())
        analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary, places: places)
    }

    private func report(_ title: String, source: UInt64, isOpen: Bool = true, minute: Double = 10) -> StoryReport {
        analyser.report(of: analyser.text(title: title), source: source, isOpen: isOpen, time: minute * 60)
    }

    @discardableResult
    private func add(_ id: Int64, _ title: String, source: UInt64, isOpen: Bool = true) throws -> StoryPlacement {
        let report = report(title, source: source, isOpen: isOpen, minute: Double(id) / 10)
        return try #require(index.add(id, report, as: index.propose(report)))
    }

    @Test(arguments: [
        (
            "Magnitude 6.4 earthquake strikes western Turkey, at least 12 dead",
            "Magnitude 6.4 earthquake strikes eastern Japan, at least 12 dead",
            "At least 12 dead as magnitude 6.4 earthquake strikes western Turkey"
        ),
        (
            "Five wounded in a shooting at a school in Texas", "Five wounded in a shooting at a school in Sweden",
            "Shooting at a school in Texas, five wounded"
        ),
        (
            "Five Wounded In A Shooting At A School In Texas", "Five Wounded In A Shooting At A School In Sweden",
            "Shooting At A School In Texas, Five Wounded"
        ),
        (
            "Surprise as Okafor wins the marathon in record time",
            "Surprise as Lindqvist wins the marathon in record time",
            "In record time Okafor wins the marathon"
        ),
    ])
    func `another name in place of the one that most reports have is news`(
        known: String,
        other: String,
        same: String
    ) throws {
        for source in 1...4 { try add(Int64(source), known, source: UInt64(source)) }
        #expect(index.propose(report(other, source: 9)).sameReports.isEmpty)
        #expect(index.propose(report(same, source: 9)).sameReports.count == 4)
    }

    @Test(arguments: [
        (
            [
                "Macron resigns after cabinet revolt, elections called",
                "Macron resigns, elections called after cabinet revolt",
                "Macron resigns after a revolt of the cabinet and elections are called",
                "After cabinet revolt Macron resigns, elections called",
            ], "Starmer resigns after cabinet revolt, elections called",
            "Elections called: Macron resigns after cabinet revolt"
        ),
        (
            [
                "Netflix Raises Prices For Streaming Plans", "Netflix Raises Streaming Prices For All Plans",
                "Netflix Streaming Plans: Prices Raised", "Prices For Netflix Streaming Plans Raised",
            ], "Spotify Raises Prices For Streaming Plans", "Streaming Plans: Netflix Raises Prices"
        ),
    ])
    func `a name that begins the title, or stands where all words have capitals, counts too`(
        known: [String],
        other: String,
        same: String
    ) throws {
        for (source, title) in known.enumerated() { try add(Int64(source), title, source: UInt64(source)) }
        #expect(index.propose(report(other, source: 9)).sameReports.isEmpty)
        #expect(index.propose(report(same, source: 9)).sameReports.count >= 3)
    }

    @Test(arguments: [
        ("Liverpool 2-1 Everton: late goal decides the derby", "Arsenal 2-1 Chelsea: late goal decides the derby"),
        ("Flood in Peru kills 12", "Landslide and flood in Bolivia kills 12"),
    ])
    func `reports with other names are no report of the same event`(one: String, other: String) throws {
        try add(1, one, source: 1)
        #expect(index.propose(report(other, source: 2)).story == nil)
    }

    @Test func `a name beside those that are known is no news of its own`() throws {
        for source in 1...4 { try add(Int64(source), "Ferry sinks off Luzon with 40 aboard", source: UInt64(source)) }
        let named = index.propose(report("Ferry sinks off Luzon with 40 aboard, says Vidal", source: 9))
        #expect(named.sameReports.count == 4)
    }

    @Test func `what one source reports often shows no more than once, and to itself nothing`() throws {
        for id in 1...3 { try add(Int64(id), "Ferry sinks off Luzon with 40 aboard, update \(id)", source: 1) }
        try add(4, "Ferry sinks off Luzon with 40 aboard", source: 2)
        let title = "Ferry with 40 aboard sinks off Luzon"
        #expect(index.propose(report(title, source: 3)).sameReports.count == 2)
        #expect(index.propose(report(title, source: 2)).sameReports.count == 1)
    }

    @Test func `a private feed learns nothing of what other private feeds report`() throws {
        let title = "Ferry sinks off Luzon with 40 aboard"
        try add(1, title, source: 1, isOpen: false)
        let other = index.propose(report(title, source: 2, isOpen: false))
        #expect(other.story == nil && other.mostSimilar == nil && other.sameReports.isEmpty && other.similarity == 0)
        try add(2, "Ferry sinks off Luzon, 40 aboard", source: 3)
        let open = index.propose(report(title, source: 2, isOpen: false))
        #expect(open.mostSimilar == 2)
        #expect(index.propose(report("Off Luzon, a ferry sinks", source: 1, isOpen: false)).story == 1)
    }

    @Test func `private feeds that somebody follows both are compared`() throws {
        func shared(_ source: UInt64, _ audience: Set<Int64>) -> StoryReport {
            analyser.report(
                of: analyser.text(title: "Ferry sinks off Luzon with 40 aboard"),
                source: source,
                isOpen: false,
                audience: audience,
                time: 600
            )
        }
        let first = shared(1, [7, 8])
        _ = try #require(index.add(1, first, as: index.propose(first)))
        #expect(index.propose(shared(2, [8, 9])).story == 1)
        #expect(index.propose(shared(3, [9])).story == nil)
    }

    @Test func `a story is also known by its later articles, for those that were not stored`() throws {
        for source in 1...3 { try add(Int64(source), "Ferry sinks off Luzon with 40 aboard", source: UInt64(source)) }
        try add(4, "Ferry sinks off Luzon with 40 aboard", source: 7, isOpen: false)
        let proposal = index.propose(report("Ferry with 40 aboard sinks off Luzon", source: 9))
        #expect(proposal.members == [[1, 2, 3]])
    }
}
