import Editorial
import Foundation
import Localization
import NewsModel
import Testing

@testable import NewsWording

/// What a mailbox lists, and titles that are links.
struct SubjectTests {
    private let now = WordingSamples.now

    private func digest(_ count: Int64, _ period: DigestPeriod, _ language: String = "en") throws -> String {
        let articles = (1...count).map { WordingSamples.listed($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let digest = DigestBuilder.news(
            articles,
            period: period,
            withStatistics: false,
            now: now,
            calendar: calendar
        )
        return DigestWording(localizer: try WordingSamples.localizer(language), hints: .privately).subject(digest)
    }

    @Test func `a digest's subject has its days, its stories and what can be answered`() throws {
        #expect(try digest(12, .today) == "Digest Tue, Nov 24 — 12 stories (reply “save 3” or “more 5”)")
        #expect(try digest(3, .today) == "Digest Tue, Nov 24 — 3 stories")
        #expect(try digest(12, .week).hasPrefix("Digest Nov 1"))
        #expect(try digest(12, .today, "zh-Hans").hasSuffix(" 摘要 — 12 篇报道（回复“save 3”或“more 5”）"))
    }

    @Test func `headlines are named after the first story`() throws {
        let wording = HeadlinesWording(localizer: try WordingSamples.localizer(), hints: .privately)
        let headlines = Headlines(lead: WordingSamples.listed(1), isBreaking: false, others: [], madeAt: now)
        #expect(wording.subject(headlines) == "Headlines: Title 1")
        #expect(wording.subject(headlines, category: "tech") == "Headlines in tech: Title 1")
        let none = Headlines(lead: nil, isBreaking: false, others: [], madeAt: now)
        #expect(wording.subject(none) == "What's moving the world right now")
    }

    @Test func `pushed news is named after what an alert matched, else after the first`() throws {
        let wording = PushWording(localizer: try WordingSamples.localizer(), now: now, hints: .privately)
        let news = PushedArticle(listed: WordingSamples.listed(1))
        let alert = PushedArticle.MatchedAlert(number: 3, query: "comet")
        let alerted = PushedArticle(listed: WordingSamples.listed(2), alerts: [alert])
        #expect(wording.subject([news]) == "Title 1")
        #expect(wording.subject([news, alerted]) == "2 new: Alert 3 (comet): Title 2")
        #expect(wording.subject([]).isEmpty)
    }

    @Test func `where titles are links the addresses do not stand beside them`() throws {
        let localizer = try WordingSamples.localizer()
        let listed = WordingSamples.listed(1, sources: 4)
        let link = RichText.Span.strong([.link(label: "Title 1", url: "https://example.org/1")])
        let pushed = PushWording(localizer: localizer, now: now, hints: .privately, linksTitles: true)
            .single(PushedArticle(listed: listed))
        let name = StoryName.name(for: listed.article.storyID)
        #expect(pushed.blocks == [.paragraph([link, .text(" — Example · 2h ago · +4 sources · \(name)")])])
        let headlines = Headlines(lead: listed, isBreaking: false, others: [listed], madeAt: now)
        let text = HeadlinesWording(localizer: localizer, hints: .privately, linksTitles: true).text(headlines)
        #expect(text.blocks[1] == .paragraph([.text("1. "), link, .text(" — Example · 2h ago · +4 sources")]))
        #expect(text.blocks[2] == .item(marker: "2", [link, .text(" — Example · 2h ago · +4 sources")]))
    }
}
