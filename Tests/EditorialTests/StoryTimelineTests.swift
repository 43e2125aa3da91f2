import Foundation
import Gazetteer
import NewsModel
import TextAnalysis
import Testing

@testable import Editorial

/// Twenty timelines made by hand: what came before a story over weeks, and what did not.
@Suite struct StoryTimelineTests {
    struct Sample: CustomTestStringConvertible {
        /// Hours before the newest report, and titles: `+` belongs to the story, `-` does not.
        var earlier: [(hours: Double, mark: Character, title: String)]
        var newest: String
        var changes: [String] = []

        var testDescription: String { newest }

        init(_ newest: String, changes: [String] = [], _ lines: String) {
            self.newest = newest
            self.changes = changes
            earlier = lines.split(separator: "\n").map { line in
                let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
                return (Double(parts[0]) ?? 0, Character(parts[1]), parts[2])
            }
        }
    }

    private static let finder = (try? SharedGazetteer.gazetteer.get()).map(PlaceFinder.init(gazetteer:))

    static func listed(_ title: String, hoursAgo: Double, number: Int, event: Int64? = nil) throws -> ListedArticle {
        let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
        let analysis = analyser.analysis(of: analyser.text(title: title))
        let time = Date(timeIntervalSince1970: 1_790_000_000 - hoursAgo * 3_600)
        let article = Article(
            id: ArticleID(rawValue: Int64(time.timeIntervalSince1970) * 1_000 + Int64(number)),
            feedID: FeedID(rawValue: Int64(number % 3)),
            storyID: StoryID(rawValue: Int64(number)),
            title: title,
            summary: "",
            publishedAt: time,
            firstSeenAt: time,
            language: analysis.language.language,
            tags: []
        )
        let places = try #require(finder).namedPlaces(title: title, summary: "", language: analysis.language.language)
        return ListedArticle(
            article: article,
            feedName: "Feed",
            event: event.map(StoryID.init(rawValue:)),
            places: places.map { ListedPlace(id: $0.place.id, names: [$0.place.name], position: nil) },
            facts: ArticleFacts(
                language: analysis.language.language,
                keyphrases: analysis.keyphrases.map(\.text),
                things: analysis.things.map { ArticleFacts.Thing(name: $0.name, kind: $0.kind.rawValue) },
                numbers: analysis.numbers
            )
        )
    }

