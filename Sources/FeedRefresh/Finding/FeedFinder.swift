package import CurlClient
package import FeedParsing
package import Foundation
package import NewsModel
import Storage

/// Finds the feed behind an address or a site's name: the address itself, what its page points to, the usual paths.
package struct FeedFinder: Sendable {
    let client: HTTPClient
    private let fetcher: FeedFetcher
    let time: any TimeSource
    let turn: Turn
    private let parsing: ParsingThreads

    /// Waits for a host's turn; false when it does not come by the deadline.
    package typealias Turn = @Sendable (_ host: String, _ deadline: Date) async -> Bool

    /// Pages and paths asked for one text.
    private static let mostRequests = 10
    private static let guessSeconds = 1.2
    /// Seconds that going through the usual paths may take on top, one by one as the host's spacing demands.
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

    /// Looks for a first answer until `deadline`, and some seconds longer behind a page that names no feed.
    ///
    /// Every request goes through the address guard and waits for its host's turn.
    package func find(_ text: String, deadline: Date) async -> FeedSearch {
        let addresses = Self.addresses(meant: text)
        guard let first = addresses.first else { return .notAnAddress }
        switch await race(until: deadline, { await firstAnswer(of: addresses, deadline: deadline) }) {
        case nil: return .slow(url: Self.hasScheme(text) ? first : nil)
        case .failure(let refusal)?: return .failed(refusal.failure)
        case .success(let found)?:
            let end = deadline.addingTimeInterval(Self.searchSeconds)
            return await race(until: end) { await judge(found.response, typed: found.address, deadline: end) }
                ?? .failed(.notAFeed)
        }
    }

    /// The work's result, or nil at the deadline; the work is cancelled then.
    private func race<Value: Sendable>(
        until deadline: Date,
        _ work: @escaping @Sendable () async -> Value
    ) async
        -> Value?
    {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await time.sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// The addresses a text can mean; empty when it is none.
    ///
    /// `feed:` is what browsers once wrote for feeds.
    static func addresses(meant text: String) -> [String] {
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
            // A guessed scheme is given up soon, so that there is time for the other one.
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

    private func judge(_ response: HTTPResponse, typed: String, deadline: Date) async -> FeedSearch {
        switch await answer(in: response, url: typed) {
        case .feed(let found): return .feed(found)
        case .failed(.tooMuchWork): return .failed(.tooMuchWork)
        default: break
        }
        let page = response.finalURL
        // Sites that show their pages to browsers alone may serve their feeds to everybody.
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
            // A server that has had enough is not asked for the next path.
            if [429, 503].contains(response.status) { return .failed(FeedFailure(response)) }
        }
        return .failed(FeedFailure.isChallenge(response) ? .blockedBySite : .notAFeed)
    }

    private func answer(in response: HTTPResponse, url: String) async -> FeedSearch {
        switch await fetcher.judge(response) {
        case .document(let document, _, let status, _, _):
            // A feed that moved for good is followed where it is now.
            let url = FeedFetcher.permanentTarget(response) ?? url
            return .feed(FoundFeed(url: url, document: document, status: status))
        case .failed(let failure, _, _): return .failed(failure)
        case .notModified, .hostRests, .addressRests, .cancelled: return .failed(.notAFeed)
        }
    }
}
