import Testing

@testable import NewsModel

@Suite struct StoryNameTests {
    @Test(arguments: [0, 1, 18, 19, 20, 550, 551, 552, 1_000_000, 1_763_000_000_000])
    func `a name leads back to its story`(id: Int64) {
        let story = StoryID(rawValue: id)
        #expect(StoryName.story(named: StoryName.name(for: story)) == story)
    }

    @Test func `ten thousand stories have ten thousand names`() {
        let names = Set((0..<10_000).map { StoryName.name(for: StoryID(rawValue: $0)) })
        #expect(names.count == 10_000)
        #expect(names.allSatisfy { $0.count <= 5 })
    }

    @Test(arguments: [
        "", "#", "#3", "3", "#k", "#k70", "#a7", "#k7f!", "#zzzzzzzzzzzzzz", "#zzzzzzzzzzzzzzz", "hello world",
    ])
    func `what is not a name means no story`(text: String) {
        #expect(StoryName.story(named: text) == nil)
    }

    @Test func `case and the sign do not matter`() {
        let name = StoryName.name(for: StoryID(rawValue: 4711))
        #expect(StoryName.story(named: name.uppercased()) == StoryID(rawValue: 4711))
        #expect(StoryName.story(named: String(name.dropFirst())) == StoryID(rawValue: 4711))
    }
}
