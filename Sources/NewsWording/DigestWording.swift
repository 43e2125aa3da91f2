package import Editorial
import Foundation
package import Localization
package import NewsModel

/// Words a digest: the period, the stories by feed, the statistics if wanted, and when it was made.
package struct DigestWording: Sendable {
    let localizer: Localizer
    let hints: CommandHints
    let layout: ListLayout
    let lineBytes: Int?
    let showsIcons: Bool

    /// - Parameters:
    ///   - lineBytes: what one line holds in UTF-8, if each line of an item must fit one.
    ///   - showsIcons: show the icons of feeds before their names.
    package init(
        localizer: Localizer,
        hints: CommandHints,
        layout: ListLayout = .list,
        lineBytes: Int? = nil,
        showsIcons: Bool = false
    ) {
        self.localizer = localizer
        self.layout = layout
        self.lineBytes = lineBytes
        self.showsIcons = showsIcons
        self.hints = hints.spoken(by: localizer)
    }

    /// The digest with the stories of its `DigestLayout`.
    ///
    /// Further stories of each feed are counted, not dropped silently. Several stories of a feed have their dates as
    /// headings.
    ///
    /// Stories are numbered as in `listed(_:limit:perFeed:)`. `schedule` is the number of the schedule that sends it.
    /// `leftOut` is how many stories did not fit into the digest; with `isLeftOutAtMost` it is an upper bound.
    package func text(
        _ digest: Digest,
        category: String? = nil,
        limit: Int = .max,
        perFeed: Int = .max,
        leftOut: Int = 0,
        isLeftOutAtMost: Bool = false,
        note: ScheduleNote? = nil,
        schedule: Int? = nil
    ) -> RichText {
        guard !digest.isEmpty else { return empty(digest) }
        var blocks = header(digest, category: category)
        if let note { blocks.append(note.block(localizer)) }
        blocks += lists(DigestLayout(digest, limit: limit, perFeed: perFeed), of: digest)
        if leftOut > 0 {
            let key = isLeftOutAtMost ? "digest.leftOutAtMost" : "digest.leftOut"
            blocks.append(.paragraph(localizer.spans(key, ["n": .number(leftOut)])))
        }
        if let statistics = digest.statistics { blocks += figures(statistics) }
        blocks.append(footer(digest, schedule))
        return RichText(blocks)
    }

    /// "Digest Thu, Nov 20: 12 stories (reply “save 3” or “more 5”)", for networks with subjects.
    package func subject(_ digest: Digest, category: String? = nil) -> String {
        let end = digest.range.upperBound.addingTimeInterval(-1)
        let isOneDay = digest.period != .all && localizer.date(digest.range.lowerBound) == localizer.date(end)
        var days = isOneDay ? localizer.weekdayAndDate(end) : range(digest)
        if let category { days = localizer.joined(facts: [days, CategoryWording.name(category, localizer)]) }
        let arguments: [String: MessageArgument] = [
            "days": .text(days),
            "stories": .text(localizer.text("digest.stories", ["n": .number(digest.storyCount)])),
            "save": .text(hints.typed("save 3")), "more": .text(hints.typed("more 5")),
        ]
        return localizer.text(digest.storyCount < 5 ? "digest.subjectFew" : "digest.subject", arguments)
    }

    /// The listed articles, in the order of their numbers.
    package static func listed(_ digest: Digest, limit: Int = .max, perFeed: Int = .max) -> [ListedArticle] {
        DigestLayout(digest, limit: limit, perFeed: perFeed).entries.map(\.listed)
    }
}

extension DigestPeriod {
    fileprivate enum Rhythm {
        case daily
        case weekly
    }

    /// How often a digest of this length comes by the clock; nil if it does not.
    fileprivate var rhythm: Rhythm? {
        switch self {
        case .today, .yesterday, .days(1): .daily
        case .hours(let hours): hours <= 24 ? .daily : nil
        case .week, .lastWeek, .days(7): .weekly
        case .month, .lastMonth, .days, .sinceWeekday, .dates, .all: nil
        }
    }
}

