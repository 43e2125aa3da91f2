package import Foundation
package import NewsModel

/// The stories that appeared in a period, or that were read in it, grouped by feed.
package struct Digest: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable, Codable {
        case news
        case readings
    }

    /// The stories of one feed.
    package struct Section: Hashable, Sendable {
        package var feedID: FeedID
        package var feedName: String
        package var category: String?
        /// Newest first; of a digest with a `DigestPlan` only those that may be listed.
        package var entries: [Entry]
        package var storyCount: Int
    }

    package struct Entry: Hashable, Sendable {
        package var listed: ListedArticle
        /// When it was published; in a digest of readings: when it was last read.
        package var date: Date
        /// Times it was read within the period; 1 for news.
        package var count: Int
    }

    package var subject: Subject
    package var period: DigestPeriod
    package var range: Range<Date>
    /// Most stories first.
    package var sections: [Section]
    package var statistics: DigestStatistics?
    /// The time of its oldest story; nil if there is none.
    package var oldest: Date?
    package var madeAt: Date

    package var storyCount: Int { sections.reduce(0) { $0 + $1.storyCount } }
    package var feedCount: Int { sections.count }
    package var isEmpty: Bool { sections.isEmpty }
}

/// The figures of a period.
package struct DigestStatistics: Hashable, Sendable {
    package struct FeedCount: Hashable, Sendable {
        package var feedID: FeedID
        package var name: String
        package var count: Int
    }

    package struct DayCount: Hashable, Sendable {
        /// The local day's first moment.
        package var day: Date
        package var count: Int
    }

    /// The number of stories; in a digest of readings every repeated reading counts.
    package var total: Int
    package var averagePerDay: Double
    /// At most five, most first.
    package var topFeeds: [FeedCount]
    /// At most three, most first, then the later day.
    package var mostActiveDays: [DayCount]
}
