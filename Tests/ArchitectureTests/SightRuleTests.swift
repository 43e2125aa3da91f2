import Foundation
import Testing

/// Every read of stored news and feeds asks `Sight`; what does not is named here with its reason.
@Suite struct SightRuleTests {
    /// Reads that take no `Sight`.
    private static let exempt: [String: String] = [
        "readings": "what somebody has read themselves",
        "savedArticles": "what somebody has saved themselves",
        "queuedDeliveries": "what the ledger tells its recipient",
        "feed": "the raw look-ups of who fetches; commands may not use them (next test)",
        "ensureFeed": "makes a feed known by its address",
        "dueFeed": "what is to be fetched",
        "dueFeeds": "what is to be fetched",
        "houseFeeds": "public",
        "allFeeds": "the operator's statistics; commands count them and no more",
        "subscribedFeeds": "what a recipient follows",
        "followedFeeds": "what a recipient follows",
        "undoMove": "changes what a recipient follows",
    ]

    private static let values = [
        "ListedArticle", "FeedLookup", "SlotNews", "Reading]", "SavedArticle", "Feed]", "Feed?", "Feed ",
    ]

    @Test func `a read of news or feeds takes a sight`() {
        for file in SourceTree.swiftFiles(under: "Sources/Storage") {
            for declaration in file.text.components(separatedBy: "package func ").dropFirst() {
                let head = declaration.prefix { $0 != "{" }
                let name = String(head.prefix { $0 != "(" && $0 != "<" })
                guard let result = head.range(of: "-> ").map({ head[$0.upperBound...] }),
                    Self.values.contains(where: { result.contains($0) }), Self.exempt[name] == nil
                else { continue }
                #expect(head.contains("Sight"), "\(file.path): \(name) reads without a sight")
            }
        }
    }

    @Test func `commands look feeds up through a sight alone`() {
        for file in SourceTree.swiftFiles(under: "Sources/ChatCommands") {
            for line in file.text.split(separator: "\n") where line.contains("store.feed(") {
                #expect(line.contains("in: "), "\(file.path): \(line)")
            }
        }
    }

    @Test func `what was shown before is asked for where lists, deliveries and own readings are`() {
        let places: Set<String> = [
            "Listings.swift", "FeedTarget.swift", "MoreCommand.swift", "MessageMaker.swift", "Store+Readings.swift",
            "Store+Saved.swift", "Store+Queue.swift", "EditablePosts.swift", "MuteFilter.swift",
        ]
        for file in SourceTree.swiftFiles(under: "Sources") where file.text.contains(".shown(to:") {
            #expect(places.contains(String(file.path.split(separator: "/").last ?? "")), "\(file.path)")
        }
    }
}
