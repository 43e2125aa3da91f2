import Foundation
import NewsModel
import Storage

/// Tests whether a server's validators (ETag, Last-Modified) can be trusted.
///
/// After a week without a document, a feed is requested without validators. The answer may contain entries that
/// "not modified" had hidden. Then a validator is wrong: a Last-Modified that never changes, or an ETag of something
/// else. A server that gets both may compare either, so each is judged alone.
struct ValidatorTrial {
    /// Seconds for which requests are conditional after a document.
    static let longestConditional = 7 * 86_400.0
    /// Seconds; entries often appear a little later than their date says.
    private static let slack = 3_600.0

    let due: DueFeed
    let now: Date

    var isConditional: Bool {
        due.lastDocumentAt.map { now.timeIntervalSince($0) < Self.longestConditional } ?? false
    }

    /// The validators to send with the next request.
    var validators: FeedValidators {
        isConditional ? due.validators.trusted(but: due.distrusted) : FeedValidators()
    }

    /// The validators not to send any more, after a document with validators `answer` and new entries of these dates.
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
        // Servers compare the date wrongly more often than the ETag.
        if sent.etag != nil, sent.lastModified != nil { return distrusted.union(.lastModified) }
        return .both
    }
}
