import TextAnalysis
import Testing

@testable import Editorial

/// Titles of one frame with many other names and numbers are a template; for how long, and who can make one.
@Suite struct StoryTemplateTests {
    private let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)
    private let index = StoryIndex()
    private static let fillings = 5

    private func report(_ number: Int, source: UInt64, isOpen: Bool = true, hour: Double) -> StoryReport {
        let text = analyser.text(title: "Severe weather warning issued for district \(number)")
        return analyser.report(of: text, source: source, isOpen: isOpen, time: hour * 3_600)
    }

    /// Titles of other numbers, each by a feed of its own if `source` is nil.
    private func fill(
        _ count: Int = Self.fillings,
        source: UInt64? = nil,
        isOpen: Bool = true,
        hour: Double,
        from first: Int = 100
    ) throws {
        for number in first..<first + count {
            let report = report(number, source: source ?? UInt64(number), isOpen: isOpen, hour: hour)
            _ = try #require(index.add(Int64(number), report, as: index.propose(report)))
        }
    }

    @Test func `five other fillings make a template, and four do not`() throws {
        try fill(Self.fillings - 1, hour: 0)
        #expect(!index.isTemplate(report(7, source: 1, hour: 0)))
        // The same filling once more is no other one.
        let same = report(100, source: 99, hour: 0)
        _ = try #require(index.add(99, same, as: index.propose(same)))
        #expect(!index.isTemplate(report(7, source: 1, hour: 0)))
        try fill(1, hour: 0, from: 300)
        #expect(index.isTemplate(report(7, source: 1, hour: 0)))
        // Of the own filling's kind there are only four others.
        #expect(!index.isTemplate(report(100, source: 1, hour: 0)))
    }

    @Test func `what a title of a template costs does not grow with their number`() throws {
        var looks: [Int] = []
        for number in 100..<1_100 {
            try fill(1, hour: Double(number) / 1_000, from: number)
            looks.append(index.looks)
        }
        // The first few are compared, for they may be one event; the words of a template are not even looked up.
        #expect(looks.prefix(Self.fillings).contains { $0 > 0 })
        #expect(looks.dropFirst(Self.fillings).allSatisfy { $0 == 0 })
    }

    @Test func `a template is forgotten after six hours`() throws {
        try fill(hour: 0)
        #expect(index.isTemplate(report(7, source: 1, hour: 5.9)))
        #expect(!index.isTemplate(report(7, source: 1, hour: 6.1)))
        try fill(Self.fillings - 1, hour: 6, from: 200)
        #expect(index.isTemplate(report(7, source: 1, hour: 5.5)))
        #expect(!index.isTemplate(report(7, source: 1, hour: 6.5)))
        try fill(1, hour: 6.5, from: 300)
        #expect(index.isTemplate(report(7, source: 1, hour: 6.5)))
    }

    @Test func `what a trial takes back makes no template`() throws {
        try fill(Self.fillings - 1, hour: 0)
        index.beginTrial(at: 0)
        try fill(3, hour: 0, from: 200)
        #expect(index.isTemplate(report(7, source: 1, hour: 0)))
        index.takeBackTrial()
        #expect(!index.isTemplate(report(7, source: 1, hour: 0)))
        index.beginTrial(at: 0)
        try fill(1, hour: 0, from: 300)
        index.keepTrial()
        #expect(index.isTemplate(report(7, source: 1, hour: 0)))
    }

    @Test func `private feeds make no template of what others write, but of their own`() throws {
        try fill(20, isOpen: false, hour: 0)
        #expect(!index.isTemplate(report(7, source: 1, hour: 0)))
        #expect(!index.isTemplate(report(7, source: 1, isOpen: false, hour: 0)))
        try fill(source: 1, isOpen: false, hour: 0, from: 200)
        #expect(index.isTemplate(report(7, source: 1, isOpen: false, hour: 0)))
        #expect(!index.isTemplate(report(7, source: 2, isOpen: false, hour: 0)))
        try fill(hour: 0, from: 300)
        #expect(index.isTemplate(report(7, source: 1, hour: 0)))
    }
}
