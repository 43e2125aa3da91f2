internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let feed = Command(
        name: "feed",
        topic: .following,
        keepsText: FeedSetting.isNaming,
        shape: .feed
    ) {
        context,
        arguments in
        guard let first = arguments.first else { return try await Command.feeds.run(context, arguments) }
        if let setting = FeedSetting(rawValue: first.keyword), try await FeedDetails(context).isSetting(arguments) {
            return try await FeedSettings(context).change(setting, Arguments(Array(arguments.words.dropFirst())))
        }
        if first.isURL, try await context.services.store.feed(url: first.text, in: context.sight) == nil {
            var addresses = arguments
            // A new feed must be followed before its interval can be set, so `every` is ignored here.
            _ = addresses.takeRawValue("every")
            guard addresses.words.allSatisfy(\.isURL) else { throw context.usageError("feed") }
            return try await Following(context).offer(addresses.words)
        }
        var arguments = arguments
        // Both `feed every BBC News 2h` and `feed BBC News every 2h` are accepted.
        if arguments.words.count > 2, first.keyword == "every", let span = arguments.words.last {
            let name = Arguments(Array(arguments.words.dropFirst().dropLast()))
            if let word = name.asOneName {
                return try await FeedDetails(context).setInterval(span.value, of: Listings(context).feed(word))
            }
        }
        if let span = arguments.takeValue("every", read: { $0 }), let word = arguments.asOneName {
            return try await FeedDetails(context).setInterval(span, of: try await Listings(context).feed(word))
        }
        // Both `feed updates BBC off` and `feed BBC updates off` are accepted.
        if arguments.words.count > 2, let value = arguments.words.last,
            arguments.words[arguments.words.count - 2].keyword == "updates", FeedEdits(value.keyword) != nil
        {
            let line = Arguments(Array(arguments.words.dropLast(2)) + [value])
            return try await FeedSettings(context).change(.updates, line)
        }
        // Both `feed clear BBC` and `feed BBC clear` are accepted.
        if let line = try await FeedDetails(context).settingBehindName(arguments) {
            return try await FeedSettings(context).change(line.setting, line.name)
        }
        let reference =
            arguments.words.count == 1 ? first : CommandWord(raw: arguments.raw, text: arguments.text, isQuoted: true)
        let feed: Feed
        do {
            feed = try await Listings(context).feed(reference)
        } catch CommandError.noSuchFeed(let text, let near, let hint) {
            // `feed BBC rename`, `feed BBC updates maybe`: a setting, but not as it is typed.
            let isSetting = arguments.words.dropFirst().contains { FeedSetting($0) != nil || $0.keyword == "every" }
            guard isSetting, near.isEmpty else { throw CommandError.noSuchFeed(text, suggestions: near, hint: hint) }
            throw context.usageError("feed")
        }
        return context.show(try await FeedDetails(context).describe(feed))
    }

    static let refresh = Command(
        name: "refresh",
        aliases: ["update"],
        topic: .following,
        shape: .refresh
    ) { context, arguments in
        let subject = try await NewsSubjects(context).subject(arguments)
        let store = context.services.store
        var feeds: [FeedID] = []
        if let feed = subject.feed {
            feeds = [feed]
        } else {
            feeds = try await store.shownFeeds(in: context.sight)
            if let category = subject.category {
                feeds = try await FeedDetails(context).feeds(feeds, in: category)
            }
        }
        guard !feeds.isEmpty else {
            return context.say(
                "feed.none",
                ["hint": .text(context.hint("sub https://example.org")), "sources": .text(context.hint("sources"))]
            )
        }
        // The feed scheduler fetches them one after the other.
        try await FeedTargets(context).countFetches(1 + feeds.count / FeedImports.importedPerFetch)
        try await store.requestCheck(of: feeds, at: context.time)
        return context.say(
            "feed.refreshing",
            ["n": .number(feeds.count), "hint": .text(context.hint("headlines"))]
        )
    }
}

extension CommandShape {
    fileprivate static let feed = CommandShape { typed in
        FeedSetting(rawValue: typed.rest.first?.keyword ?? "") != nil || typed.rest.isName(atMost: 6)
    }

    /// `update` is an ordinary English word, so only `refresh` counts as clear.
    fileprivate static let refresh = CommandShape { $0.word == "refresh" && $0.rest.isName(atMost: 3) }
}

extension Arguments {
    /// All remaining words as one name, in quotes or not.
    fileprivate var asOneName: CommandWord? {
        guard let first else { return nil }
        return words.count == 1 ? first : CommandWord(raw: raw, text: text, isQuoted: true)
    }
}

