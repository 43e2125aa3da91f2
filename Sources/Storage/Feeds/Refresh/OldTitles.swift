package import Foundation
import NewsModel

/// Which entries of a feed's first document are too old for their titles to say which story they tell.
///
/// A title is kept for two weeks and matches within three days. The title of an older entry could only match that of
/// another first document of the same day. Most of what an archive shows is older, and its links are still compared.
package struct OldTitles: Sendable {
    private let oldest: Int64
    private let useless: UselessDates

    /// - Parameter dates: those of all entries of the document, in Unix seconds.
    package init(among dates: [Int64?], at time: Date) {
        // Expired titles are deleted once a day.
        oldest = time.unixSeconds - Int64(Retention.titleKeyAge) - 86_400 - StoryFinder.titleWindow
        useless = UselessDates(among: dates, now: time.unixSeconds)
    }

    /// Whether an entry with this date is so old; one without a meaningful date is new.
    package func contain(_ date: Int64?) -> Bool {
        guard let date, !useless.contains(date) else { return false }
        return date < oldest
    }
}