    static let samples = [
        Sample(
            "Ferry disaster off Luzon: death toll rises to 40 dead, Philippine coast guard says",
            changes: ["12 dead", "31 dead", "40 dead"],
            """
            50 + Ferry sinks off Luzon in the Philippines, 12 dead
            30 + Philippine ferry disaster: 31 dead off Luzon, says coast guard
            28 - Philippines beat Thailand in basketball qualifier
            20 - Luzon mayor opens new market hall
            """
        ),
        Sample(
            "Wildfire near Marseille burns 900 hectares, thousands flee",
            changes: ["300 hectares", "900 hectares"],
            """
            40 + Wildfire breaks out near Marseille after hot week
            20 + Marseille wildfire burns 300 hectares as winds rise
            18 - Olympique Marseille sign striker from Porto
            300 - Marseille port workers on strike
            """
        ),
        Sample(
            "Parliament in Lima impeaches president Boluarte",
            """
            500 + President Boluarte rejects calls to resign as protests grow in Lima
            200 + Peru: prosecutors search palace of president Boluarte
            90 + Congress in Lima opens impeachment of president Boluarte
            80 - Lima hosts gastronomy fair
            60 - Peru copper exports rise
            """
        ),
        Sample(
            "Court in Milan acquits former Eni managers in Nigeria bribery trial",
            """
            700 + Nigeria bribery trial of Eni managers opens in Milan
            300 + Prosecutors demand eight years for Eni managers in Milan bribery trial
            200 - Eni raises dividend
            100 - Milan fashion week opens
            """
        ),
        Sample(
            "Boeing machinists end strike after accepting pay offer",
            """
            900 + Boeing machinists vote to strike over pay
            600 + Boeing machinists reject second pay offer, strike goes on
            150 + Boeing makes new pay offer to striking machinists
            140 - Boeing delivers 40 jets in October
            100 - Airbus wins order from Delta
            """
        ),
        Sample(
            "Bundestag beschließt Rentenpaket mit knapper Mehrheit",
            """
            700 + Junge Union lehnt Rentenpaket im Bundestag ab
            300 + Streit um Rentenpaket: Bundestag verschiebt Abstimmung
            100 - Bundestag wählt neue Wehrbeauftragte
            50 - Merz reist nach Japan
            """
        ),
        Sample(
            "Hochwasser in Passau: Pegel der Donau fällt wieder",
            """
            60 + Hochwasser: Passau ruft Katastrophenfall aus
            40 + Donau-Hochwasser in Passau erreicht Höchststand
            30 - Passau eröffnet Christkindlmarkt
            """
        ),
        Sample(
            "SpaceX Starship reaches orbit on fourth test flight",
            """
            1000 + SpaceX Starship explodes minutes after test flight begins
            500 + SpaceX Starship test flight ends over the Gulf
            200 + Regulator clears SpaceX Starship for fourth test flight
            100 - SpaceX launches 23 Starlink satellites
            """
        ),
        Sample(
            "Ebola outbreak in Uganda: 55 cases confirmed",
            changes: ["9 cases", "21 cases", "55 cases"],
            """
            400 + Uganda declares Ebola outbreak with 9 cases
            200 + Ebola outbreak in Uganda grows to 21 cases
            190 - Uganda election campaign begins
            """
        ),
        Sample(
            "Vulcan eruption in Iceland: Grindavik evacuated again",
            """
            900 + Iceland evacuates Grindavik before expected eruption
            600 + Eruption near Grindavik in Iceland sends lava across road
            500 - Iceland joins fisheries pact
            """
        ),
        Sample(
            "Le Sénat rejette la réforme des retraites de Bayrou",
            """
            600 + Bayrou présente sa réforme des retraites aux syndicats
            200 + Réforme des retraites : Bayrou défend son projet au Sénat
            100 - Bayrou inaugure un hôpital à Pau
            """
        ),
        Sample(
            "El Supremo condena a Ábalos por el caso de las mascarillas",
            """
            800 + El Supremo imputa a Ábalos en el caso de las mascarillas
            300 + Ábalos declara ante el Supremo por el caso mascarillas
            100 - El Supremo avala la ley de vivienda
            """
        ),
        Sample(
            "OpenAI board reinstates Altman as chief executive",
            """
            110 + OpenAI board fires chief executive Altman
            60 + Altman returns to OpenAI offices for talks with board
            40 - OpenAI releases a new speech model
            """
        ),
        Sample(
            "Cyclone Freddy makes second landfall in Mozambique",
            """
            500 + Cyclone Freddy nears Madagascar
            300 + Cyclone Freddy hits Mozambique with heavy rain
            20 - Mozambique gas project resumes
            """
        ),
        Sample(
            "Train drivers in Portugal suspend strike after pay deal",
            """
            300 + Train drivers in Portugal announce strike over pay
            120 + Portugal: train drivers begin strike over pay
            60 - Portugal reach final with late goal
            """
        ),
        Sample(
            "Baltimore bridge: wreck of container ship Dali is moved",
            """
            900 + Container ship Dali rams bridge in Baltimore
            870 + Baltimore bridge collapse: search for six workers ends
            300 + Baltimore: channel beside the wreck of the Dali is open
            100 - Baltimore Ravens sign a new coach
            """
        ),
        Sample(
            "FBI arrests suspect in Louvre jewel theft, says Paris prosecutor",
            """
            400 + Thieves steal crown jewels from Louvre in Paris
            200 + Louvre jewel theft: Paris prosecutor names two suspects
            150 - Louvre raises ticket prices for tourists
            """
        ),
        Sample("Mayor of Braga opens new library", "200 - Braga beat Porto 2-0\n100 - Storm floods streets in Braga"),
        Sample("Recipe: pumpkin soup with ginger", "200 - Recipe: lentil soup\n90 - Pumpkin harvest begins in Styria"),
        Sample(
            "Apple presents a thinner iPhone",
            "90 - Apple fined over app store rules in Europe\n40 + Apple to present a thinner iPhone in autumn, analyst says"
        ),
    ]

