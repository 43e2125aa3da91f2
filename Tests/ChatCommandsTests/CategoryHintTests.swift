import Foundation
import Localization
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// Hints that name a category, typed as they are shown.
@Suite(.timed) struct CategoryHintTests {
    private static let titles = [
        "Ferry sails again", "Bakery opens early", "Storm ends soon", "Crane falls down", "Quay floods twice",
        "Lamp shines bright", "Arsenal wins cups", "Miners find copper", "Vault stays closed", "Orchard blooms late",
    ]

    @Test func `a hint with a category is shown with its name and accepted when it is typed, in every language`()
        async throws
    {
        let catalogue = try ShippedCatalogue.catalogue()
        for language in catalogue.languages {
            let chat = try await Conversation()
            let stories = zip(NewsCategory.allCases, Self.titles).map { (category: $0.rawValue, title: $1) }
            #expect(stories.count == NewsCategory.allCases.count)
            for (category, title) in stories {
                try await chat.publishes(title, by: "Paper\(category)", category: category.capitalized)
            }
            _ = await chat.replies("set lang \(language)")
            let localizer = catalogue.localizer(language: language)
            for (category, title) in stories {
                // `news news` is the news of every category.
                for verb in category == "news" ? ["headlines"] : ["headlines", "news"] {
                    let line = localizer.typed(HintLine("\(verb) \(category)"))
                    let answer = try await chat.says(line, expect: title)
                    let told = Self.titles.filter { answer.contains($0) }
                    #expect(told == [title], "\(line) → \(answer)")
                }
            }
        }
    }

    @Test func `a category, a setting and a command of one name are told apart`() throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: "zh-Hans")
        #expect(localizer.typed("headlines sports") == "头条 体育")
        #expect(localizer.typed("sports order \("足球")") == "体育项目 排序 足球")
        #expect(localizer.typed("headlines health") == "头条 健康")
        #expect(localizer.typed("set health on") == "设置 状况 开启")
        #expect(localizer.typed("team Heat in basketball") == "球队 Heat 在 篮球")
    }
}
