import Editorial
import Foundation
import Localization
import NewsModel
import NewsWording
import Schedules
import Storage

/// Words planned messages for one reader.
struct MessageMaker: Sendable {
    /// A message and the articles that its numbers refer to.
    struct Made: Sendable {
        var message: OutgoingMessage
        var listed: [ArticleID]
        /// The articles that were only counted; `more` shows them.
        var rest: [ArticleID]
    }

    let store: Store
    let reader: LaneReader
    let now: Date

    /// Nil when its articles are gone.
    func make(_ planned: DeliveryPlan.Message) async throws -> Made? {
        guard var made = try await worded(planned) else { return nil }
        if attachesPictures { made.message.pictures = try await pictures(of: made.listed) }
        if let thread = try await FeedThreads(store: store, reader: reader, now: now).thread(of: planned, made) {
            made.message.question = Question(messageID: thread, thread: thread)
        }
        return made
    }

    /// Whether pictures are in the message; otherwise they are links.
    private var attachesPictures: Bool { reader.traits.attachesPictures && reader.settings.showsImages }

    private func worded(_ planned: DeliveryPlan.Message) async throws -> Made? {
        switch planned {
        case .single(let delivery):
            guard let pushed = try await pushed([delivery]).first else { return nil }
            var text = wording.single(pushed)
            let hasSummary = pushed.template == nil && reader.traits.listsAll && reader.settings.layout == .list
            let summary = hasSummary ? PushWording.summary(pushed.listed) : ""
            if !summary.isEmpty { text.blocks.append(.paragraph([.text(summary)])) }
            if reader.traits.listsAll { text.blocks.append(wording.closing([pushed])) }
            return Made(
                message: message(text, subject: wording.subject([pushed])),
                listed: [pushed.listed.article.id],
                rest: []
            )
        case .several(let deliveries, let stories, let heldSince):
            return several(try await pushed(deliveries), stories: stories, heldSince: heldSince)
        case .made(let delivery):
            return try await made(delivery)
        case .edit(let delivery):
            guard var pushed = try await pushed([delivery]).first else { return nil }
            pushed.isUpdate = false
            var message = message(wording.single(pushed), subject: pushed.listed.article.title)
            message.replaces = delivery.editedEvent
            return Made(message: message, listed: [], rest: [])
        }
    }

    private func several(_ pushed: [PushedArticle], stories: Int, heldSince: Date?) -> Made? {
        guard !pushed.isEmpty else { return nil }
        let fitting = reader.traits.listsAll ? Int.max : stories
        var text = wording.several(pushed, fitting: fitting, heldSince: heldSince)
        if reader.traits.listsAll { text.blocks.append(wording.closing(pushed)) }
        let ordered = PushWording.ordered(pushed)
        let shown = ordered.count { !$0.alerts.isEmpty }
        let ids = ordered.map(\.listed.article.id)
        let rest = ids.dropFirst(shown + min(max(1, fitting), ids.count - shown))
        var message = message(text, subject: wording.subject(pushed))
        if reader.traits.listsAll, reader.settings.layout == .list, ordered.count <= Self.mostWithSummaries {
            message.summaries = ordered.enumerated().compactMap { index, pushed in
                let summary = PushWording.summary(pushed.listed)
                return summary.isEmpty ? nil : OutgoingMessage.Summary(marker: String(index + 1), text: summary)
            }
        }
        return Made(message: message, listed: ids, rest: Array(rest))
    }

    /// Longer lists are shown without summaries.
    private static let mostWithSummaries = 10

