package import FeedParsing
package import Foundation
package import NewsModel
import Storage

/// The newest entries of a feed, shown before somebody subscribes.
package struct FeedPreview: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var title: String
        package var url: String?
        package var publishedAt: Date?
    }

    package enum Answer: Sendable {
        case feed(FeedPreview)
        case choices([FeedLink])
        case failed(FeedFailure)
        case notAnAddress
    }

    package var url: String
    package var name: String
    /// The newest first.
    package var newest: [Entry]
    /// From the entries' dates; nil when there are too few, or they are too close together.
    package var entriesPerDay: Double?
    /// Whether any entry has a date.
    package var givesDates: Bool

    /// Entries from which `entriesPerDay` is computed.
    static let sampleSize = 50

    init(url: String, name: String, entries: [Entry], limit: Int) {
        self.url = url
        self.name = name
        newest = Array(entries.prefix(limit))
        let dates = entries.prefix(Self.sampleSize).compactMap(\.publishedAt)
        entriesPerDay = Self.rhythm(dates)
        givesDates = !dates.isEmpty
    }

    static func rhythm(_ dates: [Date]) -> Double? {
        guard let newest = dates.max(), let oldest = dates.min(), dates.count > 1 else { return nil }
        let days = newest.timeIntervalSince(oldest) / 86_400
        return days > 0.04 ? Double(dates.count - 1) / days : nil
    }
}

extension FeedSubscriber {
    /// The newest entries of the feed for an address or host name, answered by `deadline`.
    ///
    /// A feed that is polled is read from the store. Another one is requested once and not stored.
    package func preview(_ text: String, limit: Int = 5, deadline: Date) async throws -> FeedPreview.Answer {
        if let known = try await knownFeed(text), try await isPolled(known) {
            return .feed(try await storedPreview(of: known, limit: limit))
        }
        switch await finder.find(text, deadline: deadline) {
        case .choices(let links): return .choices(links)
        case .failed(let failure): return .failed(failure)
        case .notAnAddress: return .notAnAddress
        case .slow: return .failed(.timedOut)
        case .feed(let found):
            let entries = found.document.articles.map {
                FeedPreview.Entry(title: $0.title, url: $0.url, publishedAt: $0.publishedAt)
            }
            // A feed may list its entries in any order. Without all dates that order is kept.
            let dated = entries.allSatisfy { $0.publishedAt != nil }
            let ordered =
                dated
                ? entries.sorted { ($0.publishedAt ?? .distantPast) > ($1.publishedAt ?? .distantPast) } : entries
            let name = description(of: text, foundAt: found.url).name ?? found.document.title ?? found.url
            return .feed(FeedPreview(url: found.url, name: name, entries: ordered, limit: limit))
        }
    }

    private func storedPreview(of feed: Feed, limit: Int) async throws -> FeedPreview {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        let listed = try await store.articles(selection, in: .address(of: feed.id), limit: FeedPreview.sampleSize)
        let entries = listed.map(\.article).map { article in
            // An entry without a date is stored with the time when it was first seen.
            let date = article.publishedAt == article.firstSeenAt ? nil : article.publishedAt
            return FeedPreview.Entry(title: article.title, url: article.url, publishedAt: date)
        }
        return FeedPreview(url: feed.url, name: feed.name, entries: entries, limit: limit)
    }

    /// The feeds of the site of an address, to suggest when the address itself leads to none.
    package func feedsOfSite(of url: String, deadline: Date) async -> [FeedLink] {
        guard let address = FeedFinder.addresses(for: url).first, let parts = URLComponents(string: address),
            let scheme = parts.scheme, let host = parts.host, !host.isEmpty, parts.path.count > 1
        else { return [] }
        let port = parts.port.map { ":\($0)" } ?? ""
        switch await finder.find("\(scheme)://\(host)\(port)/", deadline: deadline) {
        case .choices(let links): return links
        case .feed(let found): return [FeedLink(url: found.url, title: found.document.title, mimeType: nil)]
        case .failed, .notAnAddress, .slow: return []
        }
    }

    /// The bytes of an OPML list.
    package func list(at url: String, deadline: Date) async -> Result<[UInt8], FeedFetchError> {
        await finder.document(at: url, deadline: deadline)
    }
}

extension FeedSubscriber {
    /// Parses an OPML list; nil when the bytes are not one.
    ///
    /// `source` is an address, or names the sender of the bytes.
    /// Throws `tooMuchWork`, or `timedOut` when too many documents are being parsed.
    package func outline(of bytes: [UInt8], from source: String) async throws(FeedFetchError) -> OPMLDocument? {
        let host = FeedFinder.addresses(for: source).first.map(FeedFinder.host) ?? source
        do {
            return try await refresher.parsing.run(from: host) { try? OPML.parse(bytes) }
        } catch {
            throw FeedFetchError(failure: FeedFailure(error) ?? .timedOut)
        }
    }
}

/// A document could not be fetched.
package struct FeedFetchError: Error, Hashable, Sendable {
    package var failure: FeedFailure
}
