import Foundation
import NewsModel
import Testing

@testable import NewsWording

struct ArticleTextTests {
    private let listed = WordingSamples.listed(1, summary: "What it is about.")

    private func wording(_ language: String = "en") throws -> ArticleWording {
        ArticleWording(
            localizer: try WordingSamples.localizer(language),
            now: WordingSamples.now,
            hints: WordingSamples.hints
        )
    }

    private func body(_ text: String?, failure: ReadingFailure? = nil) -> ArticleWording.Content {
        .body(
            ArticleBody(
                source: text == nil ? .none : .page,
                text: text,
                byline: "A. Writer",
                failure: failure,
                fetchedAt: WordingSamples.now
            )
        )
    }

    @Test func `the first page has the beginning and the link, the rest follows`() throws {
        let text = "Title 1\n\nFirst paragraph.\n\nSecond\u{1b}[31m\tparagraph.\n• item\nLast."
        let measure = TextMeasure(blockBytes: 100, openingBlocks: 2)
        let worded = try wording().worded(listed, body(text), measure: measure)
        let lines = worded.text.lines
        #expect(worded.openingBlocks == 5)
        #expect(lines[0] == "Title 1")
        #expect(lines[1].contains("by A. Writer"))
        #expect(
            Array(lines[2...6]) == [
                "First paragraph.", "Second [31m paragraph.", "https://example.org/1", "• item", "Last.",
            ]
        )
        #expect(lines[7].contains("crier: headlines") && lines[7].contains("crier: save #"))
        #expect(lines.count == 8)
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `a page that gave nothing leaves the summary and says why`(language: String) throws {
        for failure in [ReadingFailure.tooLittleText, .notAPage] + FeedFailure.allCases.map(ReadingFailure.notFetched) {
            let lines = try wording(language).worded(listed, body(nil, failure: failure), measure: TextMeasure()).text
                .lines
            #expect(lines[2] == "What it is about.")
            #expect(!lines[3].contains(".failure") && !lines[3].contains("{") && lines[3].count > 5, "\(lines[3])")
            #expect(lines[4] == "https://example.org/1")
        }
        let pending = try wording(language).worded(listed, .pending, measure: TextMeasure()).text.lines
        #expect(pending[3].contains(language == "en" ? "crier: read #" : "crier: 阅读 #"))
    }

    @Test func `a text says how long it takes to read, and links its picture`() throws {
        var pictured = listed
        pictured.article.imageURL = "https://example.org/storm.jpg"
        func facts(_ text: String, _ language: String = "en") throws -> String {
            try wording(language).worded(pictured, body(text), measure: TextMeasure()).text.lines[1]
        }
        #expect(try facts(String(repeating: "word ", count: 500)).hasSuffix("3 minutes to read"))
        #expect(try facts(String(repeating: "字", count: 800), "zh-Hans").hasSuffix("阅读约 2 分钟"))
        #expect(try !facts("A short text.").contains("to read"))
        let links = try wording().text(pictured).blocks.flatMap(\.pictures)
        #expect(links == ["https://example.org/storm.jpg"])
        let mail = ArticleWording(
            localizer: try WordingSamples.localizer(),
            now: WordingSamples.now,
            hints: WordingSamples.hints,
            linksPicture: false
        )
        #expect(mail.text(pictured).blocks.flatMap(\.pictures).isEmpty)
        pictured.isTitlesOnly = true
        #expect(try wording().text(pictured).blocks.flatMap(\.pictures).isEmpty)
    }

    @Test func `blocks fit, lose nothing and end where a reader may pause`() {
        let sentences = (0..<400).map { "Sentence number \($0) is here." }.joined(separator: " ")
        let blocks = TextBlocks.cut(sentences, blockBytes: 350)
        #expect(blocks.allSatisfy { $0.utf8.count <= 350 && $0.hasSuffix(".") })
        #expect(blocks.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ") == sentences)
        let chinese = String(repeating: "渡轮恢复通航。面包房又有面粉了。", count: 100)
        let parts = TextBlocks.cut(chinese, blockBytes: 350)
        #expect(parts.joined() == chinese && parts.allSatisfy { $0.utf8.count <= 350 && $0.hasSuffix("。") })
    }

    @Test(arguments: [
        String(repeating: "a", count: 100_000), String(repeating: "e\u{301}", count: 30_000),
        String(repeating: "\n", count: 100_000), String(repeating: "\u{0}\u{1}\u{7f}", count: 30_000),
        String(repeating: "👩‍👩‍👧‍👦", count: 3_000), "a" + String(repeating: "\u{300}", count: 100_000), " ", "",
        String(repeating: "a\n", count: 30_000),
    ])
    func `hostile texts stay bounded`(text: String) {
        let blocks = TextBlocks.cut(text, blockBytes: 350)
        #expect(blocks.count <= 601)
        #expect(blocks.allSatisfy { !$0.isEmpty && $0.utf8.count <= 350 })
        #expect(blocks.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
    }
}

extension RichText.Block {
    /// The addresses of its pictures.
    fileprivate var pictures: [String] {
        guard case .paragraph(let spans) = self else { return [] }
        return spans.compactMap { if case .picture(_, let url) = $0 { url } else { nil } }
    }
}
