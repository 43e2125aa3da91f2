import CurlClient
import Editorial
import FeedParsing
import Foundation
import NewsModel
import Storage

/// One conditional request for one feed, and what its answer means.
struct FeedFetcher: Sendable {
    let client: HTTPClient
    let time: any TimeSource
    let parsing: ParsingThreads

    /// A feed that was cut off is tried again so often before its first part is taken: some servers announce a
    /// wrong length every time.
    private static let cutFirstTries = 2
    private static let longestValidator = 1_024

    /// `turn` waits for the hosts that redirects lead to; false when one is not free in time.
    func fetch(
        _ due: DueFeed,
        limits: HTTPLimits = HTTPLimits(keepsCutBody: true),
        turn: (@Sendable (_ host: String) async -> Bool)? = nil
    ) async -> FetchResult {
        let validators = ValidatorTrial(due: due, now: time.now).validators
        let request = HTTPRequest(
            url: due.feed.url,
            headers: [("Accept", Self.accept)],
            etag: validators.etag,
            lastModified: validators.lastModified,
            limits: limits
        )
        let response: HTTPResponse
        do {
            response = try await client.fetch(request, turn: turn)
        } catch {
            if case .noTurn(let host) = error { return .hostRests(host) }
            if case .addressBusy(_, let seconds) = error {
                return .addressRests(until: time.now.addingTimeInterval(max(1, seconds)))
            }
            return FeedFailure(error).map { .failed($0, status: nil, rest: nil) } ?? .cancelled
        }
        return await judge(response, to: due)
    }

    /// What an answer means; without `due` whatever comes is new.
    func judge(_ response: HTTPResponse, to due: DueFeed? = nil) async -> FetchResult {
        do {
            return try await parsing.run(from: FeedFinder.host(of: response.finalURL)) { read(response, to: due) }
        } catch {
            guard let failure = FeedFailure(error) else { return .cancelled }
            return .failed(failure, status: response.status, rest: nil)
        }
    }

    private func read(_ response: HTTPResponse, to due: DueFeed?) -> FetchResult {
        let now = time.now
        let retryAfter = response.retryAfter(now: now)
        let rest = retryAfter.map { HostRest(host: FeedFinder.host(of: response.finalURL), until: $0) }
        let freshness = response.cacheMaxAge ?? response.expires.map { $0.timeIntervalSince(now) }
        var wishes = CheckInterval.Wishes(
            timeToLive: due?.timeToLive.map(Double.init),
            freshness: freshness,
            retryAfter: retryAfter,
            asked: due?.askedInterval
        )
        wishes.skipHours = due?.skipHours ?? []
        wishes.skipDays = due?.skipDays ?? []
        let movedTo = Self.permanentTarget(response)
        var validators = FeedValidators(
            etag: Self.sendable(response.etag),
            lastModified: Self.sendable(response.lastModified)
        )
        switch response.status {
        case 304 where due?.validators.etag != nil || due?.validators.lastModified != nil:
            return .notModified(validators, status: 304, wishes: wishes, movedTo: movedTo)
        case 200..<300: break
        default:
            return .failed(FeedFailure(response), status: response.status, rest: rest)
        }
        validators.bodyHash = DocumentHash.text(of: response.body)
        if !response.isTruncated, validators.bodyHash == due?.validators.bodyHash {
            return .notModified(validators, status: response.status, wishes: wishes, movedTo: movedTo)
        }
        let feed: ParsedFeed
        do {
            feed = try FeedParser.parse(response.body, contentType: response.contentType, url: response.finalURL)
        } catch {
            let failure: FeedFailure = FeedFailure.isChallenge(response) ? .blockedBySite : FeedFailure(error)
            return .failed(response.isCutAtLimit ? .tooLarge : failure, status: response.status, rest: rest)
        }
        // A first entry that is longer than all we take says nothing.
        guard !response.isCutAtLimit || feed.items.count > 1 else {
            return .failed(.tooLarge, status: response.status, rest: rest)
        }
        let isUnfinished = !response.isCutAtLimit && Self.isUnfinished(response, feed)
        // What is missing would be news tomorrow.
        if isUnfinished, let due, due.isFirst, due.feed.health.failureCount < Self.cutFirstTries {
            return .failed(.couldNotConnect, status: response.status, rest: rest)
        }
        // A file may be read while it is written, but not twice in a row: then its end was never there.
        let wasCut = due?.validators.bodyHash == Self.cutMark
        let isBeingWritten = feed.isTruncated && !wasCut && (isUnfinished || due?.isFirst == false)
        let isCut = !response.isCutAtLimit && (response.isTruncated || isBeingWritten)
        // With validators what is missing would never be asked for again.
        if isCut { validators = FeedValidators(bodyHash: Self.cutMark) }
        wishes.timeToLive = feed.shortestWait.map(Double.init)
        wishes.skipHours = Set(feed.skipHours)
        wishes.skipDays = Set(feed.skipDays)
        // At the limit the validators stay: "not modified" means that the same bytes would be cut once more.
        var document = FetchedDocument(feed, validators: validators, isCut: isCut || response.isCutAtLimit)
        document.isOversized = response.isCutAtLimit
        // WebSub section 4: what the header says comes before the document.
        if let hub = Self.link("hub", of: response) {
            document.hubURL = hub
            document.selfURL = Self.link("self", of: response) ?? feed.feedURL
        }
        let skipped = feed.skippedItemCount + feed.items.count(where: \.isEmpty)
        return .document(document, skippedItems: skipped, status: response.status, wishes: wishes, movedTo: movedTo)
    }

    static let accept = """
        application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1
        """

    /// Stands for the hash of a document whose end was missing.
    private static let cutMark = "cut"

    /// The connection broke off, or the document ends too early and nothing says that this was all.
    private static func isUnfinished(_ response: HTTPResponse, _ feed: ParsedFeed) -> Bool {
        response.isTruncated || (feed.isTruncated && response.headers["Content-Length"] == nil)
    }

    private static func link(_ relation: String, of response: HTTPResponse) -> String? {
        guard let link = response.linkHeaders.first(where: { $0.relations.contains(relation) }) else { return nil }
        return URL(string: link.target, relativeTo: URL(string: response.finalURL))?.absoluteString
    }

    /// A validator that cannot be sent back would make every later request fail.
    static func sendable(_ validator: String?) -> String? {
        guard let validator, !validator.isEmpty, validator.utf8.count <= longestValidator,
            validator.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else { return nil }
        return validator
    }

    /// Where the feed has moved for good: only when every hop said so (RFC 9110, 15.4.2 and 15.4.9).
    static func permanentTarget(_ response: HTTPResponse) -> String? {
        guard !response.redirects.isEmpty, response.redirects.allSatisfy({ [301, 308].contains($0.status) }) else {
            return nil
        }
        return response.finalURL
    }
}
