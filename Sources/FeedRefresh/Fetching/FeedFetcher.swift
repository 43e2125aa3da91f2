import CurlClient
import Editorial
import FeedParsing
import Foundation
import NewsModel
import Storage

/// Makes one conditional request for one feed and interprets the answer.
struct FeedFetcher: Sendable {
    let client: HTTPClient
    let time: any TimeSource
    let parsing: ParsingThreads

    /// Attempts for a new feed whose document is cut off.
    ///
    /// After them the part that arrived is used: some servers always announce a wrong length.
    private static let incompleteAttempts = 2
    private static let longestValidator = 1_024
    /// Bytes of a first document up to which its texts are converted at once.
    ///
    /// If those of a longer one take too long, it must still be stored without them.
    private static let longestWithTexts = 512 << 10

    /// `turn` waits for the hosts that redirects lead to; it returns false when a host is not free in time.
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
            if case .noTurn(let host) = error { return .hostNotFree(host) }
            if case .addressBusy(_, let seconds) = error {
                return .addressNotFree(until: time.now.addingTimeInterval(max(1, seconds)))
            }
            return FeedFailure(error).map { .failed($0, status: nil, rest: nil) } ?? .cancelled
        }
        return await interpret(response, to: due)
    }

    /// Interprets an answer; without `due` every document counts as new.
    func interpret(_ response: HTTPResponse, to due: DueFeed? = nil) async -> FetchResult {
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
        let rest = retryAfter.map { HostRetryAfter(host: FeedFinder.host(of: response.finalURL), until: $0) }
        let freshness = response.cacheMaxAge ?? response.expires.map { $0.timeIntervalSince(now) }
        var hints = CheckInterval.Hints(
            timeToLive: due?.timeToLive.map(Double.init),
            freshness: freshness,
            retryAfter: retryAfter,
            asked: due?.askedInterval
        )
        hints.skipHours = due?.skipHours ?? []
        hints.skipDays = due?.skipDays ?? []
        let movedTo = Self.permanentTarget(response)
        var validators = FeedValidators(
            etag: Self.sendable(response.etag),
            lastModified: Self.sendable(response.lastModified)
        )
        switch response.status {
        case 304 where due?.validators.etag != nil || due?.validators.lastModified != nil:
            return .notModified(validators, status: 304, hints: hints, movedTo: movedTo)
        case 200..<300: break
        default:
            return .failed(FeedFailure(response), status: response.status, rest: rest)
        }
        validators.bodyHash = DocumentHash.text(of: response.body)
        if !response.isTruncated, validators.bodyHash == due?.validators.bodyHash {
            return .notModified(validators, status: response.status, hints: hints, movedTo: movedTo)
        }
        let feed: ParsedFeed
        do {
            feed = try FeedParser.parse(response.body, contentType: response.contentType, url: response.finalURL)
        } catch {
            let failure: FeedFailure = FeedFailure.isChallenge(response) ? .blockedBySite : FeedFailure(error)
            return .failed(response.isCutAtLimit ? .tooLarge : failure, status: response.status, rest: rest)
        }
        // The only entry is longer than the size limit, so nothing can be read.
        guard !response.isCutAtLimit || feed.items.count > 1 else {
            return .failed(.tooLarge, status: response.status, rest: rest)
        }
        let isUnfinished = !response.isCutAtLimit && Self.isUnfinished(response, feed)
        // The missing entries would be sent as news later.
        if isUnfinished, let due, due.isFirst, due.feed.health.failureCount < Self.incompleteAttempts {
            return .failed(.couldNotConnect, status: response.status, rest: rest)
        }
        // The server may have been writing the file. A second incomplete document in a row is accepted: it has no end.
        let wasCut = due?.validators.bodyHash == Self.incompleteHash
        let isBeingWritten = feed.isTruncated && !wasCut && (isUnfinished || due?.isFirst == false)
        let isCut = !response.isCutAtLimit && (response.isTruncated || isBeingWritten)
        // With validators the server could answer "not modified", and the missing entries would never arrive.
        if isCut { validators = FeedValidators(bodyHash: Self.incompleteHash) }
        hints.timeToLive = feed.shortestWait.map(Double.init)
        hints.skipHours = Set(feed.skipHours)
        hints.skipDays = Set(feed.skipDays)
        // At the size limit the validators are kept: "not modified" means that the same bytes would be cut again.
        var document = FetchedDocument(
            feed,
            validators: validators,
            isCut: isCut || response.isCutAtLimit,
            hasOnlyNews: due?.isFirst == true && response.body.count <= Self.longestWithTexts,
            firstAt: due?.isFirst == true ? now : nil
        )
        document.isOversized = response.isCutAtLimit
        // The Link header takes precedence over the document (WebSub section 4).
        if let hub = Self.link("hub", of: response) {
            document.hubURL = hub
            document.selfURL = Self.link("self", of: response) ?? feed.feedURL
        }
        let skipped = feed.skippedItemCount + feed.items.count(where: \.isEmpty)
        return .document(document, skippedItems: skipped, status: response.status, hints: hints, movedTo: movedTo)
    }

    static let accept = """
        application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1
        """

    /// Is stored instead of the hash of a document whose end was missing.
    private static let incompleteHash = "cut"

    /// Whether the connection broke off, or the document ends too early and no Content-Length confirms its end.
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

    /// The feed's new address after permanent redirects; nil unless every hop was one (RFC 9110, 15.4.2 and 15.4.9).
    static func permanentTarget(_ response: HTTPResponse) -> String? {
        guard !response.redirects.isEmpty, response.redirects.allSatisfy({ [301, 308].contains($0.status) }) else {
            return nil
        }
        return response.finalURL
    }
}

/// The result of one request for a feed.
enum FetchResult: Sendable {
    case document(FetchedDocument, skippedItems: Int, status: Int, hints: CheckInterval.Hints, movedTo: String?)
    /// 304, or the same bytes again.
    case notModified(FeedValidators, status: Int, hints: CheckInterval.Hints, movedTo: String?)
    case failed(FeedFailure, status: Int?, rest: HostRetryAfter?)
    /// A redirect led to a host that was not free in time. Nothing is recorded.
    case hostNotFree(String)
    /// The server's IP address has reached its request limit, over all its host names. Nothing is recorded.
    case addressNotFree(until: Date)
    /// The request was cancelled. Nothing is recorded.
    case cancelled
}

/// A host that asked for no requests until a time.
struct HostRetryAfter: Sendable {
    var host: String
    var until: Date
}
