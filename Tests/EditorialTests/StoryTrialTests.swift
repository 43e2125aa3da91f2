import TextAnalysis
import Testing

@testable import Editorial

/// What may be taken back, what private feeds may do, and what is known after a start.
@Suite struct StoryTrialTests {
    private let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
    private let index = StoryIndex()

    private func report(_ title: String, source: UInt64, isOpen: Bool = true, minute: Double = 0) -> StoryReport {
        analyser.report(of: analyser.text(title: title), source: source, isOpen: isOpen, time: minute * 60)
    }

    @discardableResult
    private func add(
        _ id: Int64,
        _ title: String,
        source: UInt64,
        isOpen: Bool = true,
        minute: Double = 0
    ) throws -> StoryPlacement {
        let report = report(title, source: source, isOpen: isOpen, minute: minute)
        return try #require(index.add(id, report, as: index.propose(report)))
    }

    private static let quake = "Earthquake of magnitude 7.1 strikes Valparaiso in Chile"
    private static let quakeToo = "Valparaiso in Chile struck by earthquake of magnitude 7.1"
    private static let strike = "Train drivers strike in Portugal over pay"
    private static let both = "Earthquake strikes Valparaiso, Chile; train drivers strike in Portugal over pay"

    @Test func `articles that could not be stored leave nothing behind`() throws {
        try add(1, Self.quake, source: 1)
        try add(2, Self.strike, source: 2, minute: 1)
        let asked = report(Self.quakeToo, source: 5, minute: 9)
        let before = index.propose(asked)
        index.beginTrial(at: 180)
        for round in 0..<3 {
            for (place, title) in [Self.quakeToo, Self.both, "Parliament of Norway elects a speaker"].enumerated() {
                try add(Int64(10 + round * 3 + place), title, source: UInt64(3 + place), minute: 3)
            }
        }
        #expect(index.count == 11)
        index.takeBackTrial()
        #expect(index.count == 2)
        let after = index.propose(asked)
        #expect(after.story == before.story && after.similarity == before.similarity)
        #expect(after.connected == before.connected && after.sameReports == before.sameReports)
        #expect(try add(3, Self.quakeToo, source: 5, minute: 9).story == 1)
        #expect(try add(4, "Portugal: train drivers strike over pay", source: 6, minute: 9).story == 2)
    }

    @Test func `articles that were stored stay`() throws {
        index.beginTrial(at: 0)
        try add(1, Self.quake, source: 1)
        index.keepTrial()
        index.beginTrial(at: 60)
        try add(2, Self.strike, source: 2, minute: 1)
        index.takeBackTrial()
        #expect(index.count == 1)
        #expect(try add(3, Self.quakeToo, source: 2, minute: 2).story == 1)
    }

    @Test func `a private article makes no story of two that others see`() throws {
        try add(1, Self.quake, source: 1)
        try add(2, Self.strike, source: 2)
        for minute in 1...6 {
            let placement = try add(
                10 + Int64(minute),
                Self.both,
                source: 100 + UInt64(minute),
                isOpen: false,
                minute: Double(minute)
            )
            #expect(placement.merged.isEmpty || Set(placement.merged).isDisjoint(with: [1, 2]))
        }
        #expect(try add(3, Self.quakeToo, source: 3, minute: 8).story == 1)
        #expect(try add(4, "Portugal: train drivers strike over pay", source: 4, minute: 9).story == 2)
    }