    @Test(arguments: samples)
    func `earlier reports of the story are found, and no others`(sample: Sample) throws {
        let others = try sample.earlier.enumerated().map { number, line in
            try Self.listed(line.title, hoursAgo: line.hours, number: number + 1)
        }
        let newest = try Self.listed(sample.newest, hoursAgo: 0, number: 100)
        let timeline = StoryTimeline(of: newest, among: others.shuffled())
        let wanted = sample.earlier.filter { $0.mark == "+" }.sorted { $0.hours > $1.hours }.map(\.title)
        #expect(timeline?.earlier.map(\.article.title) == (wanted.count >= 2 ? wanted : nil))
        #expect(timeline?.changes.first?.texts ?? [] == sample.changes)
    }

    @Test func `there are twenty`() { #expect(Self.samples.count == 20) }

    @Test func `of many reports the first, the last and the best are shown, one of each moment`() throws {
        let others = try (1...30).map { number in
            try Self.listed(
                "Wildfire near Marseille burns on, day \(number) of the fight",
                hoursAgo: Double(400 - number * 10),
                number: number
            )
        }
        let copies = try (1...30).map { number in
            try Self.listed(
                "Marseille: wildfire burns on near the town \(number)",
                hoursAgo: Double(399 - number * 10),
                number: 200 + number
            )
        }
        let newest = try Self.listed("Wildfire near Marseille is out at last", hoursAgo: 0, number: 100)
        let timeline = try #require(StoryTimeline(of: newest, among: others + copies))
        #expect(timeline.earlier.count == 5)
        let times = timeline.earlier.map(\.article.publishedAt)
        #expect(times == times.sorted())
        #expect(times.first == others.first?.article.publishedAt)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 6 * 3_600 })
    }

    @Test func `reports of the same event belong to it, whatever their words`() throws {
        let others = try [("A village digs", 9.0), ("What we know", 20.0)].enumerated().map {
            try Self.listed($1.0, hoursAgo: $1.1, number: $0 + 1, event: 7)
        }
        let newest = try Self.listed("Quake in Chile", hoursAgo: 0, number: 100, event: 7)
        #expect(
            StoryTimeline(of: newest, among: others)?.earlier.map(\.article.title) == [
                "What we know", "A village digs",
            ]
        )
    }

    @Test(arguments: [
        ("5 homes destroyed", "12 bridges destroyed", false), ("12 people dead", "40 dead in ferry disaster", true),
        ("21 cases", "55 cases confirmed", true), ("$12 tickets", "12 tickets", false),
        ("magnitude 7.1", "7.3 magnitude quake", true),
    ])
    func `numbers are compared where they count the same`(one: String, other: String, isSame: Bool) throws {
        let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
        let numbers = [one, other].map { analyser.analysis(of: analyser.text(title: $0)).numbers.first }
        #expect(try numbers[1].map { try #require(numbers[0]).counts(theSameAs: $0) } ?? false == isSame)
    }

    @Test(arguments: [
        ("1,200", "en", 1_200.0), ("1.200", "de", 1_200), ("1.200", "en", 1.2), ("7.1", "en", 7.1), ("3,5", "de", 3.5),
        ("1,234,567", "en", 1_234_567), ("12", "en", 12), ("1.234.567,8", "de", 1_234_567.8),
    ])
    func `numbers are read as their language writes them`(digits: String, language: String, value: Double) {
        #expect(NumberFinder.value(digits, language) == value)
    }

    @Test(arguments: [
        ("Bank pays $3.5 billion fine", "$3.5 billion fine", 3.5e9, "$"), ("Inflation at 2.4% in May", "", 0, ""),
        ("12 people dead in blaze", "12 people dead", 12, ""), ("Stocks of 2026 begin at 10:30", "", 0, ""),
        ("Umfrage: 30 Prozent Zustimmung für Merz", "30 Prozent Zustimmung", 30, "%"),
        ("地震造成12人死亡", "12人死亡", 12, ""), ("Earthquake of magnitude 7.1", "magnitude 7.1", 7.1, ""),
    ])
    func `a number says what it counts`(title: String, text: String, value: Double, unit: String) {
        let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
        let numbers = analyser.analysis(of: analyser.text(title: title)).numbers
        if text.isEmpty {
            #expect(numbers.allSatisfy { $0.unit == "%" })
        } else {
            #expect(numbers.first?.text == text && numbers.first?.value == value && numbers.first?.unit == unit)
        }
    }
}
