import NewsModel

/// What a digest lists, and in which order; the rest is counted.
///
/// A short digest lists all its stories by feed. A long one begins with the stories that most feeds carry, and then has
/// a few stories of each feed. No story is listed twice.
package struct DigestLayout: Hashable, Sendable {
    package struct Section: Hashable, Sendable {
        package var section: Digest.Section
        package var listed: [Digest.Entry]
        /// The stories that are not listed, here or among the most carried.
        package var restCount: Int
    }

    /// The most stories of one feed in a selection.
    package static let usualPerFeed = 5
    /// A digest with more stories is long.
    private static let mostOfShort = 20
    static let mostCarriedCount = 5
    /// With at least so many stories of a feed, a single further one is listed too, as it is no longer than its count.
    private static let fewest = 3

    package let isLong: Bool
    /// The stories of a long digest that several feeds carry, those with most sources first.
    package let mostCarried: [Digest.Entry]
    package let sections: [Section]

    /// - Parameter limit: about how many stories are listed together; each feed has at least one.
    /// - Parameter perFeed: the most stories of one feed in a long digest of several feeds.
    package init(_ digest: Digest, limit: Int = .max, perFeed: Int = .max) {
        let isLong = digest.storyCount > Self.mostOfShort
        let isSelection = isLong && digest.feedCount > 1
        let carried =
            isSelection && digest.subject == .news
            ? Self.mostCarried(digest, count: min(Self.mostCarriedCount, limit / 2)) : []
        let stories = Set(carried.map(\.listed.article.storyID))
        let rests = digest.sections.map { section in
            section.entries.filter { !stories.contains($0.listed.article.storyID) }
        }
        let counts = zip(digest.sections, rests).map { $0.storyCount - $0.entries.count + $1.count }
        let share = Self.share(counts, limit: limit - carried.count, most: isSelection ? perFeed : .max)
        self.isLong = isLong
        mostCarried = carried
        sections = digest.sections.indices.compactMap { index in
            let (rest, count) = (rests[index], counts[index])
            guard !rest.isEmpty else { return nil }
            let isOneMore = isLong && share >= Self.fewest && count == share + 1
            let listed = isOneMore ? rest : Array(rest.prefix(share))
            return Section(section: digest.sections[index], listed: listed, restCount: count - listed.count)
        }
    }

    /// The most stories of one feed that a digest of such feeds can list, whatever several feeds carry.
    ///
    /// - Parameter counts: the stories of each feed.
    static func mostOfOneFeed(_ counts: [Int], limit: Int, perFeed: Int) -> Int {
        let isSelection = counts.count > 1 && counts.reduce(0, +) > mostOfShort
        guard isSelection else { return limit }
        return share(counts, limit: limit, most: perFeed) + 1 + mostCarriedCount
    }

    /// The listed stories, in the order of their numbers.
    package var entries: [Digest.Entry] { mostCarried + sections.flatMap(\.listed) }

    private static func mostCarried(_ digest: Digest, count: Int) -> [Digest.Entry] {
        let carried = digest.sections.flatMap(\.entries).filter { $0.listed.otherSourceCount > 0 }
            .sorted {
                ($0.listed.otherSourceCount, $0.date, $0.listed.article.id)
                    > ($1.listed.otherSourceCount, $1.date, $1.listed.article.id)
            }
        return Array(carried.prefix(max(count, 0)))
    }

    /// How many stories each feed may list so that all together stay within the limit.
    ///
    /// It is at least one.
    private static func share(_ counts: [Int], limit: Int, most: Int) -> Int {
        var (fits, tooMany) = (1, max(min(counts.max() ?? 1, most), 1) + 1)
        while tooMany - fits > 1 {
            let middle = (fits + tooMany) / 2
            if counts.reduce(0, { $0 + min($1, middle) }) <= limit { fits = middle } else { tooMany = middle }
        }
        return fits
    }
}
