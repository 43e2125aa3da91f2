package import Editorial
package import Localization
package import NewsModel

/// Words the headlines: the first story with details, the others as a list.
package struct HeadlinesWording: Sendable {
    private let localizer: Localizer
    private let hints: CommandHints
    private let linksTitles: Bool
    private let linksPicture: Bool
    private let leadBytes: Int?
    private let namesFeeds: Bool
    private let layout: ListLayout

    /// - Parameters:
    ///   - linksTitles: show titles as links, where a link costs no extra line (a trait of each network).
    ///   - linksPicture: link the picture of the first story. Mail contains the picture itself if the reader wants it.
    ///   - leadBytes: what one line holds in UTF-8, if the first story must fit one line.
    ///   - namesFeeds: show the feed of each story. Not needed if the title names the only one.
    ///   - layout: how much each story after the first shows.
    package init(
        localizer: Localizer,
        hints: CommandHints,
        linksTitles: Bool = false,
        linksPicture: Bool = true,
        leadBytes: Int? = nil,
        namesFeeds: Bool = true,
        layout: ListLayout = .list
    ) {
        self.localizer = localizer
        self.hints = hints.spoken(by: localizer)
        self.linksTitles = linksTitles
        self.linksPicture = linksPicture
        self.leadBytes = leadBytes
        self.namesFeeds = namesFeeds
        self.layout = layout
    }

    /// "Headlines: Title of the first story", for networks with subjects.
    package func subject(_ headlines: Headlines, category: String? = nil) -> String {
        let title = headlines.lead.map { BoundedText.title($0.article.title) } ?? ""
        guard !title.isEmpty else {
            return category.map { localizer.text("headlines.titleCategory", ["category": name($0)]) }
                ?? localizer.text("headlines.title")
        }
        guard let category else { return localizer.text("headlines.subject", ["title": .text(title)]) }
        return localizer.text("headlines.subjectCategory", ["title": .text(title), "category": name(category)])
    }

    private func name(_ category: String) -> MessageArgument { .text(CategoryWording.name(category, localizer)) }

    /// `category` is the requested category.
    ///
    /// `note` says why a scheduled message is late. `schedule` is its number.
    package func text(
        _ headlines: Headlines,
        category: String? = nil,
        note: ScheduleNote? = nil,
        schedule: Int? = nil
    ) -> RichText {
        let now = headlines.madeAt
        let line = ArticleLineWording(
            localizer: localizer,
            now: now,
            linksTitles: linksTitles,
            layout: layout,
            lineBytes: leadBytes
        )
        guard let lead = headlines.lead else { return empty(category: category) }
        var blocks: [RichText.Block] = [.heading(level: 1, title(category))]
        if let note { blocks.append(note.block(localizer)) }
        let title = opening(headlines, lead, line)
        if layout == .compact {
            blocks.append(.item(marker: "1", title))
        } else if let leadBytes {
            blocks.append(.item(marker: "1", title + ending(lead, bytes: leadBytes - "1. ".utf8.count - bytes(title))))
        } else {
            blocks += details(lead, [.text("1. ")] + title)
        }
        for (index, listed) in headlines.others.enumerated() {
            blocks.append(line.item(listed, number: index + 2, namesFeed: namesFeeds))
        }
        blocks.append(.footer(footer(schedule)))
        return RichText(blocks)
    }

    /// "BREAKING Title — Example · 2h ago".
    private func opening(
        _ headlines: Headlines,
        _ lead: ListedArticle,
        _ line: ArticleLineWording
    ) -> [RichText.Span] {
        var spans: [RichText.Span] = []
        if headlines.isBreaking {
            spans += [
                .strong([.meaning(.signal(.breaking), [.text(localizer.text("headlines.breaking"))])]), .text(" "),
            ]
        }
        let facts = line.facts(lead, namesFeed: namesFeeds)
        return spans + line.sign(lead) + [line.title(lead)] + [.text(" — " + facts)]
    }

    /// The first story with its summary, address and picture as paragraphs.
    private func details(_ lead: ListedArticle, _ title: [RichText.Span]) -> [RichText.Block] {
        var blocks = [RichText.Block.paragraph(title)]
        let summary = summary(lead)
        if !summary.isEmpty { blocks.append(.paragraph([.text(summary)])) }
        var links: [RichText.Span] = []
        if !linksTitles, let url = lead.article.url { links.append(.link(label: "", url: url)) }
        if linksPicture, !lead.isTitlesOnly, let picture = lead.article.imageURL {
            if !links.isEmpty { links.append(.text(" · ")) }
            links.append(.picture(alternative: localizer.text("headlines.picture"), url: picture))
        }
        if !links.isEmpty { blocks.append(.paragraph(links)) }
        return blocks
    }

    /// " — Summary… — https://…", as much of it as fits into the rest of the line.
    private func ending(_ lead: ListedArticle, bytes: Int) -> [RichText.Span] {
        var rest = bytes
        var link: [RichText.Span] = []
        if let url = lead.article.url, url.utf8.count + Self.dash.utf8.count <= rest {
            link = [.text(Self.dash), .link(label: "", url: url)]
            rest -= url.utf8.count + Self.dash.utf8.count
        }
        let summary = BoundedText.shortened(summary(lead), toBytes: rest - Self.dash.utf8.count)
        return (summary.isEmpty ? [] : [.text(Self.dash + summary)]) + link
    }

    private static let dash = " — "

    private func summary(_ lead: ListedArticle) -> String {
        lead.isTitlesOnly ? "" : BoundedText.shortened(lead.article.summary, to: Self.longestLeadSummary)
    }

    private func bytes(_ spans: [RichText.Span]) -> Int { spans.words.utf8.count }

    /// The text if a feed has no news.
    package func empty(feed: String) -> RichText {
        let facts: [String: MessageArgument] = [
            "name": .text(BoundedText.name(feed)), "feed": .text(hints.typed("feed \(feed)")),
        ]
        return localizer.richText("headlines.emptyFeed", facts)
    }

    /// The text if there is no news, with the next command to type.
    ///
    /// `feedCount` is the number of feeds in sight, of the category if there is one.
    package func empty(category: String? = nil, feedCount: Int = 0) -> RichText {
        if feedCount > 0 {
            var facts: [String: MessageArgument] = ["n": .number(feedCount), "feeds": .text(hints.typed("feeds"))]
            guard let category else { return localizer.richText("headlines.emptyFeeds", facts) }
            facts["category"] = .text(CategoryWording.name(category, localizer))
            return localizer.richText("headlines.emptyFeedsOf", facts)
        }
        let hint: [String: MessageArgument] = ["sub": .text(hints.typed("sub"))]
        guard let category else { return localizer.richText("headlines.empty", hint) }
        let arguments = hint.merging(["category": .text(CategoryWording.name(category, localizer))]) { own, _ in own }
        return localizer.richText("headlines.emptyCategory", arguments)
    }

    /// In graphemes.
    ///
    /// It is shorter than in `read`, because nine more stories follow.
    private static let longestLeadSummary = 280

    private func title(_ category: String?) -> [RichText.Span] {
        guard let category else { return localizer.spans("headlines.title") }
        return localizer.spans(
            "headlines.titleCategory",
            inserts: ["category": CategoryWording.span(category, localizer)]
        )
    }

    private func footer(_ schedule: Int?) -> [RichText.Span] {
        let read = MessageArgument.text(hints.typed("read 1"))
        guard let schedule else {
            return localizer.spans("headlines.next", ["read": read, "more": .text(hints.typed("more"))])
        }
        let off = hints.typed("schedules off \(schedule)")
        return localizer.spans(
            "headlines.nextByClock",
            ["read": read, "off": .text(off), "schedules": .text(hints.typed("schedules"))]
        )
    }
}