    private func made(_ delivery: QueuedDelivery) async throws -> Made? {
        switch delivery.payload {
        case nil, .edit: return nil
        case .update(let update): return try await updated(update, delivery)
        case .notice(let notice):
            let wording = NoticeWording(localizer: reader.localizer, hints: reader.hints)
            let text: RichText
            switch notice {
            case .requested(let message, let articles):
                return Made(message: message, listed: articles.map(ArticleID.init(rawValue:)), rest: [])
            case .addressFailed(let address, let reason):
                text = wording.addressPaused(address, reason: reason, here: delivery.address.network)
            case .unconfirmed(let address, let articles):
                return try await unconfirmed(address, articles.map(ArticleID.init(rawValue:)), delivery.recipientID)
            case .accountLinked(let address): text = wording.accountLinked(address)
            case .storageShort(.disk(let free, let needed)): text = wording.diskShort(free: free, needed: needed)
            case .storageShort(.ceiling(let used, let limit)), .storageShort(.person(let used, let limit)):
                text = wording.databaseLarge(used: used, limit: limit)
            case .importChecked(let total, let failedCount, let failed):
                let named = failed.map { (name: $0.name, failure: $0.failure) }
                text = wording.importChecked(total: total, failedCount: failedCount, failed: named)
            case .feedMoved(let name, let old, let new):
                let isShown = try await mayShow(new, at: delivery.address)
                text = wording.feedMoved(
                    name,
                    from: isShown ? old : ShownAddress.siteOnly(old),
                    to: isShown ? new : ShownAddress.siteOnly(new)
                )
            case .feedsFailing(let troubles): text = wording.feedsFailing(named(troubles), now: now)
            case .feedsGone(let troubles): text = wording.feedsGone(named(troubles))
            case .feedsRecovered(let troubles): text = wording.feedsRecovered(named(troubles), now: now)
            }
            return Made(message: message(text, subject: nil), listed: [], rest: [])
        case .slot(let slot):
            let sight = Sight.shown(to: delivery.recipientID)
            var articles = try await store.unmutedArticles(slot.articles, in: sight)
            // If everything was muted since, the slot would have no words and would never end: send it all the same.
            if articles.isEmpty { articles = try await store.articles(slot.articles, in: sight) }
            guard !articles.isEmpty else { return nil }
            let number = try await scheduleNumber(delivery)
            let order = try await store.categoryOrder(of: delivery.recipientID)
            guard delivery.kind == .headlines else {
                return digest(articles, try await store.keptBackStories(of: delivery.recipientID), slot, number, order)
            }
            if slot.category.flatMap(NewsCategory.init(named:)) == .sports { articles = order.sortedBySport(articles) }
            return headlines(articles, try await isBreaking(articles[0], to: delivery.recipientID), slot, number)
        }
    }

    /// A reply to the post that told of the story, where posts can be answered.
    ///
    /// Nil when the article is gone or muted, or the recipient wants no updates any more.
    private func updated(_ update: StoryUpdate, _ delivery: QueuedDelivery) async throws -> Made? {
        guard try await store.settings(of: delivery.recipientID)?.hearsUpdates == true,
            let listed = try await store.unmutedArticles([update.article], in: .of(delivery.recipientID)).first
        else { return nil }
        let notice = NoticeWording(localizer: reader.localizer, hints: reader.hints)
        let text = notice.storyUpdated(
            listed,
            sources: update.sources,
            numbers: update.numbers,
            isRoom: delivery.address.kind == .room
        )
        var message = message(text, subject: nil)
        message.question = update.post.map { Question(messageID: $0) }
        return Made(message: message, listed: [update.article], rest: [])
    }

    /// The articles are listed with numbers, so that they can be read from this notice alone.
    private func unconfirmed(_ address: Address, _ articles: [ArticleID], _ reader: RecipientID) async throws -> Made {
        let told = try await store.unmutedArticles(articles, in: .shown(to: reader), withFilters: false)
        let ids = told.map(\.article.id)
        let text = wording.unconfirmed(address, told, fitting: Self.mostListedAgain)
        return Made(
            message: message(text, subject: nil),
            listed: ids,
            rest: Array(ids.dropFirst(Self.mostListedAgain))
        )
    }

    private static let mostListedAgain = 8

    /// The owner's number of the schedule; nil when it is gone.
    private func scheduleNumber(_ delivery: QueuedDelivery) async throws -> Int? {
        try await store.schedules(of: delivery.recipientID).first { $0.id == delivery.scheduleID }?.number
    }

    /// A room is read by people who do not follow the feed, and a feed's URL may contain a secret.
    private func mayShow(_ url: String, at place: Address) async throws -> Bool {
        if place.kind == .person { return true }
        return try await store.feed(url: url, in: .of(nil)) != nil
    }

    private func named(_ troubles: [FeedTrouble]) -> [NoticeWording.Trouble] {
        troubles.map {
            NoticeWording.Trouble(
                name: $0.name,
                address: reader.room == nil ? $0.address : nil,
                failure: $0.failure,
                since: $0.since
            )
        }
    }

