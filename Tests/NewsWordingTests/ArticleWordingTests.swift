import Foundation
import NewsModel
import Testing

@testable import NewsWording

struct ArticleWordingTests {
    @Test func `a list line has sign, title, feed, age and further sources`() throws {
        let wording = ArticleLineWording(localizer: try WordingSamples.localizer(), now: WordingSamples.now)
        let plain = RichText([wording.item(WordingSamples.listed(1, sources: 1, isAlerted: true), number: 3)])
        #expect(plain.lines == ["3. [alert] Title 1 — Example · 2h ago · +1 source"])
        let chinese = ArticleLineWording(localizer: try WordingSamples.localizer("zh-Hans"), now: WordingSamples.now)
        #expect(
            RichText([chinese.item(WordingSamples.listed(1), number: 1)]).lines == ["1. Title 1 — Example · 2小时前"]
        )
    }

    @Test func `an article shows summary, facts, sound, link and what to type`() throws {
        var listed = WordingSamples.listed(1, summary: "What it is about.")
        listed.article.author = "A. Writer"
        listed.article.attachment = Article.Attachment(
            url: "https://example.org/1.mp3",
            mimeType: "audio/mpeg",
            durationSeconds: 3900,
            sizeInBytes: 8_400_000
        )
        let wording = ArticleWording(
            localizer: try WordingSamples.localizer(),
            now: WordingSamples.now,
            hints: WordingSamples.hints
        )
        let lines = wording.text(listed).lines
        #expect(lines.count == 6)
        #expect(lines[0] == "Title 1")
        #expect(lines[1].hasPrefix("Example · 2h ago · by A. Writer · Nov 24, 2026"))
        #expect(lines[2] == "What it is about.")
        #expect(lines[3] == "Audio, 1 hour 5 minutes, 8.4 MB <https://example.org/1.mp3>")
        #expect(lines[4] == "https://example.org/1")
        #expect(lines[5].contains(listed.storyName) && lines[5].contains("`crier: headlines`"))
    }

    @Test func `an article without a title, link or summary still has words`() throws {
        var listed = WordingSamples.listed(1, title: " \n ")
        listed.article.url = nil
        let wording = ArticleWording(
            localizer: try WordingSamples.localizer(),
            now: WordingSamples.now,
            hints: .privately
        )
        #expect(wording.text(listed).lines[0] == "(untitled)")
        #expect(wording.text(listed).lines[2] == "Its feed gives no text and no link.")
        #expect(wording.text(listed).lines.count == 4)
    }

    @Test func `a paused place is said with its reason and the way back`() throws {
        let address = Address(network: "testnet", kind: .room, target: "#news")
        let wording = NoticeWording(localizer: try WordingSamples.localizer(), hints: .privately)
        let lines = wording.addressPaused(address, reason: "banned", here: address.network).lines
        #expect(lines.count == 1)
        #expect(lines[0].contains("#news on testnet (banned)") && lines[0].contains("`resume to #news`"))
        let elsewhere = wording.addressPaused(address, reason: "banned", here: "mail").lines
        #expect(elsewhere[0].contains("`resume`") && elsewhere[0].contains("there"))
        let person = Address(network: "mail", kind: .person, target: "alice@example.org")
        #expect(wording.addressPaused(person, reason: "no", here: "testnet").lines[0].contains("`resume`"))
    }
}