    @Test func `an open article takes the stories of private articles into its own`() throws {
        #expect(try add(1, Self.quake, source: 1, isOpen: false).story == 1)
        let open = try add(2, Self.quakeToo, source: 2, minute: 1)
        #expect(Set([open.story] + open.merged) == [1, 2])
        #expect(
            try add(3, "Chile: Valparaiso hit by earthquake of magnitude 7.1", source: 3, minute: 2).story == open.story
        )
    }

    @Test func `a number that nobody has reported is news`() throws {
        for source in 1...4 {
            try add(Int64(source), "Ferry sinks off Luzon in the Philippines, 12 dead", source: UInt64(source))
        }
        let same = index.propose(report("Philippines: ferry sinks off Luzon, 12 dead", source: 6, minute: 30))
        #expect(same.sameReports.count == 4)
        let other = index.propose(report("Philippines: ferry sinks off Luzon, 40 dead", source: 6, minute: 30))
        #expect(other.story == 1)
        #expect(other.sameReports.isEmpty && other.repeats == nil)
    }

    @Test func `what private feeds reported keeps no open article back`() throws {
        try add(1, Self.quake, source: 1)
        for source in 2...5 { try add(Int64(source), Self.quake, source: UInt64(source), isOpen: false) }
        let closed = index.propose(report(Self.quakeToo, source: 6, isOpen: false, minute: 5))
        #expect(closed.sameReports.map(\.article) == [1])
        #expect(index.propose(report(Self.quakeToo, source: 6, minute: 5)).sameReports.map(\.article) == [1])
    }

    @Test func `one private feed has a part of the room for private feeds`() throws {
        var options = StoryIndexOptions()
        options.mostArticles = 80
        let index = StoryIndex(options: options)
        var added = 0
        for id in 1...10 {
            let report = report("\(Self.strike) on day \(id)", source: 1, isOpen: false, minute: Double(id))
            guard index.hasCapacity(for: report) else { continue }
            added += index.add(Int64(id), report, as: index.propose(report)) == nil ? 0 : 1
        }
        #expect(added == 2)
        #expect(index.hasCapacity(for: report(Self.quake, source: 2, isOpen: false, minute: 11)))
    }

    @Test func `different numbers of the same thing make reports less similar`() throws {
        func similarity(_ title: String, factor: Float) throws -> Float {
            var options = StoryIndexOptions()
            options.otherNumbers = factor
            let index = StoryIndex(options: options)
            let first = report(Self.quake, source: 1)
            _ = index.add(1, first, as: index.propose(first))
            return index.propose(report(title, source: 2, minute: 5)).similarity
        }
        let usual = StoryIndexOptions().otherNumbers
        let other = "Magnitude 5.2 earthquake strikes Chile near Valparaiso"
        #expect(try similarity(other, factor: usual) < similarity(other, factor: 1))
        // Neither the same number nor one of something else.
        for title in [Self.quakeToo, "Earthquake strikes Valparaiso in Chile, 12 injured"] {
            let alike = try similarity(title, factor: 1)
            #expect(try similarity(title, factor: usual) == alike && alike > 0, "\(title)")
        }
    }

    @Test func `one person with many private feeds leaves others as much room as they take`() throws {
        var options = StoryIndexOptions()
        options.mostArticles = 80
        let index = StoryIndex(options: options)
        func fill(by person: Int64, _ sources: ClosedRange<UInt64>) -> Int {
            sources.count { source in
                let report = analyser.report(
                    of: analyser.text(title: "\(Self.strike) on day \(source)"),
                    source: source,
                    isOpen: false,
                    audience: [person],
                    time: Double(source)
                )
                guard index.hasCapacity(for: report) else { return false }
                return index.add(Int64(source), report, as: index.propose(report)) != nil
            }
        }
        #expect(fill(by: 1, 1...60) == 20)
        #expect(fill(by: 2, 101...160) == 10)
        #expect(fill(by: 1, 201...260) == 0)
        #expect(fill(by: 3, 301...360) == 5)
        // What is taken back, or forgotten, is free again.
        index.beginTrial(at: 400)
        #expect(fill(by: 4, 401...460) > 0)
        index.takeBackTrial()
        #expect(fill(by: 5, 401...460) == 3)
        index.forget(before: 100)
        #expect(fill(by: 1, 501...560) > 5)
    }

    @Test func `a story takes only so many articles`() throws {
        var options = StoryIndexOptions()
        options.mostOfStory = 5
        let index = StoryIndex(options: options)
        var stories: [Int64: Int] = [:]
        for source in 1...12 {
            let report = report(Self.quake, source: UInt64(source), minute: Double(source))
            let placement = try #require(index.add(Int64(source), report, as: index.propose(report)))
            stories[placement.story, default: 0] += 1
        }
        #expect(stories.values.max() == 5)
    }

    @Test func `private articles neither fill a story nor drive out others`() throws {
        var options = StoryIndexOptions()
        options.mostOfStory = 3
        options.mostArticles = 20
        let index = StoryIndex(options: options)
        func add(_ id: Int64, _ title: String, isOpen: Bool) -> StoryPlacement? {
            let report = report(title, source: UInt64(id), isOpen: isOpen, minute: Double(id))
            guard index.hasCapacity(for: report) else { return nil }
            return index.add(id, report, as: index.propose(report))
        }
        _ = add(1, Self.quake, isOpen: true)
        for id in 2...40 { _ = add(Int64(id), Self.quakeToo, isOpen: false) }
        #expect(index.count == 11)
        #expect(add(50, Self.quakeToo, isOpen: true)?.story == 1)
    }

    @Test func `after a start articles find the stories that were there`() throws {
        let restored = StoryIndex()
        restored.restore(1, report(Self.quake, source: 1), in: nil, now: 600)
        restored.restore(2, report("A village digs through the rubble", source: 2, minute: 1), in: 1, now: 600)
        restored.restore(3, report(Self.strike, source: 3, minute: 2), in: nil, now: 600)
        #expect(restored.propose(report(Self.quakeToo, source: 4, minute: 10)).story == 1)
        #expect(restored.propose(report("Village digs through rubble", source: 5, minute: 10)).story == 1)
    }
}
