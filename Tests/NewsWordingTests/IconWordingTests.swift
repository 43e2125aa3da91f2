import Editorial
import Localization
import NewsModel
import TestSupport
import Testing

@testable import NewsWording

/// Where the icons of feeds stand: before their names, once, and only where they are wanted.
@Suite struct IconWordingTests {
    private let now = WordingSamples.now
    private let listed = WordingSamples.listed(1)
    private var icon: RichText.Span { .icon(of: listed.article.feedID) }

    private func pushes(linksTitles: Bool = false, showsIcons: Bool = true) throws -> PushWording {
        PushWording(
            localizer: try WordingSamples.localizer(),
            now: now,
            hints: .privately,
            linksTitles: linksTitles,
            showsIcons: showsIcons
        )
    }

    private func spans(_ text: RichText) -> [RichText.Span] {
        text.blocks.flatMap { block -> [RichText.Span] in
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): spans
            case .preformatted, .table, .grid: []
            }
        }
    }

    @Test func `a push has it before the name, and reads the same as without`() throws {
        let pushed = PushedArticle(listed: listed)
        for linksTitles in [false, true] {
            let text = try pushes(linksTitles: linksTitles).single(pushed)
            let bare = try pushes(linksTitles: linksTitles, showsIcons: false).single(pushed)
            let shown = spans(text)
            let place = try #require(shown.firstIndex(of: icon))
            #expect(shown[(place + 1)...].first.map { [$0].words.contains("Example") } == true)
            #expect(text.blocks.map(\.words) == bare.blocks.map(\.words))
            #expect(!spans(bare).contains(icon))
        }
    }

    @Test func `a list in mail whose title names the only feed has it there alone`() throws {
        let pushed = (1...3).map { PushedArticle(listed: WordingSamples.listed($0)) }
        let mailed = spans(try pushes(linksTitles: true).several(pushed, fitting: 9))
        #expect(mailed.count { $0 == icon } == 1 && mailed.first == icon)
        let chatted = spans(try pushes().several(pushed, fitting: 9))
        #expect(chatted.count { $0 == icon } == 3)
    }

    @Test func `a digest has it in the heading of each feed`() throws {
        let localizer = try WordingSamples.localizer()
        let articles = [listed, WordingSamples.listed(2), WordingSamples.listed(3, feed: "Other")]
        let digest = DigestBuilder.news(articles, period: .today, now: now, calendar: localizer.calendar)
        for showsIcons in [true, false] {
            let wording = DigestWording(localizer: localizer, hints: .privately, showsIcons: showsIcons)
            let all = spans(wording.text(digest))
            let icons = all.filter { if case .icon = $0 { true } else { false } }
            let other = RichText.Span.icon(of: articles[2].article.feedID)
            #expect(Set(icons) == (showsIcons ? [icon, other] : []) && icons.count == (showsIcons ? 2 : 0))
        }
    }
}
