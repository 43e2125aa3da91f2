package import Foundation
package import NewsModel

/// A headline from which questions can be made, with what is known of its article.
package struct QuizHeadline: Hashable, Sendable {
    package var articleID: ArticleID
    package var feedID: FeedID
    /// The oldest story of those about the same event.
    package var story: StoryID
    package var title: String
    package var summary: String
    package var url: String?
    package var feedName: String
    package var category: String?
    /// The first part of a BCP 47 tag; nil when unknown.
    package var language: String?
    package var publishedAt: Date
    /// Whether the feed says when it was published; otherwise it has the time at which it was first seen.
    package var isDated: Bool
    /// How many other feeds report the same event.
    package var otherSourceCount: Int
    package var facts: ArticleFacts
    package var places: [ListedPlace]
    /// What readers of the headline's language call places, by their numbers; others have their English names.
    package var placeNames: [Int64: String]
    /// Names of several words that it has for something else and that places have, too: "Victoria Falls".
    package var alsoPlaces: Set<String>

    /// The most characters of the line of the summary.
    private static let longestLine = 160

    /// - Parameters:
    ///   - placeName: what readers of a language call a place (`NewsPlace.id`); nil for its English name.
    ///   - isPlace: whether some place has a name.
    package init(
        _ listed: ListedArticle,
        placeName: (_ id: Int64, _ language: String) -> String? = { _, _ in nil },
        isPlace: (_ name: String) -> Bool = { _ in false }
    ) {
        let article = listed.article
        articleID = article.id
        feedID = article.feedID
        story = listed.event
        title = article.title
        summary = article.summary
        url = article.url
        feedName = listed.feedName
        category = listed.category
        let tag = listed.facts.language ?? article.language
        language = tag.map { String($0.lowercased().prefix { $0 != "-" && $0 != "_" }) }
        publishedAt = article.publishedAt
        isDated = article.publishedAt != article.firstSeenAt
        otherSourceCount = listed.otherSourceCount
        facts = listed.facts
        places = listed.places
        let language = language ?? "en"
        placeNames = listed.places.reduce(into: [:]) { $0[$1.id] = placeName($1.id, language) }
        let things = listed.facts.things.filter { $0.isShown && $0.name.contains(" ") }.map(\.name)
        alsoPlaces = Set(things.filter(isPlace))
    }

    func name(of place: ListedPlace) -> String? { placeNames[place.id] ?? place.names.first }

    /// The first sentence of the summary, cut at a word; empty when it says nothing that the title does not.
    var line: String {
        let text = summary.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(
            in: .whitespaces
        )
        guard QuizText.folded(text) != QuizText.folded(title) else { return "" }
        var end = text.startIndex
        for index in text.indices {
            let next = text.index(after: index)
            let isLast = next == text.endIndex || text[next] == " "
            end = next
            if "。！？".contains(text[index]) { break }
            // "Mr." and "U.S." end no sentence.
            if ".!?".contains(text[index]), isLast, text.distance(from: text.startIndex, to: index) >= 40 { break }
        }
        let sentence = text[..<end]
        guard sentence.count > Self.longestLine else { return String(sentence) }
        let cut = sentence.prefix(Self.longestLine - 1)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words + "…"
    }
}
