import TextAnalysis
import Testing

@testable import Editorial

@Suite struct StoryIndexTests {
    private final class Newsroom {
        let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
        let index: StoryIndex
        private(set) var placements: [StoryPlacement] = []

        init(_ change: (inout StoryIndexOptions) -> Void = { _ in }) {
            var options = StoryIndexOptions()
            change(&options)
            index = StoryIndex(options: options)
        }

        func report(_ title: String, source: UInt64, isOpen: Bool = true, minute: Double) -> StoryReport {
            analyser.report(of: analyser.text(title: title), source: source, isOpen: isOpen, time: minute * 60)
        }

        @discardableResult
        func add(_ title: String, source: UInt64, isOpen: Bool = true, minute: Double) throws -> StoryPlacement {
            let report = report(title, source: source, isOpen: isOpen, minute: minute)
            let placement = try #require(index.add(Int64(placements.count), report, as: index.propose(report)))
            placements.append(placement)
            return placement
        }
    }

    @Test(arguments: [
        ("Earthquake of magnitude 7.1 strikes Valparaiso in Chile", "Valparaiso hit by magnitude 7.1 earthquake"),
        ("央行宣布下调利率0.25个百分点", "中国央行下调利率 市场欢迎"),
        ("Merz und Macron streiten in Berlin über den Haushalt", "Macron and Merz quarrel in Berlin"),
    ])
    func `two reports of one event are one story`(first: String, second: String) throws {
        let room = Newsroom()
        try room.add(first, source: 1, minute: 0)
        #expect(try room.add(second, source: 2, minute: 30).story == 0)
    }

    @Test(arguments: [
        ("Earthquake strikes Chile", "Chile elects a new president"),
        ("Daily discussion - November 22, 2026", "Daily discussion - November 22, 2026"),
        ("Horoscope for Monday, November 23", "Your horoscope for Monday"),
        ("Market wrap: stocks fall on fears of inflation", "Market wrap: oil soars after an attack on tankers"),
        ("Market wrap: stocks fall on fears of inflation", "Market wrap: stocks fall on fears of inflation"),
        ("", ""), ("The of and", "The of and"),
    ])
    func `other events and series are no story`(first: String, second: String) throws {
        let room = Newsroom()
        try room.add(first, source: 1, minute: 0)
        #expect(try room.add(second, source: 2, minute: 30).story == 1)
    }

    @Test func `a feed's series is recognised without a vocabulary`() throws {
        let room = Newsroom()
        for day in 1...6 {
            try room.add("Gruffalo club meeting notes number \(day * 7)", source: 5, minute: Double(day) * 60)
        }
        #expect(Set(room.placements.map(\.story)).count == 6)
    }

    @Test func `a thousand articles of one title by one feed neither merge nor slow anything down`() throws {
        let room = Newsroom()
        for number in 0..<1_000 {
            try room.add("Gruffalo sightings bulletin \(number)", source: 5, minute: Double(number) / 20)
        }
        #expect(Set(room.placements.map(\.story)).count >= 995)
        // Words that the feed always writes are not even looked up.
        #expect(room.index.looks == 0)
    }

    @Test(
        arguments: [
            "Severe weather warning for district NUMBER",
            "Police log: NAME street report, what residents should know",
            "Council of NAME plans new cycle paths near the station",
            "Bus line NUMBER in NAME stops because of road works",
        ],
        [1, 1_000]
    )
    func `titles from a template are no story and keep nothing back`(template: String, sources: Int) throws {
        let room = Newsroom()
        var repeated = 0
        for number in 0..<1_000 {
            let letters = [number / 100, number / 10 % 10, number % 10].map { ["ba", "ke", "li", "mo", "nu"][$0 % 5] }
            let name = "Dor\(letters.joined())\(["ton", "ham"][number % 2]) Z\(letters.reversed().joined())"
            let title = template.replacing("NUMBER", with: "\(number)").replacing("NAME", with: name)
            let (source, minute) = (UInt64(number % sources), Double(number) / 20)
            let report = room.report(title, source: source, minute: minute)
            if !room.index.propose(report).sameReports.isEmpty { repeated += 1 }
            try room.add(title, source: source, minute: minute)
        }
        #expect(Set(room.placements.map(\.story)).count >= 990)
        #expect(repeated == 0)
    }

