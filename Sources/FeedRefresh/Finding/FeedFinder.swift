package import CurlClient
package import FeedParsing
package import Foundation
package import NewsModel
package import Storage
import Waking

/// Finds the feed for an address or host name: at the address, in the links of its page, or at the usual paths.
package struct FeedFinder: Sendable {
    let client: HTTPClient
    private let fetcher: FeedFetcher
    let time: any TimeSource
    let turn: Turn
    private let parsing: ParsingThreads

    /// Waits until a host may be asked; false when that is after the deadline.
    package typealias Turn = @Sendable (_ host: String, _ deadline: Date) async -> Bool

    /// Addresses that are tried for one typed text.
    private static let mostRequests = 10
    private static let guessSeconds = 1.2
    /// Extra seconds for trying links and usual paths one by one, as the host spacing requires.
    private static let searchSeconds = 9.0

    package init(
        client: HTTPClient,
        time: any TimeSource,
        parsing: ParsingThreads? = nil,
        turn: @escaping Turn = { _, _ in true }
    ) {
        self.client = client
        self.time = time
        let parsing = parsing ?? ParsingThreads(FetchOptions(), time: time)
        self.parsing = parsing
        self.turn = turn
        fetcher = FeedFetcher(client: client, time: time, parsing: parsing)
    }

    /// Waits for a first answer until `deadline`; if that is a page, its feed is searched for some seconds longer.
    ///
    /// Every request passes the address guard and waits until its host may be asked.
    package func find(_ text: String, deadline: Date) async -> FeedSearch {
        let addresses = Self.addresses(for: text)
        guard let first = addresses.first else { return .notAnAddress }
        switch try? await time.race(until: deadline, { await firstAnswer(of: addresses, deadline: deadline) }) {
        case nil: return .slow(url: Self.hasScheme(text) ? first : nil)
        case .failure(let refusal)?: return .failed(refusal.failure)
        case .success(let found)?:
            let end = deadline.addingTimeInterval(Self.searchSeconds)
            let found = try? await time.race(until: end) {
                await interpret(found.response, typed: found.address, deadline: end)
            }
            return found ?? .failed(.notAFeed)
        }
    }

    /// The addresses a text can mean; empty when it is not an address.
    ///
    /// Browsers once wrote `feed:` before the addresses of feeds.
    static func addresses(for text: String) -> [String] {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("<"), text.hasSuffix(">") { text = String(text.dropFirst().dropLast()) }
        if text.lowercased().hasPrefix("feed:") {
            text = String(text.dropFirst(5))
            if text.hasPrefix("//") { text = "https:" + text }
        }
        guard !text.isEmpty, text.utf8.count <= 2_000, !text.contains(where: \.isWhitespace) else { return [] }
        if hasScheme(text) { return [text] }
        guard !text.contains("://"), !text.contains("@") else { return [] }
        let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = host.prefix { $0 != ":" }
        guard name.contains("."), !name.hasPrefix("."), !name.hasSuffix(".") else { return [] }
        return ["https://" + text, "http://" + text]
    }

    static func hasScheme(_ text: String) -> Bool {
        let lowered = text.lowercased()
        return lowered.hasPrefix("https://") || lowered.hasPrefix("http://")
    }

    private func firstAnswer(
        of addresses: [String],
        deadline: Date
    ) async -> Result<(response: HTTPResponse, address: String), Refusal> {
        var failure = FeedFailure.couldNotConnect
        for address in addresses {
            // A guessed scheme has a short time limit, so that there is time for the other one.
            guard await turn(Self.host(of: address), deadline) else { return .failure(Refusal(failure: .timedOut)) }
            let connectSeconds = address == addresses.last ? 10.0 : Self.guessSeconds
            switch await answer(of: address, connectSeconds: connectSeconds, deadline: deadline) {
            case .success(let response): return .success((response, address))
            case .failure(let reason): failure = reason.failure
            }
        }
        return .failure(Refusal(failure: failure))
    }

    static func host(of url: String) -> String { URL(string: url)?.host()?.lowercased() ?? "" }

    private struct Refusal: Error { var failure: FeedFailure }

    private func answer(
        of url: String,
        connectSeconds: Double = 10,
        deadline: Date
    ) async -> Result<HTTPResponse, Refusal> {
        let limits = HTTPLimits(connectSeconds: connectSeconds, keepsCutBody: true)
        let request = HTTPRequest(url: url, headers: [("Accept", FeedFetcher.accept)], limits: limits)
        do {
            return .success(try await client.fetch(request) { await turn($0, deadline) })
        } catch {
            return .failure(Refusal(failure: FeedFailure(error) ?? .timedOut))
        }
    }

    private func interpret(_ response: HTTPResponse, typed: String, deadline: Date) async -> FeedSearch {
        switch await answer(in: response, url: typed) {
        case .feed(let found): return .feed(found)
        case .failed(.tooMuchWork): return .failed(.tooMuchWork)
        default: break
        }
        let page = response.finalURL
        // Some sites refuse bots their pages but serve their feeds.
        let isPage = (200..<300).contains(response.status)
        guard isPage || FeedLinks.hasRule(forPage: page) else { return .failed(FeedFailure(response)) }
        var found: PageFeeds
        do {
            found = try await parsing.run(from: Self.host(of: page)) {
                FeedLinks.find(inHTML: response.body, contentType: response.contentType, pageURL: page)
            }
        } catch {
            return .failed(FeedFailure(error) ?? .timedOut)
        }
        for link in response.linkHeaders where link.relations.contains("alternate") {
            FeedLinks.addAlternate(link.target, type: link.type, title: link.title, pageURL: page, to: &found)
        }
        let likely = found.feeds.filter { !$0.isUnlikely }
        if likely.count > 1 { return .choices(Array(likely.prefix(9))) }
        let candidates = (likely.map(\.url) + found.guesses + FeedLinks.candidates(forPage: page)).prefix(
            Self.mostRequests
        )
        for url in candidates {
            guard await turn(Self.host(of: url), deadline), !Task.isCancelled else { break }
            guard case .success(let response) = await answer(of: url, deadline: deadline) else { continue }
            if case .feed(let found) = await answer(in: response, url: url) { return .feed(found) }
            // A server that limits requests is not asked for more paths.
            if [429, 503].contains(response.status) { return .failed(FeedFailure(response)) }
        }
        return .failed(FeedFailure.isChallenge(response) ? .blockedBySite : .notAFeed)
    }

    private func answer(in response: HTTPResponse, url: String) async -> FeedSearch {
        switch await fetcher.interpret(response) {
        case .document(let document, _, let status, _, _):
            // After permanent redirects the new address is followed.
            let url = FeedFetcher.permanentTarget(response) ?? url
            return .feed(FoundFeed(url: url, document: document, status: status))
        case .failed(let failure, _, _): return .failed(failure)
        case .notModified, .hostNotFree, .addressNotFree, .cancelled: return .failed(.notAFeed)
        }
    }
}

