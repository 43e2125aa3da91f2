import Foundation
import Geography
import NewsModel

@testable import Games

/// A headline for tests, an hour older than the one before it.
func headline(
    _ number: Int,
    _ title: String,
    summary: String = "",
    things: [(String, String)] = [],
    numbers: [ArticleFacts.Number] = [],
    places: [ListedPlace] = [],
    feed: String = "A",
    category: String? = nil,
    language: String = "en",
    isPromotion: Bool = false,
    hoursApart: Double = 1
) -> QuizHeadline {
    let time = Date(timeIntervalSince1970: 1_795_000_000 - Double(number) * hoursApart * 3_600)
    return QuizHeadline(
        ListedArticle(
            article: Article(
                id: ArticleID(rawValue: Int64(number)),
                feedID: FeedID(rawValue: 1),
                storyID: StoryID(rawValue: Int64(number)),
                title: title,
                url: "https://a.test/\(number)",
                summary: summary,
                publishedAt: time,
                firstSeenAt: time + 600,
                language: language
            ),
            feedName: feed,
            category: category,
            places: places,
            facts: ArticleFacts(
                language: language,
                things: things.map { ArticleFacts.Thing(name: $0.0, kind: $0.1, isShown: true) },
                numbers: numbers,
                isPromotion: isPromotion
            )
        )
    )
}

/// Headlines of people, places, numbers and days, each about something else.
let sampleNews: [QuizHeadline] = {
    let people = ["Ines Calloway", "Jordan Bright", "Hanna Brandt", "Tom Haldane", "Yuna Park", "Carla Benning"]
    let deeds = [
        "opens the north harbour", "wins the chess final", "presents a plan for cycling", "writes a novel about bees",
        "takes gold at the climbing cup", "restores an old cinema",
    ]
    let towns = ["Lyon", "Ghent", "Turin", "Basel", "Dresden", "Bergen"]
    let works = [
        "builds a tram to the airport", "plants an orchard on a roof", "tries out a silent tram line",
        "shows forgotten maps of the Rhine", "reopens its opera house", "counts its puffins by drone",
    ]
    let counted = ["violins", "lanterns", "penguins", "recipes", "bicycles", "telescopes"]
    let who = ["Library", "Festival", "Zoo", "Publisher", "Workshop", "Observatory"]
    var news: [QuizHeadline] = []
    for index in people.indices {
        news.append(headline(news.count, "\(people[index]) \(deeds[index])", things: [(people[index], "person")]))
        let place = ListedPlace(
            id: Int64(index),
            names: [towns[index], "Region \(index)", "Land \(index)"],
            position: Coordinates(latitude: 48 + Double(index), longitude: 6)
        )
        news.append(headline(news.count, "City of \(towns[index]) \(works[index])", places: [place]))
        let number = ArticleFacts.Number(value: 340, unit: "", nouns: [counted[index]], text: "340 \(counted[index])")
        news.append(headline(news.count, "\(who[index]) lends out 340 \(counted[index]) in spring", numbers: [number]))
    }
    return news
}()
