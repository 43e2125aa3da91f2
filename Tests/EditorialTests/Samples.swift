import Foundation
import NewsModel

/// Monday noon, 2026-11-16T12:00:00Z.
let noon = Date(timeIntervalSince1970: 1_794_830_400)

/// An article as a list shows it; `age` in hours.
func listed(
    _ title: String,
    story: Int64,
    feed: Int64 = 1,
    category: String? = nil,
    age: Double = 1,
    otherSources: Int = 0
) -> ListedArticle {
    let published = noon.addingTimeInterval(-age * 3_600)
    return ListedArticle(
        article: Article(
            id: ArticleID(rawValue: (Int64(published.timeIntervalSince1970) << 20) + story),
            feedID: FeedID(rawValue: feed),
            storyID: StoryID(rawValue: story),
            title: title,
            publishedAt: published,
            firstSeenAt: published + 60
        ),
        feedName: "Feed \(feed)",
        category: category,
        otherSourceCount: otherSources
    )
}

func calendar(_ zone: String, firstWeekday: Int = 2) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    calendar.firstWeekday = firstWeekday
    return calendar
}

func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
}