extension DigestWording {
    private func header(_ digest: Digest, category: String?) -> [RichText.Block] {
        let key = digest.subject == .readings ? "digest.titleReadings" : "digest.title"
        let title = localizer.text(key, ["period": .text(period(digest))])
        let place: [RichText.Span] = category.map { [" · ", CategoryWording.span($0, localizer)] } ?? []
        let counts: [String: MessageArgument] = [
            "range": .text(range(digest)),
            "stories": .text(localizer.text("digest.stories", ["n": .number(digest.storyCount)])),
            "feeds": .text(localizer.text("digest.feeds", ["n": .number(digest.feedCount)])),
        ]
        return [.heading(level: 1, [.text(title)] + place), .paragraph(localizer.spans("digest.counts", counts))]
    }

    /// The days of the digest.
    ///
    /// "All" begins with its oldest story.
    private func range(_ digest: Digest) -> String {
        guard digest.period == .all else { return localizer.dayRange(digest.range.lowerBound, digest.range.upperBound) }
        return localizer.dayRange(digest.oldest ?? digest.madeAt, digest.madeAt.addingTimeInterval(1))
    }

    private func period(_ digest: Digest) -> String {
        switch digest.period {
        case .sinceWeekday, .dates: range(digest)
        default: Self.name(digest.period, localizer)
        }
    }

    /// "The last 7 days".
    ///
    /// A period without a name is shown as it is typed.
    package static func name(_ period: DigestPeriod, _ localizer: Localizer) -> String {
        switch period {
        case .today: localizer.text("digest.today")
        case .yesterday: localizer.text("digest.yesterday")
        case .week: localizer.text("digest.week")
        case .lastWeek: localizer.text("digest.lastWeek")
        case .month: localizer.text("digest.month")
        case .lastMonth: localizer.text("digest.lastMonth")
        case .hours(let hours): localizer.text("digest.hours", ["n": .number(hours)])
        case .days(let days): localizer.text("digest.days", ["n": .number(days)])
        case .sinceWeekday, .dates: period.word
        case .all: localizer.text("digest.all")
        }
    }

    private func figures(_ statistics: DigestStatistics) -> [RichText.Block] {
        let total: [String: MessageArgument] = [
            "total": .number(statistics.total), "average": .text(localizer.number(statistics.averagePerDay)),
        ]
        let feeds = statistics.topFeeds.map { "\(BoundedText.name($0.name)) (\(localizer.number($0.count)))" }
        let days = statistics.mostActiveDays.map {
            "\(localizer.weekdayAndDate($0.day)) (\(localizer.number($0.count)))"
        }
        return [
            .heading(level: 2, localizer.spans("digest.statistics")),
            .item(marker: nil, localizer.spans("digest.total", total)),
            .item(marker: nil, localizer.spans("digest.topFeeds", ["feeds": .names(feeds)])),
            .item(marker: nil, localizer.spans("digest.activeDays", ["days": .names(days)])),
        ]
    }

    private func footer(_ digest: Digest, _ schedule: Int?) -> RichText.Block {
        var next: [String: MessageArgument] = [
            "time": .text(localizer.dateTime(digest.madeAt)),
            "read": .text(hints.typed("read 1")),
        ]
        guard let schedule else {
            // What was read comes by no clock.
            switch digest.subject == .readings ? nil : digest.period.rhythm {
            case .daily:
                next["daily"] = .text(hints.typed("digest at 18:00"))
                return .footer(localizer.spans("digest.made", next))
            case .weekly:
                next["weekly"] = .text(hints.typed("digest weekly at 18:00"))
                return .footer(localizer.spans("digest.madeWeek", next))
            case nil: return .footer(localizer.spans("digest.madeOnce", next))
            }
        }
        next["off"] = .text(hints.typed("schedules off \(schedule)"))
        next["schedules"] = .text(hints.typed("schedules"))
        return .footer(localizer.spans("digest.madeByClock", next))
    }

    private func empty(_ digest: Digest) -> RichText {
        let arguments: [String: MessageArgument] = [
            "range": .text(range(digest)),
            "sub": .text(hints.typed("sub")),
            "headlines": .text(hints.typed("headlines")),
            "longer": .text(hints.typed(digest.period == .today ? "digest 24h" : "digest month")),
        ]
        return localizer.richText(digest.subject == .readings ? "digest.emptyReadings" : "digest.empty", arguments)
    }
}
