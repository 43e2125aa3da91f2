import Foundation
import NewsModel
import Storage

/// Whether a server's validators can be believed.
///
/// Once a week a feed is asked without any. When that brings entries which "not modified" had hidden, what was sent
/// with those requests has lied: a Last-Modified that never changes, an ETag of something else. Servers that are sent
/// both may look at either, so each is judged alone.
struct ValidatorTrial {
    /// Seconds for which requests are conditional after a document.
    static let longestConditional = 7 * 86_400.0
    /// Seconds; entries often appear a little later than they are dated.
    private static let slack = 3_600.0

    let due: DueFeed
    let now: Date

    var isConditional: Bool {
        due.lastDocumentAt.map { now.timeIntervalSince($0) < Self.longestConditional } ?? false
    }

    /// What to send with the next request.
    var validators: FeedValidators {
        isConditional ? due.validators.trusted(but: due.distrusted) : FeedValidators()
    }

    /// What not to send any more, after a document with these validators and the dates of its new entries.
    func verdict(_ answer: FeedValidators, news: [Date?]) -> ValidatorDistrust {
        guard let last = due.lastDocumentAt, !isConditional, !news.isEmpty else { return due.distrusted }
        let sent = due.validators.trusted(but: due.distrusted)
        var distrusted = due.distrusted
        if sent.etag != nil, sent.etag == answer.etag { distrusted.insert(.etag) }
        if sent.lastModified != nil, sent.lastModified == answer.lastModified { distrusted.insert(.lastModified) }
        guard distrusted == due.distrusted else { return distrusted }
        let lastCheck = due.feed.health.lastCheckedAt ?? last
        let wasHidden = news.contains { date in
            date.map { $0 > last && $0 < lastCheck.addingTimeInterval(-Self.slack) } ?? false
        }
        guard wasHidden else { return distrusted }
        // Of two the date is the likelier to be looked at wrongly.
        if sent.etag != nil, sent.lastModified != nil { return distrusted.union(.lastModified) }
        return .both
    }
}
