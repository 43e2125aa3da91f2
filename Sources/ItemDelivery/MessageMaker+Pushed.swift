import NewsModel
import NewsWording
import Storage

extension MessageMaker {
    var wording: PushWording {
        PushWording(
            localizer: reader.localizer,
            now: now,
            hints: reader.hints,
            linksTitles: reader.traits.listsAll,
            layout: reader.settings.layout,
            lineBytes: reader.traits.lineBytes,
            showsIcons: reader.showsIcons
        )
    }

    /// The articles of deliveries, each with its owner's wording for the feed.
    func pushed(_ deliveries: [QueuedDelivery]) async throws -> [PushedArticle] {
        var templates: [RecipientID: [FeedID: String]] = [:]
        for owner in Set(deliveries.map(\.recipientID)) { templates[owner] = try await store.templates(of: owner) }
        return deliveries.compactMap { delivery in
            guard var pushed = pushed(delivery) else { return nil }
            let text = templates[delivery.recipientID]?[pushed.listed.article.feedID]
            // It was checked when it was stored; what another version stored may not be known.
            pushed.template = text.flatMap { try? PushTemplate($0) }
            return pushed
        }
    }

    private func pushed(_ delivery: QueuedDelivery) -> PushedArticle? {
        guard let listed = delivery.article else { return nil }
        let alerts = delivery.reasons.compactMap { reason -> PushedArticle.MatchedAlert? in
            guard case .alert(_, let number, let query) = reason else { return nil }
            return PushedArticle.MatchedAlert(number: number, query: query)
        }
        let isFollowed = delivery.reasons.contains { if case .alert = $0 { false } else { true } }
        let isUpdate = delivery.kind == .edit
        return PushedArticle(listed: listed, alerts: alerts, isFollowed: isFollowed, isUpdate: isUpdate)
    }
}
