import Foundation
import Testing

/// Every read of stored news and feeds asks `Sight`; what does not is named here with its reason.
@Suite struct SightRuleTests {
    /// Reads that take no `Sight`.
    private static let exempt: [String: String] = [
        "readings": "what somebody has read themselves",
        "savedArticles": "what somebody has saved themselves",
        "countSaved": "what somebody has saved themselves",
        "queuedDeliveries": "what the ledger tells its recipient",
        "slotPayloads": "numbers of what a schedule told before, to tell something else",
        "failedSlotPayloads": "numbers of what a schedule did not manage to tell",
        "tellings": "what the ledger told its recipient, beside its kind and reasons",
        "postedArticle": "the number of what a message posted here told; what it is, is asked through a sight",
        "listing": "numbers that its owner was shown; what they are is asked through a sight",
        "newestListing": "numbers that its owner was shown; what they are is asked through a sight",
        "articleBody": "takes the article itself, which no read gives without a sight",
        "countArticlesToAnalyse": "what is analysed; commands have no use for it",
        "articlesToAnalyse": "what is analysed; commands have no use for it",
        "leftOutNews": "takes the feed itself, which no read gives without a sight",
        "commitRefresh": "what a check brought; commands may not use it",
        "feed": "the raw look-ups of who fetches; commands may not use them (next test)",
        "ensureFeed": "makes a feed known by its address",
        "dueFeed": "what is to be fetched",
        "dueFeeds": "what is to be fetched",
        "defaultFeeds": "public",
        "allFeeds": "for tests and measurements; no source may use it (next test)",
        "subscribedFeeds": "what a recipient follows",
        "followedFeeds": "what a recipient follows",
        "undoMove": "changes what a recipient follows",
        "followerCount": "of people, not of news",
        "createdCounts": "of what somebody has made",
        "quizRoundCount": "of rounds of a place, not of news",
        "sorted": "puts what was read in another order",
        "sortedBySport": "puts what was read in another order",
        "countBounce": "of mail that came back",
        "countAnswer": "of answers to a mailbox",
    ]

    /// Types through which articles, their numbers, texts or counts come out of a read, through however many others.
    private static let carriers: Set<String> = {
        let files = ["Sources/Storage", "Sources/NewsModel"].flatMap(SourceTree.swiftFiles(under:))
        let held = files.flatMap { DeclaredType.all(in: $0.text) }
        var carriers: Set = ["Article", "ArticleID", "ArticleBody", "Listing", "FeedLookup", "Feed"]
        for type in held where type.countsNews { carriers.insert(type.name) }
        while case let more = held.filter({ !carriers.contains($0.name) && !carriers.isDisjoint(with: $0.holds) }),
            !more.isEmpty
        {
            carriers.formUnion(more.map(\.name))
        }
        return carriers
    }()

    @Test func `articles and counts of them are found in what holds them`() {
        let known: Set = [
            "ListedArticle", "SlotNews", "Reading", "SavedArticle", "ArticleCount", "LeftOutNews", "QueuedDelivery",
            "RefreshCommitResult", "FollowedFeed", "DueFeed",
        ]
        #expect(Self.carriers.isSuperset(of: known), "\(known.subtracting(Self.carriers))")
    }

    @Test func `a read of news or feeds takes a sight`() {
        var unused = Set(Self.exempt.keys)
        for file in SourceTree.swiftFiles(under: "Sources/Storage") {
            for declaration in file.text.components(separatedBy: "package func ").dropFirst() {
                let head = declaration.prefix { $0 != "{" }
                let name = String(head.prefix { $0 != "(" && $0 != "<" })
                guard let result = head.range(of: "-> ").map({ String(head[$0.upperBound...]) }) else { continue }
                let carries = !Self.carriers.isDisjoint(with: DeclaredType.names(in: result))
                guard carries || name.lowercased().contains("count") || name.hasPrefix("created") else { continue }
                guard !head.contains("Sight") else { continue }
                #expect(Self.exempt[name] != nil, "\(file.path): \(name) reads without a sight")
                unused.remove(name)
            }
        }
        #expect(unused == [], "no such reads any more")
    }

    @Test func `commands look feeds up through a sight alone`() {
        for file in SourceTree.swiftFiles(under: "Sources/ChatCommands") {
            for line in file.text.split(separator: "\n") where line.contains("store.feed(") {
                #expect(line.contains("in: "), "\(file.path): \(line)")
            }
            #expect(!file.text.contains("commitRefresh("), "\(file.path)")
        }
        for file in SourceTree.swiftFiles(under: "Sources") {
            #expect(!file.text.contains(".allFeeds("), "\(file.path)")
        }
    }

    @Test func `what was shown before is asked for where lists, deliveries and own readings are`() {
        let places: Set<String> = [
            "Listings.swift", "FeedTarget.swift", "MoreCommand.swift", "MessageMaker.swift", "Store+Readings.swift",
            "Store+Saved.swift", "Store+Queue.swift", "EditablePosts.swift", "ReaderRules.swift", "OwnSearches.swift",
            "Store+Search.swift",
        ]
        for file in SourceTree.swiftFiles(under: "Sources") where file.text.contains(".shown(to:") {
            #expect(places.contains(String(file.path.split(separator: "/").last ?? "")), "\(file.path)")
        }
    }

    /// The condition holds the reader's number: a connection would keep one statement for each reader, for ever.
    @Test func `no statement that is kept holds the number of a reader`() {
        var kept = 0
        for file in SourceTree.swiftFiles(under: "Sources/Storage") {
            for statement in file.text.components(separatedBy: "cachedStatement(").dropFirst() {
                let parts = statement.components(separatedBy: "\"\"\"")
                guard parts.count > 2, !parts[0].contains(")") else { continue }
                kept += 1
                #expect(!parts[1].contains("sight.isOpen("), "\(file.path): \(parts[1])")
            }
        }
        #expect(kept > 50)
    }
}

/// A type of ours as its text has it.
private struct DeclaredType {
    var name: String
    /// The types of what it stores.
    var holds: Set<String> = []
    /// It says how much news there is.
    var countsNews = false

    /// Every type declared in a file, those inside others too.
    static func all(in text: String) -> [DeclaredType] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { start in
            let line = lines[start]
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            guard let kind = words.firstIndex(where: { ["struct", "class", "enum"].contains($0) }),
                words.count > kind + 1, !line.contains("//"), line.hasSuffix("{")
            else { return nil }
            var type = DeclaredType(name: words[kind + 1])
            let end = line.prefix { $0 == " " } + "}"
            for line in lines[(start + 1)...].prefix(while: { $0 != end }) {
                let isCase = line.contains(" case ") && line.contains("(")
                guard isCase || line.contains("let ") || line.contains("var "), line.contains(":"), !line.contains("//")
                else { continue }
                type.holds.formUnion(names(in: String(line)))
                let counts = ["count", "unreadCount", "articles", "stories"].map { " var \($0): Int" }
                if counts.contains(where: { line.hasSuffix($0) }) { type.countsNews = true }
            }
            return type
        }
    }

    /// The names of types in a piece of code.
    static func names(in code: String) -> Set<String> {
        Set(
            code.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.first?.isUppercase ?? false }
        )
    }
}
