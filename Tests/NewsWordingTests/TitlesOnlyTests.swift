import Editorial
import Foundation
import NewsModel
import Testing

@testable import NewsWording

@Suite struct TitlesOnlyTests {
    private func limited() -> ListedArticle {
        var listed = WordingSamples.listed(1, title: "Limited", summary: "Words not to be shown.")
        listed.isTitlesOnly = true
        listed.article.imageURL = "https://example.org/picture.jpg"
        listed.article.attachment = .init(url: "https://example.org/sound.mp3", mimeType: "audio/mpeg")
        return listed
    }

    @Test func `a source that limits reuse is title and link in every text`() throws {
        let localizer = try WordingSamples.localizer()
        let (now, hints) = (WordingSamples.now, WordingSamples.hints)
        let headlines = Headlines(lead: limited(), isBreaking: false, others: [limited()], madeAt: now)
        let texts = [
            ArticleWording(localizer: localizer, now: now, hints: hints).text(limited()),
            HeadlinesWording(localizer: localizer, hints: hints).text(headlines),
            PushWording(localizer: localizer, now: now, hints: hints).single(PushedArticle(listed: limited())),
            RichText([ArticleLineWording(localizer: localizer, now: now).item(limited(), number: 1)]),
        ]
        for text in texts {
            let words = text.lines.joined(separator: "\n")
            #expect(words.contains("Limited"))
            for hidden in ["Words not", "picture", "sound"] { #expect(!words.contains(hidden), "\(words)") }
        }
        for text in texts.prefix(3) { #expect(text.lines.joined().contains("https://example.org/1")) }
        #expect(texts[0].lines.contains("Its publisher allows title and link only."))
    }

    @Test func `feeds of a list that failed are named, the first eight of them`() throws {
        let failed = (1...12).map { (name: "Feed \($0)", failure: FeedFailure.notFound) }
        let text = NoticeWording(localizer: try WordingSamples.localizer(), hints: WordingSamples.hints)
            .importChecked(total: 40, failedCount: 12, failed: failed)
        #expect(text.lines.first == "Of the 40 feeds you added together, 12 do not answer:")
        #expect(text.lines.count == 10)
        #expect(text.lines[1] == "- Feed 1 — there is nothing at that address (404)")
        #expect(text.lines.last == "~ I keep asking. All of them: `crier: feeds broken`")
    }
}
