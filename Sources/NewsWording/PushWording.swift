internal import Editorial
package import Foundation
package import Localization
package import NewsModel

/// One article that is pushed to a reader.
package struct PushedArticle: Hashable, Sendable {
    package var listed: ListedArticle
    /// The reader's alerts that matched it; empty if none did.
    package var alerts: [MatchedAlert]
    /// Whether the reader follows its feed.
    ///
    /// Alerts may have matched too.
    package var isFollowed: Bool
    /// Whether it was sent before and has changed.
    package var isUpdate: Bool
    /// The reader's own wording for the stories of its feed.
    package var template: PushTemplate?

    package struct MatchedAlert: Hashable, Sendable {
        package var number: Int
        package var query: String

        package init(number: Int, query: String) {
            self.number = number
            self.query = query
        }
    }

    package init(
        listed: ListedArticle,
        alerts: [MatchedAlert] = [],
        isFollowed: Bool = false,
        isUpdate: Bool = false,
        template: PushTemplate? = nil
    ) {
        self.listed = listed
        self.alerts = alerts
        self.isFollowed = isFollowed
        self.isUpdate = isUpdate
        self.template = template
    }
}

/// Words pushed news.
package struct PushWording: Sendable {
    let localizer: Localizer
    private let now: Date
    let hints: CommandHints
    private let linksTitles: Bool
    private let layout: ListLayout
    private let lineBytes: Int?
    private let showsIcons: Bool

    /// - Parameters:
    ///   - linksTitles: show titles first and as links. Mail does, because a link costs no extra line there.
    ///   - lineBytes: what one line holds in UTF-8, if each line of an item must fit one.
    ///   - showsIcons: show the icons of feeds before their names.
    package init(
        localizer: Localizer,
        now: Date,
        hints: CommandHints,
        linksTitles: Bool = false,
        layout: ListLayout = .list,
        lineBytes: Int? = nil,
        showsIcons: Bool = false
    ) {
        self.localizer = localizer
        self.now = now
        self.hints = hints.spoken(by: localizer)
        self.linksTitles = linksTitles
        self.layout = layout
        self.lineBytes = lineBytes
        self.showsIcons = showsIcons
    }

    /// The subject of a mail: "Alert 3 (lithium): Title", "Example: Newest title and 11 more" or "5 new: Newest title".
    package func subject(_ pushed: [PushedArticle]) -> String {
        let alerted = pushed.filter { !$0.alerts.isEmpty }
        let meant = alerted.isEmpty ? pushed : alerted
        guard let newest = meant.max(by: { $0.listed.article.publishedAt < $1.listed.article.publishedAt }) else {
            return ""
        }
        let limit = pushed.count > 1 ? Self.longestTitleOfMany : BoundedText.longestTitle
        let title = BoundedText.shortened(newest.listed.article.title, to: limit)
        var words = [title.isEmpty ? localizer.text("article.untitled") : title]
        if newest.isUpdate { words.insert(localizer.text("delivery.update"), at: 0) }
        if let alert = newest.alerts.first { words.insert(localizer.text("delivery.alert", name(alert)), at: 0) }
        let shown = words.joined(separator: " ")
        guard pushed.count > 1 else { return shown }
        guard alerted.isEmpty, let feed = Self.onlyFeed(pushed) else {
            return localizer.text("delivery.subject", ["n": .number(pushed.count), "title": .text(shown)])
        }
        return localizer.text(
            "delivery.subjectFrom",
            [
                "n": .number(pushed.count - 1), "title": .text(shown),
                "feed": .text(BoundedText.shortened(feed, to: Self.longestFeedOfMany)),
            ]
        )
    }

    /// Limits in graphemes, so that both fit into a subject.
    private static let longestTitleOfMany = 70
    private static let longestFeedOfMany = 30

    /// The summary of a story.
    ///
    /// Empty if it may not be shown or only repeats the title.
    package static func summary(_ listed: ListedArticle) -> String {
        guard !listed.isTitlesOnly else { return "" }
        let summary = BoundedText.shortened(listed.article.summary, to: longestSummary)
        return summary == BoundedText.title(listed.article.title) ? "" : summary
    }

    /// In graphemes.
    private static let longestSummary = 400

    /// The feed of all articles; nil if there are several.
    private static func onlyFeed(_ pushed: [PushedArticle]) -> String? {
        let feeds = Set(pushed.map(\.listed.feedName))
        return feeds.count == 1 ? feeds.first : nil
    }

    private func name(_ alert: PushedArticle.MatchedAlert) -> [String: MessageArgument] {
        ["number": .text(String(alert.number)), "query": .text(BoundedText.name(AlertQuery.shown(alert.query)))]
    }

    /// "[Example] Title (+4 sources) — https://… #k7f".
    package func single(_ pushed: PushedArticle) -> RichText { RichText([.paragraph(line(pushed))]) }

    /// Several articles in one message.
    ///
    /// Articles that alerts matched are always listed. Of the others at most `fitting` are listed; the rest is counted,
    /// with the command that shows it. `heldSince` is when the quiet hours began that delayed the message.
    package func several(_ pushed: [PushedArticle], fitting: Int, heldSince: Date? = nil) -> RichText {
        let ordered = Self.ordered(pushed)
        let alerted = ordered.filter { !$0.alerts.isEmpty }
        let news = ordered.filter { $0.alerts.isEmpty }
        var blocks: [RichText.Block] = []
        if let heldSince {
            let held: [String: MessageArgument] = [
                "n": .number(pushed.count), "time": .text(localizer.time(heldSince)),
            ]
            blocks.append(.paragraph(localizer.spans("delivery.held", held)))
        }
        var number = 0
        if !alerted.isEmpty {
            blocks.append(.paragraph(localizer.spans("delivery.alerts", ["n": .number(alerted.count)])))
            for item in alerted {
                number += 1
                blocks.append(.item(marker: String(number), line(item)))
            }
        }
        if !news.isEmpty {
            let isTitled = heldSince == nil || !alerted.isEmpty
            // The title names the feed already, so the lines do not.
            let isNamed = linksTitles && isTitled && Self.onlyFeed(news) != nil
            if isTitled { blocks.append(.paragraph((isNamed ? icon(news[0].listed) : []) + newsTitle(news))) }
            for item in news.prefix(max(1, fitting)) {
                number += 1
                blocks.append(.item(marker: String(number), line(item, namesFeed: !isNamed)))
            }
        }
        return RichText(blocks + [next(rest: ordered.count - number)])
    }

    /// The commands that show the listed articles and the rest.
    private func next(rest: Int) -> RichText.Block {
        let read: [String: MessageArgument] = ["read": .text(hints.typed("read 1"))]
        guard rest > 0 else { return .footer(localizer.spans("delivery.next", read)) }
        let more: [String: MessageArgument] = ["n": .number(rest), "more": .text(hints.typed("more"))]
        return .footer(localizer.spans("delivery.rest", read.merging(more) { $1 }))
    }

    /// It is unknown whether a message arrived at this address, and it is not sent again.
    ///
    /// Its stories are listed here.
    package func unconfirmed(_ address: Address, _ told: [ListedArticle], fitting: Int) -> RichText {
        let arguments: [String: MessageArgument] = [
            "place": .text(BoundedText.name(address.target)), "network": .text(BoundedText.name(address.network)),
        ]
        guard !told.isEmpty else { return localizer.richText("delivery.unconfirmed", arguments) }
        let items = told.prefix(fitting).enumerated().map { index, listed in
            RichText.Block.item(marker: String(index + 1), line(PushedArticle(listed: listed)))
        }
        let opening = localizer.richText("delivery.unconfirmedStories", arguments).blocks
        return RichText(opening + items + [next(rest: told.count - items.count)])
    }

    /// The order of the articles in a message, which gives their numbers: matches of alerts first.
    package static func ordered(_ pushed: [PushedArticle]) -> [PushedArticle] {
        pushed.filter { !$0.alerts.isEmpty } + pushed.filter { $0.alerts.isEmpty }
    }
}

