import TextAnalysis
import Testing

@testable import Editorial

/// What several feeds have shown of a name serves for articles that do not show it.
@Suite struct KnownNamesTests {
    private let analyser = ArticleAnalyser(vocabulary: VocabularyFiles.vocabulary)

    private func things(_ head: String, _ known: KnownNames = KnownNames()) -> [NamedThing] {
        analyser.analysis(of: analyser.text(title: "", head: head, declared: "en", usual: "en"), known: known.kinds)
            .things
    }

    private func kind(of name: String, _ known: KnownNames) -> NamedThing.Kind? {
        things("On Tuesday a rival praised \(name) for its prices.", known).first { $0.name == name }?.kind
    }

    @Test func `three feeds that show a name of two words make it known`() {
        var known = KnownNames()
        let shown = things("A report of Zubrowka Airlines was late.").map { thing in
            var thing = thing
            thing.name = "Zubrowka Sky"
            return thing
        }
        #expect(shown.contains { $0.kind == .organisation && $0.certainty >= 0.8 })
        #expect(kind(of: "Zubrowka Sky", known) == .unknown)
        for feed in [1, 2, 2] as [UInt64] { known.learn(shown, from: feed) }
        #expect(kind(of: "Zubrowka Sky", known) == .unknown)
        known.learn(shown, from: 3)
        #expect(kind(of: "Zubrowka Sky", known) == .organisation)
        // What was only known shows nothing.
        let before = known.kinds
        for feed in 4...20 as ClosedRange<UInt64> { known.learn(things("Zubrowka Sky grows.", known), from: feed) }
        #expect(known.kinds == before)
    }

    @Test func `a name that is shown as two kinds is known as none`() {
        var known = KnownNames()
        var thing = NamedThing(
            kind: .organisation,
            name: "Jordan Hill",
            section: .title,
            scalars: 0..<11,
            certainty: 0.9,
            reason: .lastWord
        )
        for feed in 1...3 as ClosedRange<UInt64> { known.learn([thing], from: feed) }
        #expect(known.kinds["jordan hill"] == .organisation)
        thing.kind = .person
        known.learn([thing], from: 4)
        #expect(known.kinds["jordan hill"] == nil)
        thing.kind = .organisation
        for feed in 5...9 as ClosedRange<UInt64> { known.learn([thing], from: feed) }
        #expect(known.kinds["jordan hill"] == nil)
    }

    @Test func `names are learned again from what was stored, by the same rules`() {
        var known = KnownNames()
        for feed in 1...3 as ClosedRange<UInt64> { known.restore([("Zubrowka Sky", "organisation")], from: feed) }
        known.restore([("Zubrowka Sky", "no kind")], from: 4)
        #expect(kind(of: "Zubrowka Sky", known) == .organisation)
        known.restore([("Zubrowka Sky", "person")], from: 4)
        #expect(kind(of: "Zubrowka Sky", known) == .unknown)
    }

    @Test func `one word needs five feeds, and the names are bounded`() {
        var known = KnownNames(mostNames: 100)
        func thing(_ name: String) -> NamedThing {
            NamedThing(kind: .product, name: name, section: .title, scalars: 0..<5, certainty: 0.9, reason: .firstWords)
        }
        for feed in 1...4 as ClosedRange<UInt64> { known.learn([thing("Zubro")], from: feed) }
        #expect(known.kinds.isEmpty)
        known.learn([thing("Zubro")], from: 5)
        #expect(known.kinds == ["zubro": .product])
        for number in 0..<1_000 { known.learn([thing("Name \(number)")], from: 1) }
        #expect(known.kinds["zubro"] == .product)
    }
}