    @Test func `what a feed always writes does not hide its news`() throws {
        let room = Newsroom()
        for (number, news) in [
            "tea prices rise", "bridge closed for repairs", "school wins award", "river floods meadow",
        ].enumerated() {
            try room.add("Dingleton Gazette: \(news)", source: 1, minute: Double(number))
        }
        try room.add("Minister Hartwell resigns over Dingleton harbour contract", source: 2, minute: 10)
        #expect(
            try room.add("Dingleton Gazette: Minister Hartwell resigns over harbour contract", source: 1, minute: 20)
                .story == 4
        )
    }

    @Test func `an article may show that two stories are one`() throws {
        let room = Newsroom()
        try room.add("Ferry sinks off Lombok", source: 1, minute: 0)
        try room.add("Dozens missing as passenger boat capsizes near Indonesian island", source: 2, minute: 10)
        #expect(room.placements.map(\.story) == [0, 1])
        let joined = try room.add(
            "Ferry sinks off Lombok: dozens missing as boat capsizes near Indonesian island",
            source: 3,
            minute: 20
        )
        #expect(joined == StoryPlacement(story: 0, merged: [1], news: 2))
        #expect(
            try room.add("Passenger boat capsizes near Indonesian island, dozens missing", source: 4, minute: 30).story
                == 0
        )
    }

    @Test func `only what many have reported is kept back`() throws {
        let room = Newsroom()
        let titles = [
            "Comet Halvorsen lands in Lake Baikal", "Comet Halvorsen lands in Lake Baikal, scientists say",
            "Scientists: comet Halvorsen lands in Lake Baikal",
        ]
        for (minute, title) in titles.enumerated() {
            #expect(try room.add(title, source: UInt64(minute), minute: Double(minute)).news == Int64(minute))
        }
        #expect(try room.add("Lake Baikal: comet Halvorsen lands", source: 9, minute: 9).news == 2)
        // Hours later it is news again.
        #expect(try room.add("Comet Halvorsen lands in Lake Baikal", source: 10, minute: 9 * 60).news == 4)
    }

    @Test func `a proposal holds for the index it was made for`() throws {
        let room = Newsroom()
        let report = room.report("Ferry sinks off Lombok", source: 1, minute: 0)
        let proposal = room.index.propose(report)
        try room.add("Ferry sinks off Lombok", source: 2, minute: 0)
        #expect(room.index.add(7, report, as: proposal) == nil && room.index.count == 1)
        #expect(room.index.add(7, report, as: room.index.propose(report))?.story == 0)
    }

    @Test func `a proposal says why`() throws {
        let room = Newsroom()
        try room.add("Ferry sinks off Lombok", source: 1, minute: 0)
        let proposal = room.index.propose(room.report("Lombok ferry sinks: 30 missing", source: 2, minute: 5))
        #expect(proposal.story == 0 && proposal.mostSimilar == 0 && proposal.repeats == nil)
        #expect(proposal.sharedWords == ["Lombok", "ferry", "sinks"])
        #expect(proposal.similarity > 0.3 && proposal.similarity <= 1)
    }

    @Test func `the index remembers days, and no more articles than it may`() throws {
        let room = Newsroom { $0.mostArticles = 500 }
        for number in 0..<5_000 {
            try room.add(
                "Word\(number % 700) thing\(number % 900) and place\(number)",
                source: UInt64(number % 40),
                minute: Double(number)
            )
        }
        #expect(room.index.count == 500)
        try room.add("Something else", source: 1, minute: 5_000 + 96 * 60 + 1)
        #expect(room.index.count == 1)
        #expect(room.index.footprint < 1_000_000)
    }

    @Test func `what an article costs does not grow with their number`() throws {
        // Forty words in all, so that thousands of articles have each of them.
        func title(_ number: Int) -> String {
            (0..<9).map { "w\((number * 31 + $0 * $0 * 17) % 40)x" }.joined(separator: " ")
        }
        let room = Newsroom()
        var most = 0
        for number in 0..<3_000 {
            try room.add(title(number), source: UInt64(number % 50), minute: Double(number) / 10)
            most = max(most, room.index.looks)
        }
        #expect(most > 1_000 && most <= 9 * StoryIndexOptions.mostPostings)
    }
}
