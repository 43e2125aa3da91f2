internal import Editorial
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let why = Command(name: "why", isGeneric: true, topic: .reading, mostWords: 1) { context, arguments in
        guard let word = try await arguments.orElse(context.repliedWord) else { throw context.usageError("why") }
        let listed = try await context.article(word)
        let store = context.services.store
        var alerts: [Alert] = []
        var isFollowed = false
        if let reader = context.reader {
            alerts = try await store.alerts(of: reader).filter { alert in
                (try? AlertQuery(parsing: alert.query).matches(listed)) ?? false
            }
            isFollowed = try await store.followedFeeds(of: reader, at: context.time)
                .contains { $0.feed.id == listed.article.feedID }
        }
        let feed = try await store.feed(listed.article.feedID)
        let explanation = Explanation(
            listed: listed,
            isFollowed: isFollowed,
            isHouse: feed?.isHouse ?? false,
            alerts: alerts,
            asHeadline: true,
            now: context.time
        )
        let importance = explanation.importance.map { context.words(for: $0) }
        let reasons = explanation.reasons.map { context.words(for: $0) }
        return context.say(
            "command.why.lines",
            [
                "importance": .text(importance.joined(separator: context.localizer.text("command.why.separator"))),
                "reasons": .text(reasons.joined(separator: context.localizer.text("command.why.separator"))),
            ]
        )
    }
}

extension CommandContext {
    fileprivate func words(for importance: Importance) -> String {
        switch importance {
        case .carriedBy(let count): localizer.text("command.why.carriedBy", ["n": .number(count)])
        case .breaking: localizer.text("command.why.breaking")
        case .matchesAlert: localizer.text("command.why.matchesAlert")
        case .newInFeed(let feed): localizer.text("command.why.newInFeed", ["feed": .text(feed)])
        }
    }

    fileprivate func words(for reason: Reason) -> String {
        switch reason {
        case .follows(let feed): localizer.text("command.why.follows", ["feed": .text(feed)])
        case .houseSelection(let feed): localizer.text("command.why.house", ["feed": .text(feed)])
        case .alert(let number, let query, _):
            localizer.text("command.why.alert", ["number": .number(number), "query": .text(query)])
        case .heldUntil(let end): localizer.text("command.why.held", ["time": .text(localizer.time(end))])
        case .recentHeadline: localizer.text("command.why.recent")
        case .olderHeadline: localizer.text("command.why.older")
        }
    }
}
