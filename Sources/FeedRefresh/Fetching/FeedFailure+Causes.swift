import CurlClient
import FeedParsing
import NewsModel

extension FeedFailure {
    /// Nil when we ended the request ourselves.
    init?(_ error: HTTPClientError) {
        switch error {
        case .cancelled, .shutDown, .overloaded, .noTurn, .addressBusy: return nil
        case .couldNotResolve: self = .couldNotResolve
        case .connectionRefused, .couldNotConnect, .connectionLost: self = .couldNotConnect
        case .proxyFailed: self = .proxyFailed
        case .timedOut: self = .timedOut
        case .tlsFailed: self = .tlsFailed
        case .refusedAddress, .refusedURL, .invalidURL: self = .addressRefused
        case .tooLarge, .headersTooLarge: self = .tooLarge
        case .tooManyRedirects: self = .tooManyRedirects
        case .invalidRequest, .malformedResponse, .libraryFailure: self = .unreadable
        }
    }

    /// The failure for a status outside 2xx and 304.
    init(_ response: HTTPResponse) {
        if Self.isChallenge(response) {
            self = .blockedBySite
            return
        }
        switch response.status {
        case 401, 402, 403, 407, 451: self = .forbidden
        case 404: self = .notFound
        case 410: self = .gone
        case 429: self = .rateLimited
        case 500...: self = .serverError
        default: self = .unexpectedStatus
        }
    }

    init(_ error: FeedParsingError) {
        switch error {
        case .notAFeed, .webPage: self = .notAFeed
        case .tooLarge: self = .tooLarge
        case .empty, .malformedJSON: self = .unreadable
        }
    }

    /// Whether the answer is a page that tests for a browser instead of the feed.
    static func isChallenge(_ response: HTTPResponse) -> Bool {
        if response.headers["cf-mitigated"]?.lowercased() == "challenge" { return true }
        guard response.headers["server"]?.lowercased().contains("cloudflare") == true,
            [403, 429, 503, 200].contains(response.status)
        else { return false }
        let beginning = String(decoding: response.body.prefix(4_096), as: UTF8.self).lowercased()
        return beginning.contains("just a moment") || beginning.contains("cf-chl")
            || beginning.contains("challenge-platform")
    }
}
