import Foundation
import NewsModel
import Testing

@testable import NewsWording

struct PushTemplateTests {
    private func text(_ template: String, _ listed: ListedArticle) throws -> [RichText.Span] {
        try #require(try spans(template, listed))
    }

    private func spans(_ template: String, _ listed: ListedArticle) throws -> [RichText.Span]? {
        try PushTemplate(template).spans(
            listed,
            WordingSamples.localizer(),
            now: WordingSamples.now,
            linksTitles: false
        )
    }

    @Test func `a story without anything that would tell it is not worded by it`() throws {
        let listed = WordingSamples.listed(1, title: "Storm", feed: "Paper")
        #expect(try spans("{summary}", listed) == nil)
        #expect(try spans("{feed}: {summary}", listed) == nil)
        #expect(try spans("{summary} {title}", listed) != nil)
        #expect(try PushTemplate("👩\u{200D}🚒 {title}").text.unicodeScalars.contains("\u{200D}"))
    }

    @Test func `placeholders stand for what a story has, and for nothing where it has none`() throws {
        let listed = WordingSamples.listed(
            1,
            title: "Storm",
            feed: "Paper",
            category: "News",
            sources: 2,
            summary: "It blows."
        )
        #expect(try text("{title} — {feed}", listed).plain == "Storm — Paper")
        #expect(try text("{ Title }|{place}|{author}|", listed).plain == "Storm|||")
        #expect(
            try text("{age}: {summary} ({sources}) {name}", listed).plain
                == "2h ago: It blows. (+2 sources) #b00001"
        )
        #expect(try text("{category} {link}", listed).plain.contains("https://example.org/1"))
    }

    @Test func `what a feed writes stays text, also if it looks like a placeholder or like markup`()
        throws
    {
        let listed = WordingSamples.listed(1, title: "{feed} <b>*x*</b>", feed: "{title}")
        #expect(try text("{title} {feed}", listed).plain == "{feed} <b>*x*</b> {title}")
        #expect(try text("*{title}*", listed).first == .text("*"))
    }

    @Test(arguments: [
        ("{titel}", PushTemplate.Problem.unknown("titel")), ("{title", .openBrace),
        ("title}", .openBrace),
        ("{{title}}", .openBrace), ("{}{title}", .unknown("")), ("no placeholder", .empty),
        ("{feed} {age}", .empty), ("{title} {title}", .repeated("title")),
        ("", .empty), ("{title}\u{3}4", .signs), ("{title}\n{link}", .signs),
        ("{title}\u{202E}", .signs),
        (String(repeating: "x", count: 200) + "{title}", .tooLong(limit: 200)),
        (
            String(repeating: "e\u{301}\u{301}\u{301}\u{301}\u{301}", count: 190) + "{title}",
            .tooLong(limit: 200)
        ),
    ]) func `what cannot be a wording says why`(template: String, problem: PushTemplate.Problem) {
        #expect(throws: problem) { try PushTemplate(template) }
    }
}