/// The details and health of one feed.
struct FeedDetails: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Whether the line is about a setting.
    ///
    /// A single word may also be the name of a feed.
    fileprivate func isSetting(_ arguments: Arguments) async throws -> Bool {
        guard arguments.words.count == 1 else { return true }
        if case .nothing = try await services.store.findFeed(arguments.text, in: sight, exactly: true) { return true }
        return false
    }

    /// `BBC clear` or `BBC reset`; nil for anything else, also for the whole name of a feed.
    fileprivate func settingBehindName(
        _ arguments: Arguments
    ) async throws -> (setting: FeedSetting, name: Arguments)? {
        guard arguments.words.count > 1, let last = arguments.words.last, let setting = FeedSetting(last),
            [.clear, .reset].contains(setting),
            case .nothing = try await services.store.findFeed(arguments.text, in: sight)
        else { return nil }
        return (setting, Arguments(Array(arguments.words.dropLast())))
    }

    fileprivate func setInterval(_ text: String, of feed: Feed) async throws -> [Answer] {
        let isAutomatic = ["auto", "default", "off"].contains(text.lowercased())
        let seconds = isAutomatic ? nil : ClockWords.seconds(text)
        guard isAutomatic || seconds.map({ (60...7 * 86_400).contains($0) }) == true else {
            throw CommandError.badDuration(String(text.prefix(40)))
        }
        let floor = await services.feeds.shortestInterval
        let effective = seconds.map { max(Double($0), floor) }
        if person.isAdmin {
            try await services.store.setOperatorsCheckInterval(effective, of: feed.id)
        } else {
            let owner = try await Owners(context).owner(of: nil, toChange: true, alternative: "")
            guard try await services.store.setCheckInterval(effective, of: feed.id, for: owner.recipient) else {
                return say("feed.notFollowed", ["hint": .text(hint("feeds"))])
            }
            await Undoing(context).record(
                "feed every \(feed.name)",
                reverse: "feed \(feed.name) every auto",
                of: owner
            )
        }
        let name = MessageArgument.text(BoundedText.name(feed.name))
        guard let effective else { return say("feed.everyAuto", ["name": name]) }
        let span = MessageArgument.text(localizer.duration(Int(effective)))
        let arguments = ["name": name, "span": span, "undo": .text(hint("feed \(feed.name) every auto"))]
        return say(Double(seconds ?? 0) < floor ? "feed.everyFloor" : "feed.every", arguments)
    }

    fileprivate func describe(_ feed: Feed) async throws -> RichText {
        let health = feed.health
        let address = try await Visibility(context).shownAddress(of: feed)
        var blocks: [RichText.Block] = [
            .paragraph(
                icon(feed.id) + [.strong([.text(BoundedText.name(feed.name))]), " — ", .link(label: "", url: address)]
            )
        ]
        var facts: [String] = []
        if let category = try await category(of: feed) { facts.append(CategoryWording.name(category, localizer)) }
        let followers = try await services.store.followerCount(of: feed.id)
        facts.append(localizer.text("feed.followers", ["n": .number(followers)]))
        if feed.isDefault { facts.append(localizer.text("feed.isDefault")) }
        blocks.append(.paragraph([.text(facts.joined(separator: " · "))]))

        var checks: [String] = []
        if let checked = health.lastCheckedAt {
            let status = health.lastStatus.map { "\($0)" } ?? "–"
            checks.append(
                localizer.text(
                    "feed.lastCheck",
                    ["status": .text(status), "age": .text(localizer.relative(checked, now: time))]
                )
            )
        } else {
            checks.append(localizer.text("feed.neverChecked"))
        }
        if health.stoppedAt != nil {
            checks.append(localizer.text("feed.stopped"))
        } else if let next = health.nextCheckAt, followers > 0 || feed.isDefault {
            let soon = next <= time
            checks.append(
                soon
                    ? localizer.text("feed.nextNow")
                    : localizer.text("feed.nextCheck", ["time": .text(localizer.relative(next, now: time))])
            )
        }
        blocks.append(.paragraph([.text(checks.joined(separator: " · "))]))
        if let due = try await services.store.dueFeed(feed.id) {
            var manners: [String] = []
            if let asked = due.askedInterval {
                manners.append(
                    localizer.text("feed.asked", ["span": .text(localizer.duration(Int(asked.seconds)))])
                )
            }
            if due.isOversized { manners.append(localizer.text("feed.oversized")) }
            if due.hubURL != nil { manners.append(localizer.text("feed.hub")) }
            if let target = due.movingTo {
                let shown = address == feed.url ? AddressRepair.withoutPassword(target) : ShownAddress.siteOnly(target)
                manners.append(localizer.text("feed.moving", ["url": .text(BoundedText.shortened(shown, to: 200))]))
            }
            if !manners.isEmpty { blocks.append(.paragraph([.text(manners.joined(separator: " · "))])) }
        }
        if let leftOut = try await LeftOutEntries(context).leftOut(of: feed) {
            blocks.append(.paragraph([.text(leftOut)]))
        }
        if let failure = health.failure {
            let since = health.failingSince ?? time
            let spans = localizer.spans(
                "feed.failing",
                [
                    "reason": .text(localizer.text("feed.failure.\(failure.rawValue)")),
                    "n": .number(health.failureCount),
                    "since": .text(localizer.relative(since, now: time)),
                ]
            )
            blocks.append(.paragraph(spans))
        } else if health.lastCheckedAt != nil {
            blocks.append(.paragraph(localizer.spans("feed.healthy")))
        }
        let next: [String: MessageArgument] = [
            "refresh": .text(hint("refresh \(feed.name)")), "headlines": .text(hint("headlines \(feed.name)")),
        ]
        blocks.append(.footer(localizer.spans("feed.feedNext", next)))
        return RichText(blocks)
    }

    /// The category in which the reader sees a feed; nil if it is in none.
    private func category(of feed: Feed) async throws -> String? {
        var own: String?
        if let reader { own = try await services.store.subscription(of: reader, to: feed.id)?.category }
        let category = own ?? feed.category
        return category?.isEmpty == false ? category : nil
    }

    func feeds(_ ids: [FeedID], in category: String) async throws -> [FeedID] {
        var categories: [FeedID: String] = [:]
        if let reader {
            for item in try await services.store.followedFeeds(of: reader, at: time) {
                categories[item.feed.id] = item.category
            }
        }
        for feed in try await services.store.defaultFeeds() where categories[feed.id] == nil {
            categories[feed.id] = feed.category
        }
        return ids.filter { categories[$0]?.lowercased() == category.lowercased() }
    }
}
