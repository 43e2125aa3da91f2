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
        #expect(try digest(12, .today) == "Digest Tue, Nov 24: 12 stories (reply “save 3” or “more 5”)")
        #expect(try digest(3, .today) == "Digest Tue, Nov 24: 3 stories")
        #expect(try digest(12, .week).hasPrefix("Digest Nov 1"))
        #expect(try digest(12, .today, "zh-Hans").hasSuffix(" 摘要：12 篇报道（回复“收藏 3”或“更多 5”）"))
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

    @Test func `many of one feed are named after it and the newest, however long both are`() throws {
        let wording = PushWording(localizer: try WordingSamples.localizer(), now: now, hints: .privately)
        let pushed = (1...12).map { (number: Int64) in
            PushedArticle(listed: WordingSamples.listed(number, minutesAgo: number == 7 ? 1 : 60 + Double(number)))
        }
        #expect(wording.subject(pushed) == "Example: Title 7 and 11 more")
        let chinese = PushWording(localizer: try WordingSamples.localizer("zh-Hans"), now: now, hints: .privately)
        #expect(chinese.subject(pushed) == "Example：Title 7，另有 11 条")
        let other = PushedArticle(listed: WordingSamples.listed(20, feed: "Other", minutesAgo: 90))
        #expect(wording.subject(pushed + [other]) == "13 new: Title 7")
        let long = (1...2).map { (number: Int64) in
            let words = String(repeating: "long ", count: 100)
            return PushedArticle(listed: WordingSamples.listed(number, title: words, feed: words))
        }
        #expect(wording.subject(long).count <= 120)
        #expect(wording.subject(long).hasSuffix("… and 1 more"))
    }

    @Test func `the one feed of many is named once`() throws {
        let pushed = (1...12).map { PushedArticle(listed: WordingSamples.listed($0)) }
        let localizer = try WordingSamples.localizer()
        let wording = PushWording(localizer: localizer, now: now, hints: .privately, linksTitles: true)
        let lines = wording.several(pushed, fitting: .max).lines
        #expect(lines.filter { $0.contains("Example") } == ["12 new from Example:"])
        #expect(lines[1].hasPrefix("1. Title 1 <https://example.org/1> — 2h ago · #"))
        // Where no line names it, each item does.
        let held = wording.several(pushed, fitting: .max, heldSince: now).lines
        #expect(held[1].contains(" — Example · 2h ago"))
    }

    @Test func `a summary is bounded, and none repeats its title or breaks a publisher's limit`() {
        #expect(PushWording.summary(WordingSamples.listed(1, summary: "In\nshort.")) == "In short.")
        #expect(PushWording.summary(WordingSamples.listed(1, summary: "Title 1")).isEmpty)
        let long = PushWording.summary(WordingSamples.listed(1, summary: String(repeating: "word ", count: 1_000)))
        #expect(long.count <= 400 && long.hasSuffix("word…"))
        var listed = WordingSamples.listed(1, summary: "In short.")
        listed.isTitlesOnly = true
        #expect(PushWording.summary(listed).isEmpty)
    }

    @Test func `where titles are links the addresses do not stand beside them`() throws {
        let localizer = try WordingSamples.localizer()
        let listed = WordingSamples.listed(1, sources: 4)
        let link = RichText.Span.strong([.link(label: "Title 1", url: "https://example.org/1")])
        let pushed = PushWording(localizer: localizer, now: now, hints: .privately, linksTitles: true)
            .single(PushedArticle(listed: listed))
        #expect(pushed.blocks == [.paragraph([link, .text(" — Example · 2h ago · +4 sources · #b00001")])])
        let headlines = Headlines(lead: listed, isBreaking: false, others: [listed], madeAt: now)
        let text = HeadlinesWording(localizer: localizer, hints: .privately, linksTitles: true).text(headlines)
        #expect(text.blocks[1] == .paragraph([.text("1. "), link, .text(" — Example · 2h ago · +4 sources")]))
        #expect(text.blocks[2] == .item(marker: "2", [link, .text(" — Example · 2h ago · +4 sources")]))
    }
}