extension FeedFinder {
    /// The bytes at an address, requested once through the address guard.
    func document(at url: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        guard let address = Self.addresses(for: url).first else { return .failure(.init(failure: .notFound)) }
        let fetched = try? await time.race(until: deadline) { await body(of: address, deadline: deadline) }
        return fetched ?? .failure(FeedFetchError(failure: .timedOut))
    }

    private func body(of address: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        let accept = "text/x-opml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1"
        guard await turn(Self.host(of: address), deadline) else { return .failure(.init(failure: .timedOut)) }
        do {
            let request = HTTPRequest(url: address, headers: [("Accept", accept)])
            let response = try await client.fetch(request) { await turn($0, deadline) }
            guard (200..<300).contains(response.status) else {
                return .failure(FeedFetchError(failure: FeedFailure(response)))
            }
            return .success(response.body)
        } catch {
            return .failure(FeedFetchError(failure: FeedFailure(error) ?? .timedOut))
        }
    }
}

/// The result of a search for the feed that a typed text means.
package enum FeedSearch: Sendable {
    case feed(FoundFeed)
    /// A site with several feeds; the reader chooses.
    case choices([FeedLink])
    case failed(FeedFailure)
    /// Neither an address nor a host name.
    case notAnAddress
    /// No answer in time. `url` is the address, if it may be followed without having been checked.
    case slow(url: String?)
}

/// A feed that answered, with everything that is needed to store it without another request.
package struct FoundFeed: Sendable {
    package var url: String
    package var document: FetchedDocument
    package var status: Int
}
