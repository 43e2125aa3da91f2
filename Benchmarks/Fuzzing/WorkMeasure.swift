internal import FeedParsing
internal import Glibc

/// How the work on hostile documents compares with that on a plain document of the same size and kind.
package struct WorkMeasure: Sendable {
    package struct Result: Sendable {
        package var name: String
        package var size: Int
        /// Processor time a byte, in that of the plain document.
        package var ratio: Double
        package var seconds: Double
    }

    /// No document may cost more a byte than this many times what a plain one costs.
    package static let bound = 20.0

    private let size: Int
    private let runs: Int
    private let plain: [HostileDocument.Kind: Double]

    /// Measures the plain documents; every time is the least of several `runs`, for others work beside us.
    package init(size: Int, runs: Int = 3) {
        self.size = size
        self.runs = runs
        plain = Dictionary(
            uniqueKeysWithValues: HostileDocument.Kind.allCases.map { kind in
                (kind, Self.secondsPerByte(HostileDocument.plain(kind).document(ofSize: size), kind, runs: runs))
            }
        )
    }

    package func measure(_ hostile: HostileDocument) -> Result {
        let document = hostile.document(ofSize: size)
        let base = plain[hostile.kind] ?? 0
        var cost = Double.infinity
        // One run that is well below the bound is enough.
        for _ in 0..<runs where cost > base * Self.bound / 3 {
            cost = min(cost, Self.secondsPerByte(document, hostile.kind, runs: 1))
        }
        return Result(
            name: "\(hostile.kind.rawValue): \(hostile.name)",
            size: document.count,
            ratio: cost / max(base, 1e-12),
            seconds: cost * Double(document.count)
        )
    }

    private static func secondsPerByte(_ document: [UInt8], _ kind: HostileDocument.Kind, runs: Int) -> Double {
        let times = (0..<runs).map { _ in
            let start = processorTime()
            read(document, kind)
            return processorTime() - start
        }
        return (times.min() ?? 0) / Double(max(1, document.count))
    }

    /// Seconds that this thread has worked.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// All that is done with a document of its kind.
    private static func read(_ document: [UInt8], _ kind: HostileDocument.Kind) {
        switch kind {
        case .page:
            _ = InspectedPage(html: document, pageURL: "https://example.org/page")
            _ = PlainText.from(html: String(decoding: document, as: UTF8.self))
        case .feed, .json:
            guard let feed = try? FeedParser.parse(document, url: "https://example.org/feed") else { return }
            for item in feed.items {
                _ = PlainText.from(html: item.summaryHTML ?? item.contentHTML ?? "", baseURL: item.url)
                _ = item.imageURL
            }
        case .list:
            guard let list = try? OPML.parse(document) else { return }
            _ = (list.feeds, list.lists, list.opportunities)
            _ = OPML.write(list)
        }
    }
}
