internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Says what new alerts do.
extension Alerts {
    /// What the new alert does, and what it would have found.
    func words(
        for alert: Alert,
        _ query: AlertQuery?,
        of owner: Owner,
        at place: Destination?
    ) async throws -> RichText {
        var facts: [String: MessageArgument] = [
            "number": .number(alert.number), "query": .text(alert.shown(by: localizer)),
            "place": .text(placeName(alert.address)),
        ]
        let notes = Queries(context).notes(on: query?.severalPlaces ?? [])
        if let breaking = alert.breaking {
            facts["n"] = .number(breaking.sources)
            facts["span"] = .text(localizer.duration(breaking.seconds))
            facts["urgent"] = .text(hint("alert \(alert.number) urgent", about: owner, at: place))
            let key = alert.isUrgent ? "alert.breaking.addedUrgent" : "alert.breaking.added"
            return localizer.richText(key, facts) + notes
        }
        let body = localizer.richText(alert.isUrgent ? "alert.addedUrgent" : "alert.added", facts)
        guard let query else { return body }
        let recent = try await services.store.articles(
            ArticleSelection(feeds: .watched, from: .distantPast, to: .distantFuture),
            in: .of(owner.recipient),
            limit: Self.trialArticles,
            withFilters: false
        )
        let trial = await query.trial(on: recent, seconds: options.queries.budget, by: services.time)
        return body + notes + words(for: trial, of: recent.count)
    }

    private func words(for trial: AlertQuery.Trial, of total: Int) -> RichText {
        guard trial.looked == total else {
            return localizer.richText(
                "query.trialCut",
                [
                    "n": .number(trial.matches), "looked": .number(trial.looked),
                    "rest": .number(total - trial.looked),
                ]
            )
        }
        return localizer.richText(
            trial.matches == 0 ? "alert.trialNone" : "alert.trial",
            ["n": .number(trial.matches), "total": .number(total)]
        )
    }

    /// A new alert is tried on so many of the newest stored articles.
    private static let trialArticles = 500
}
