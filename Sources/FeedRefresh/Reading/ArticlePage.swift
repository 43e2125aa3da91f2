import CurlClient
import FeedParsing
import Foundation
import NewsModel

/// Makes one request for the page of one article and interprets the answer.
struct ArticlePage: Sendable {
    let client: HTTPClient
    let time: any TimeSource
    let parsing: ParsingThreads

    /// Seconds until a failed page may be tried again: after temporary failures, and after all others.
    private static let shortRest = 3_600.0
    private static let longRest = 12 * 3_600.0
    /// UTF-8 bytes of text that make an article even if the feed's summary is longer.
    private static let plentyOfText = 800

    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    struct Answer: Sendable {
        /// Nil when we ended the request ourselves; nothing is recorded then.
        var body: ArticleBody?
        /// The host that answered asks for no requests until then; after a redirect it is another one.
        var rest: HostRetryAfter?
    }

    /// `known` is the result of an earlier attempt; with its validators an unchanged page is not sent again.
    func fetch(
        _ article: Article,
        url: String,
        known: ArticleBody?,
        turn: (@Sendable (_ host: String) async -> Bool)? = nil
    ) async -> Answer {
        let request = HTTPRequest(
            url: url,
            headers: [("Accept", Self.accept)],
            etag: known?.etag,
            lastModified: known?.lastModified
        )
        do {
            return await interpret(try await client.fetch(request, turn: turn), of: article, known: known)
        } catch {
            guard let failure = FeedFailure(error) else { return Answer() }
            return Answer(body: failed(.notFetched(failure)))
        }
    }

    private func interpret(_ response: HTTPResponse, of article: Article, known: ArticleBody?) async -> Answer {
        if response.status == 304, var same = known {
            same.fetchedAt = time.now
            same.retryAt = time.now.addingTimeInterval(Self.longRest)
            return Answer(body: same)
        }
        guard (200..<300).contains(response.status) else {
            let rest = response.retryAfter(now: time.now)
            var body = failed(.notFetched(FeedFailure(response)))
            if let rest, let retryAt = body.retryAt {
                body.retryAt = min(max(rest, retryAt), time.now.addingTimeInterval(7 * 86_400))
            }
            let host = FeedFinder.host(of: response.finalURL)
            return Answer(body: body, rest: rest.map { HostRetryAfter(host: host, until: $0) })
        }
        guard Self.isPage(response) else { return Answer(body: failed(.notAPage)) }
        let parsed: ParsedArticle?
        do {
            parsed = try await parsing.run(from: FeedFinder.host(of: response.finalURL)) {
                ReadableArticle.extract(
                    fromHTML: response.body,
                    contentType: response.contentType,
                    pageURL: response.finalURL
                )
            }
        } catch {
            return FeedFailure(error).map { Answer(body: failed(.notFetched($0))) } ?? Answer()
        }
        let length = parsed?.text.utf8.count ?? 0
        guard let parsed, length > article.summary.utf8.count || length >= Self.plentyOfText else {
            let isBlocked = FeedFailure.isChallenge(response)
            var body = failed(isBlocked ? .notFetched(.blockedBySite) : .tooLittleText)
            body.imageURL = Self.picture(parsed)
            body.etag = FeedFetcher.sendable(response.etag)
            body.lastModified = FeedFetcher.sendable(response.lastModified)
            return Answer(body: body)
        }
        return Answer(
            body: ArticleBody(
                source: .page,
                text: ArticleBody.bounded(parsed.text),
                byline: parsed.byline.map { String($0.prefix(200)) },
                language: parsed.language.map { String($0.prefix(35)) },
                imageURL: Self.picture(parsed),
                fetchedAt: time.now
            )
        )
    }

    private func failed(_ failure: ReadingFailure) -> ArticleBody {
        let rest =
            switch failure {
            case .notFetched(.couldNotResolve), .notFetched(.couldNotConnect), .notFetched(.timedOut),
                .notFetched(.rateLimited), .notFetched(.serverError):
                Self.shortRest
            default: Self.longRest
            }
        return ArticleBody(
            source: .none,
            failure: failure,
            fetchedAt: time.now,
            retryAt: time.now.addingTimeInterval(rest)
        )
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        guard let type = response.contentType?.lowercased().prefix(while: { $0 != ";" }) else {
            return response.body.prefix(512).contains(UInt8(ascii: "<"))
        }
        return type.contains("text/html") || type.contains("application/xhtml+xml")
    }

    private static func picture(_ parsed: ParsedArticle?) -> String? {
        guard let url = parsed?.leadImageURL, url.utf8.count <= 2_000, FeedFinder.hasScheme(url) else { return nil }
        return url
    }
}
