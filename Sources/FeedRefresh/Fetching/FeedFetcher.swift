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

    func fetch(_ due: DueFeed, limits: HTTPLimits = HTTPLimits()) async -> FetchResult {
        let request = HTTPRequest(
            url: due.feed.url,
            headers: [("Accept", Self.accept)],
            etag: due.validators.etag,
            lastModified: due.validators.lastModified,
            limits: limits
        )
        let response: HTTPResponse
        do {
            response = try await client.fetch(request)
        } catch {
            return FeedFailure(error).map { .failed($0, status: nil, retryAfter: nil) } ?? .cancelled
        }
        return judge(response, bodyHash: due.validators.bodyHash)
    }

    /// `bodyHash` is that of the last document; nil parses whatever comes.
    func judge(_ response: HTTPResponse, bodyHash: String?) -> FetchResult {
        let now = time.now
        let retryAfter = response.retryAfter(now: now)
        let freshness = response.cacheMaxAge ?? response.expires.map { $0.timeIntervalSince(now) }
        var wishes = CheckInterval.Wishes(freshness: freshness, retryAfter: retryAfter)
        switch response.status {
        case 304: return .notModified(status: 304, wishes: wishes)
        case 200..<300: break
        default:
            return .failed(FeedFailure(response), status: response.status, retryAfter: retryAfter)
        }
        let hash = StableHash.text(of: response.body)
        if hash == bodyHash { return .notModified(status: response.status, wishes: wishes) }
        do {
            let feed = try FeedParser.parse(
                response.body,
                contentType: response.contentType,
                url: response.finalURL
            )
            wishes.timeToLive = (feed.timeToLive ?? feed.updatePeriod).map(Double.init)
            return .document(
                feed,
                validators: FeedValidators(
                    etag: response.etag,
                    lastModified: response.lastModified,
                    bodyHash: hash
                ),
                status: response.status,
                wishes: wishes,
                movedTo: Self.permanentTarget(response)
            )
        } catch {
            let failure: FeedFailure = FeedFailure.isChallenge(response) ? .blockedBySite : FeedFailure(error)
            return .failed(failure, status: response.status, retryAfter: retryAfter)
        }
    }

    static let accept = """
        application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1
        """

    /// Where the feed has moved for good: only when every hop said so (RFC 9110, 15.4.2 and 15.4.9).
    private static func permanentTarget(_ response: HTTPResponse) -> String? {
        guard !response.redirects.isEmpty, response.redirects.allSatisfy({ [301, 308].contains($0.status) }) else {
            return nil
        }
        return response.finalURL
    }
}
