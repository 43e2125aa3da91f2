internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Explains why a story was sent here, or why it is listed although nothing was sent.
    static let why = Command(
        name: "why",
        isGeneric: true,
        unnamed: .afterList(alone: false),
        topic: .reading,
        mostWords: 1,
        shape: .story(),
        effect: .shows,
        reactions: ["❓", "❔", "🤔"],
        answersQuotedLines: true
    ) { context, arguments in
        guard let word = try await arguments.orElse({ try await Listings(context).repliedWord(for: "why") })
        else {
            throw context.usageError("why")
        }
        let listed = try await Listings(context).article(word)
        try await Listings(context).saveSubject(listed.article.id)
        let separator = context.localizer.text("why.separator")
        let importance = Importance.all(of: listed).map { Reasons(context).words(for: $0) }
        var reasons: [String] = []
        if let reader = context.reader {
            let tellings = try await context.services.store.tellings(of: listed.article.storyID, to: reader)
            for telling in tellings.prefix(3) { reasons += try await Reasons(context).words(for: telling) }
            let isUntold = tellings.allSatisfy { $0.state == .withdrawn && $0.repeated == nil }
            if isUntold, let decision = try await context.services.store.decision(on: listed, for: reader) {
                reasons.append(Reasons(context).words(for: decision))
                if tellings.isEmpty { reasons += try await Reasons(context).whyListed(listed) }
            }
        }
        if reasons.isEmpty { reasons = try await Reasons(context).whyListed(listed) }
        return context.say(
            "why.lines",
            [
                "importance": .text(importance.joined(separator: separator)),
                "reasons": .text(reasons.joined(separator: separator)),
            ]
        )
    }
}

/// The reasons why somebody got a story.
struct Reasons: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    fileprivate func words(for importance: Importance) -> String {
        switch importance {
        case .carriedBy(let count): localizer.text("why.carriedBy", ["n": .number(count)])
        case .matchesAlert: localizer.text("why.matchesAlert")
        case .newInFeed(let feed): localizer.text("why.newInFeed", ["feed": .text(BoundedText.name(feed))])
        }
    }

    /// The state of one delivery, then the reasons for it.
    fileprivate func words(for telling: Telling) async throws -> [String] {
        if let repeated = telling.repeated { return [try await wordsKeptBack(telling, for: repeated)] }
        let age = MessageArgument.text(localizer.relative(telling.endedAt ?? telling.dueAt, now: time))
        let facts: [String: MessageArgument] = ["age": age, "time": age]
        var words = [localizer.text("why.\(telling.state.rawValue)", facts)]
        if telling.state == .queued {
            if let number = telling.coolingAlert, telling.dueAt > time {
                words = [localizer.text("why.coolDown", ["number": .number(number), "time": age])]
            } else if let end = try await quietEnd(telling.dueAt) {
                words = [localizer.text("why.quiet", ["time": .text(end)])]
            }
        }
        if telling.foldedWith > 0 { words.append(localizer.text("why.folded", ["n": .number(telling.foldedWith)])) }
        if telling.state == .withdrawn { return words }
        switch telling.kind {
        case .headlines, .digest:
            words.append(localizer.text("why.\(telling.kind.rawValue)"))
            if let number = telling.scheduleNumber {
                words.append(localizer.text("why.schedule", ["number": .number(number)]))
            }
        case .update:
            let stop = hint(room == nil ? "set updates off" : "set room story updates off")
            words.append(localizer.text("why.followsUp", ["hint": .text(stop)]))
        case .news, .edit, .notice:
            let reasons = telling.reasons.map { self.words(for: $0, feed: telling.feedName ?? "") }
            words += reasons.isEmpty ? [localizer.text("why.gone")] : reasons
        }
        return words
    }

    /// The end of the reader's quiet hours, if a time is that.
    private func quietEnd(_ due: Date) async throws -> String? {
        guard let reader, due > time, let quiet = try await services.store.settings(of: reader)?.quietHours
        else { return nil }
        let parts = calendar.dateComponents([.hour, .minute], from: due)
        guard (parts.hour ?? 0) * 60 + (parts.minute ?? 0) == quiet.end else { return nil }
        return localizer.clock(minuteOfDay: quiet.end)
    }

    /// The mute or filter that keeps a story from here, or the daily limit of breaking news.
    fileprivate func words(for decision: Decision) -> String {
        guard decision.rule.kind != .breakingLimit else { return localizer.text("why.breakingLimit") }
        let kind = decision.rule.kind.rawValue
        let number = MessageArgument.number(decision.rule.number)
        guard let name = decision.name else { return localizer.text("why.\(kind)Gone", ["number": number]) }
        let shown = BoundedText.name(AlertQuery.shown(name))
        let key = decision.isRecorded ? "why.\(kind)Kept" : "why.\(kind)Keeps"
        return localizer.text(key, ["number": number, "name": .text(shown)])
    }

    /// The story that had brought the same news is not named if it is gone or the reader may not see it.
    private func wordsKeptBack(_ telling: Telling, for story: StoryID) async throws -> String {
        let told = try await services.store.articles(ofStory: story, in: .of(reader), limit: 1).first
        var facts: [String: MessageArgument] = [
            "age": .text(localizer.relative(telling.endedAt ?? telling.dueAt, now: time)),
            "hint": .text(hint(room == nil ? "set repeats on" : "set room repeats on")),
        ]
        guard let told else { return localizer.text("why.keptBackUnnamed", facts) }
        facts["title"] = .text(BoundedText.title(told.article.title))
        facts["story"] = .text(told.storyName)
        return localizer.text("why.keptBack", facts)
    }

    private func words(for reason: DeliveryReason, feed: String) -> String {
        let feed: [String: MessageArgument] = ["feed": .text(BoundedText.name(feed))]
        switch reason {
        case .subscription: return localizer.text("why.follows", feed)
        case .sample: return localizer.text("why.sample", feed)
        case .smartFeed(_, let name): return localizer.text("why.smart", ["name": .text(BoundedText.name(name))])
        case .alert(_, let number, let query):
            return localizer.text("why.alert", ["number": .number(number), "query": .text(BoundedText.name(query))])
        }
    }

    /// Why a story is listed here although it was not sent.
    fileprivate func whyListed(_ listed: ListedArticle) async throws -> [String] {
        var words = [localizer.text("why.notSent")]
        let feed: [String: MessageArgument] = ["feed": .text(BoundedText.name(listed.feedName))]
        let id = listed.article.feedID
        if let reader, try await services.store.subscription(of: reader, to: id) != nil {
            words.append(localizer.text("why.listedFollowed", feed))
        } else if let known = try await services.store.feed(id, in: .of(nil)) {
            words.append(localizer.text(known.isDefault ? "why.listedDefault" : "why.listedCatalogue", feed))
        }
        return words
    }
}
