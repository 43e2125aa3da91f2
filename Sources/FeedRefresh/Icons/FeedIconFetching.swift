package import CurlClient
import FeedParsing
import Foundation
package import Logging
package import NewsModel
import ServiceLifecycle
import Storage

/// Fetches the icons that are wanted, as hosts may be asked: a feed's once a month, or once a day until one answers.
package struct FeedIconFetching: Service {
    private let icons: FeedIcons
    private let store: Store
    private let refresher: FeedRefresher
    private let client: HTTPClient
    private let time: any TimeSource
    private let log: Logger

    /// Bytes of a page in which its icon is looked for.
    private static let pageBytes = 512 << 10
    /// Fetches at a time.
    private static let workers = 4
    /// Seconds; a longer wait for a host is given up until the next day.
    private static let longestHostWait = 60.0

    package init(
        icons: FeedIcons,
        refresher: FeedRefresher,
        client: HTTPClient,
        time: any TimeSource,
        log: Logger
    ) {
        self.icons = icons
        self.refresher = refresher
        self.client = client
        self.time = time
        self.log = log
        store = refresher.store
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for _ in 0..<Self.workers {
                    group.addTask {
                        while let turn = await icons.next() {
                            await fetch(turn.feed)
                            icons.end(turn)
                        }
                    }
                }
            }
        }
    }

    func fetch(_ feed: FeedID) async {
        do {
            guard let due = try await store.dueIcon(of: feed, at: time.now) else { return }
            let found = try await find(due)
            try await store.saveIcon(found, of: feed, at: time.now)
        } catch {
            if !(error is CancellationError || error is Unanswered) {
                log.error("Icon not stored", metadata: ["feed.id": "\(feed)", "error": "\(error)"])
            }
        }
    }

    /// Nobody has said whether there is an icon: a host is not free, a connection has failed, or we are stopping.
    private struct Unanswered: Error {}

    /// The feed's own icon, or else that of its site; nil if there is none, or the stored one is still the same.
    ///
    /// Of the site only the front page is asked for: the address of a feed or of its home page may hold a secret.
    private func find(_ due: DueIcon) async throws(Unanswered) -> FetchedIcon? {
        var isUnanswered = false
        let old = due.stored?.address == due.address ? nil : due.stored?.address
        for address in [due.address, old].compactMap(\.self) where Self.isPicture(address) {
            do throws(Unanswered) {
                switch try await picture(at: address, stored: due.stored) {
                case .found(let icon): return icon
                case .same: return nil
                case .none: continue
                }
            } catch {
                isUnanswered = true
            }
        }
        if let page = Self.frontPage(of: due.site), let address = try await iconAddress(on: page),
            case .found(let icon) = try await picture(at: address, stored: nil)
        {
            return icon
        }
        if isUnanswered { throw Unanswered() }
        return nil
    }

    private enum Outcome {
        case found(FetchedIcon)
        /// The stored picture has not changed.
        case same
        case none
    }

    private func picture(at address: String, stored: FetchedIcon?) async throws(Unanswered) -> Outcome {
        let known = stored?.address == address ? stored : nil
        let request = HTTPRequest(
            url: address,
            headers: [("Accept", "image/png, image/webp, image/gif, image/jpeg")],
            etag: known?.etag,
            lastModified: known?.lastModified,
            limits: HTTPLimits(bodyBytes: FeedIcon.largest, redirects: 3)
        )
        guard let response = try await answer(to: request) else { return .none }
        if response.status == 304, known != nil { return .same }
        guard response.status == 200, !response.isTruncated, FeedIcon.isShowable(response.body) else { return .none }
        return .found(
            FetchedIcon(
                address: address,
                bytes: response.body,
                etag: FeedFetcher.sendable(response.etag),
                lastModified: FeedFetcher.sendable(response.lastModified)
            )
        )
    }

    private func iconAddress(on page: String) async throws(Unanswered) -> String? {
        let limits = HTTPLimits(bodyBytes: Self.pageBytes, redirects: 3, keepsCutBody: true)
        let request = HTTPRequest(url: page, headers: [("Accept", "text/html")], limits: limits)
        guard let response = try await answer(to: request), response.status == 200 else { return nil }
        do throws(ParsingGivenUp) {
            let found = try await refresher.parsing.run(from: FeedFinder.host(of: response.finalURL)) {
                FeedLinks.find(
                    inHTML: response.body,
                    contentType: response.contentType,
                    pageURL: response.finalURL
                )
            }
            return found.pictureURL
        } catch {
            if error == .tooLong { return nil }
            throw Unanswered()
        }
    }

    /// Nil when asking again would be as useless.
    private func answer(to request: HTTPRequest) async throws(Unanswered) -> HTTPResponse? {
        guard FeedFinder.hasScheme(request.url), request.url.utf8.count <= 2_000 else { return nil }
        let latest = time.now.addingTimeInterval(Self.longestHostWait)
        let host = FeedFinder.host(of: request.url)
        guard await refresher.takeTurn(at: host, deadline: latest) else { throw Unanswered() }
        let refresher = refresher
        do throws(HTTPClientError) {
            let response = try await client.fetch(request) { await refresher.takeTurn(at: $0, deadline: latest) }
            if [429, 503].contains(response.status), let rest = response.retryAfter(now: time.now) {
                // The host that has answered, not the one that led to it.
                await refresher.block(FeedFinder.host(of: response.finalURL), until: rest)
            }
            return response
        } catch {
            if error.isTemporary { throw Unanswered() }
            return nil
        }
    }

    /// Whether an address may be of a picture that is shown; the bytes decide it (`FeedIcon.isShowable`).
    private static func isPicture(_ address: String) -> Bool {
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return !path.hasSuffix(".ico") && !path.hasSuffix(".svg")
    }

    /// The site of an address without path, query and login.
    private static func frontPage(of address: String) -> String? {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty else { return nil }
        var page = URLComponents()
        page.scheme = parts.scheme
        page.host = host
        page.port = parts.port
        page.path = "/"
        return page.string
    }
}