extension PushWording {
    private func line(_ pushed: PushedArticle, namesFeed: Bool = true) -> [RichText.Span] {
        let listed = pushed.listed
        var spans: [RichText.Span] = []
        if let alert = pushed.alerts.first {
            spans += [.strong([.meaning(.signal(.alert), localizer.spans("delivery.alert", name(alert)))]), .text(" ")]
        }
        if pushed.isUpdate {
            spans += [.strong([.meaning(.signal(.update), localizer.spans("delivery.update"))]), .text(" ")]
        }
        // What the story lacks would leave an empty line, so it comes in the usual words.
        let own = pushed.template?.spans(listed, localizer, now: now, linksTitles: linksTitles)
        if let own { return spans + own }
        let line = ArticleLineWording(
            localizer: localizer,
            now: now,
            linksTitles: linksTitles,
            layout: layout,
            lineBytes: lineBytes
        )
        if linksTitles {
            let facts = "\(line.facts(listed, namesFeed: namesFeed)) · \(listed.storyName)"
            let icon = namesFeed ? icon(listed) : []
            let dash: [RichText.Span] = icon.isEmpty ? [.text(" — " + facts)] : [.text(" — ")] + icon + [.text(facts)]
            return spans + [line.title(listed)] + dash + line.details(listed)
        }
        spans += icon(listed)
        spans.append(.text("[\(BoundedText.name(listed.feedName))] "))
        spans.append(line.title(listed))
        let context = line.context(listed)
        if !context.isEmpty { spans.append(.text(" (\(context.joined(separator: " · ")))")) }
        spans.append(.text(" — "))
        if let url = listed.article.url { spans += [.link(label: "", url: url), .text(" ")] }
        spans.append(.text(listed.storyName))
        return spans + line.details(listed)
    }

    private func icon(_ listed: ListedArticle) -> [RichText.Span] {
        showsIcons ? [.icon(of: listed.article.feedID)] : []
    }

    /// "5 new in tech:", "5 new from Example:" or "5 new:".
    private func newsTitle(_ news: [PushedArticle]) -> [RichText.Span] {
        var arguments: [String: MessageArgument] = ["n": .number(news.count)]
        if let feed = Self.onlyFeed(news) {
            arguments["feed"] = .text(BoundedText.name(feed))
            return localizer.spans("delivery.newFrom", arguments)
        }
        let categories = Set(news.map(\.listed.category))
        if categories.count == 1, let category = categories.first ?? nil, !category.isEmpty {
            let inserts = ["category": CategoryWording.span(category, localizer)]
            return localizer.spans("delivery.newIn", arguments, inserts: inserts)
        }
        return localizer.spans("delivery.new", arguments)
    }
}
