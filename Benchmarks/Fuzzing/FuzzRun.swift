internal import FeedParsing

/// Everything that reads strangers' documents, over documents damaged at random.
package struct FuzzRun: Sendable {
    package private(set) var documents = 0
    package private(set) var bytes = 0
    package private(set) var slowest = Duration.zero
    package private(set) var slowestDocument: [UInt8] = []
    private var mutator: DocumentMutator
    private let originals: [[UInt8]]

    package init(_ originals: [[UInt8]], seed: UInt64) {
        self.originals = originals
        mutator = DocumentMutator(seed: seed)
    }

    /// Reads one damaged document by every parser; returns how long that took.
    @discardableResult package mutating func step() -> Duration {
        guard !originals.isEmpty else { return .zero }
        let original = originals[mutator.below(originals.count)]
        let document = mutator.mutated(original, other: originals[mutator.below(originals.count)])
        let start = ContinuousClock.now
        Self.read(document)
        let time = ContinuousClock.now - start
        documents += 1
        bytes += document.count
        if time > slowest { (slowest, slowestDocument) = (time, document) }
        return time
    }

    /// The readers of feeds, pages, texts and lists.
    package static func read(_ document: [UInt8]) {
        if let feed = try? FeedParser.parse(document, url: "https://example.org/feed") {
            for item in feed.items.prefix(20) { _ = PlainText.from(html: item.contentHTML ?? item.summaryHTML ?? "") }
        }
        _ = InspectedPage(html: document, pageURL: "https://example.org/page")
        _ = PlainText.from(html: String(decoding: document, as: UTF8.self))
        if let list = try? OPML.parse(document) { _ = OPML.write(list) }
    }
}
