import NewsModel
import Testing

@testable import NewsWording

@Suite struct StoryUpdateWordingTests {
    private func update(_ language: String, sources: Int?, numbers: [String]) throws -> RichText {
        NoticeWording(localizer: try WordingSamples.localizer(language), hints: WordingSamples.hints)
            .storyUpdated(WordingSamples.listed(1), sources: sources, numbers: numbers, isRoom: false)
    }

    @Test(arguments: [
        ("en", "Update (12 dead → 40 dead · now 5 sources): ", "Update (12 dead, then 40 dead, now 5 sources): "),
        ("zh-Hans", "最新进展（12 dead → 40 dead · 现有 5 家来源）：", "最新进展（12 dead，后为 40 dead，现有 5 家来源）："),
    ])
    func `in plain format words stand where the others see signs`(
        language: String,
        signs: String,
        words: String
    ) throws {
        let text = try update(language, sources: 5, numbers: ["12 dead", "40 dead"])
        #expect(text.blocks.first?.words == signs + "Title 1 — Example")
        #expect(text.inPlainFormat.blocks.first?.words == words + "Title 1, Example")
    }

    @Test func `an update says only what has changed`() throws {
        let sources = try update("en", sources: 5, numbers: ["12 dead"])
        #expect(sources.blocks.first?.words == "Update (now 5 sources): Title 1 — Example")
        let numbers = try update("en", sources: nil, numbers: ["12 dead", "31 dead", "40 dead"])
        #expect(numbers.blocks.first?.words == "Update (12 dead → 31 dead → 40 dead): Title 1 — Example")
    }
}
