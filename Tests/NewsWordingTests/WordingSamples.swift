import Foundation
import Localization
import NewsModel
import TestSupport

@testable import NewsWording

/// Values and a plain rendering that several tests share.
enum WordingSamples {
    /// 2026-11-24 07:30 UTC.
    static let now = Date(timeIntervalSince1970: 1_795_505_400)

    static func localizer(_ language: String = "en", _ zone: String = "UTC") throws -> Localizer {
        try ShippedCatalogue.catalogue().localizer(language: language, timeZone: zone)
    }

    static let hints = CommandHints.inRoom(RoomEtiquette(), botName: "crier", vocabulary: .forTest)

    static func listed(
        _ number: Int64,
        title: String? = nil,
        feed: String = "Example",
        category: String? = nil,
        minutesAgo: Double = 120,
        sources: Int = 0,
        isAlerted: Bool = false,
        summary: String = ""
    ) -> ListedArticle {
        let article = Article(
            id: ArticleID(rawValue: number),
            feedID: FeedID(rawValue: Int64(feed.utf8.reduce(0) { $0 + Int($1) })),
            storyID: StoryID(rawValue: 1000 + number),
            title: title ?? "Title \(number)",
            url: "https://example.org/\(number)",
            summary: summary,
            publishedAt: now.addingTimeInterval(-minutesAgo * 60),
            firstSeenAt: now
        )
        return ListedArticle(
            article: article,
            feedName: feed,
            category: category,
            otherSourceCount: sources,
            isAlerted: isAlerted,
            storyName: "#b0000\(number)"
        )
    }
}

extension RichText {
    /// One line a block, for reading in tests.
    var lines: [String] {
        blocks.map { block in
            switch block {
            case .heading(let level, let spans): String(repeating: "#", count: level) + " " + spans.plain
            case .paragraph(let spans): spans.plain
            case .item(let marker, let spans): (marker.map { $0 + ". " } ?? "- ") + spans.plain
            case .preformatted, .table, .grid: block.words
            case .footer(let spans): "~ " + spans.plain
            }
        }
    }
}

extension [RichText.Span] {
    var plain: String {
        map { span in
            switch span {
            case .text(let text), .symbol(let text, _): text
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): inner.plain
            case .code(let text): "`" + text + "`"
            case .link(let label, let url), .picture(let label, let url): label.isEmpty ? url : "\(label) <\(url)>"
            case .icon: ""
            case .lineBreak: "\n   "
            }
        }.joined()
    }
}