    /// Counts only the feeds that the reader can see.
    private func isBreaking(_ lead: ListedArticle, to reader: RecipientID) async throws -> Bool {
        let shown = Set(try await store.shownFeeds(in: .of(reader)))
        let told = try await store.articles(aboutEventOf: lead.article.storyID, in: .of(reader)).map(\.article)
        return HeadlineSelection.isBreaking(lead, toldBy: told.filter { shown.contains($0.feedID) }, now: now)
    }

    private func headlines(
        _ articles: [ListedArticle],
        _ isBreaking: Bool,
        _ slot: SlotPayload,
        _ schedule: Int?
    ) -> Made {
        let headlines = Headlines(
            lead: articles.first,
            isBreaking: isBreaking,
            others: Array(articles.dropFirst()),
            madeAt: now
        )
        let wording = HeadlinesWording(
            localizer: reader.localizer,
            hints: reader.hints,
            linksTitles: reader.traits.linksTitles,
            linksPicture: !attachesPictures,
            leadBytes: reader.traits.lineBytes,
            layout: reader.settings.layout
        )
        let text = wording.text(headlines, category: slot.category, note: note(slot), schedule: schedule)
        let subject = wording.subject(headlines, category: slot.category)
        return Made(message: message(text, subject: subject), listed: headlines.all.map(\.article.id), rest: [])
    }

    private func digest(
        _ articles: [ListedArticle],
        _ keptBack: Set<StoryID>,
        _ slot: SlotPayload,
        _ schedule: Int?,
        _ order: CategoryOrder
    ) -> Made {
        var digest = DigestBuilder.news(
            articles,
            period: slot.period.flatMap { DigestPeriod($0) } ?? .today,
            days: slot.days ?? 1,
            withStatistics: slot.withStatistics,
            keptBack: keptBack,
            now: slot.madeAt,
            calendar: reader.localizer.calendar
        )
        digest.sections = order.sorted(digest.sections, by: \.category)
        for index in digest.sections.indices {
            digest.sections[index].entries = order.sortedBySport(digest.sections[index].entries, by: \.listed)
        }
        // A chat shows a selection, with the rest after `more`; mail shows the whole digest.
        let limit = reader.traits.listsAll ? Int.max : 25
        let perFeed = reader.traits.listsAll ? Int.max : DigestLayout.usualPerFeed
        let wording = DigestWording(
            localizer: reader.localizer,
            hints: reader.hints,
            layout: reader.settings.layout,
            lineBytes: reader.traits.lineBytes,
            showsIcons: reader.showsIcons
        )
        let text = wording.text(
            digest,
            category: slot.category,
            limit: limit,
            perFeed: perFeed,
            leftOut: slot.leftOut ?? 0,
            isLeftOutAtMost: slot.isLeftOutAtMost ?? false,
            note: note(slot),
            schedule: schedule
        )
        let ids = DigestWording.listed(digest, limit: limit, perFeed: perFeed).map(\.article.id)
        let rest = DigestWording.listed(digest).map(\.article.id).filter { [shown = Set(ids)] in !shown.contains($0) }
        var message = message(text, subject: wording.subject(digest, category: slot.category))
        message.opensThread = reader.room?.etiquette.threadsDigests ?? false
        return Made(message: message, listed: ids + rest, rest: rest)
    }

    /// The pictures of the first articles, with their numbers in the message.
    private func pictures(of listed: [ArticleID]) async throws -> [OutgoingMessage.Picture]? {
        let articles = try await store.articles(listed, in: .shown(to: reader.recipient)).map(\.article)
        let byID = Dictionary(articles.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return OutgoingMessage.Picture.all(of: listed.map { byID[$0] })
    }

    /// A note that the slot is late or replaces a missed one; the missed one takes precedence.
    private func note(_ slot: SlotPayload) -> ScheduleNote? {
        slot.missed.map(ScheduleNote.folded) ?? slot.lateFor.map(ScheduleNote.late)
    }

    private func message(_ body: RichText, subject: String?) -> OutgoingMessage {
        let body = SwitchedOffHints.leftOut(of: body)
        return OutgoingMessage(
            body: body,
            subject: BoundedText.shortened(subject ?? body.blocks.first?.words ?? "", to: 120),
            asNotice: reader.room?.etiquette.usesNotice ?? false,
            withColour: reader.room?.etiquette.usesColour ?? false
        ).inFormat(reader.settings.format)
    }
}
