import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Why a story has not come yet, or does not come at all.
@Suite(.timed) struct WhyCommandTests {
    private let chat: Conversation
    private let harbour: Feed
    private let quayside: Feed

    init() async throws {
        chat = try await Conversation()
        harbour = try await chat.publishes("Weather stays dry", by: "Harbour", hoursAgo: 90)
        quayside = try await chat.publishes("Market opens late", by: "Quayside", hoursAgo: 90)
    }

    private func store(
        _ title: String,
        in feed: Feed,
        relatedTo story: StoryID? = nil,
        alerts: [AlertID] = []
    ) async throws -> StoryID {
        var article = NewArticle.sample(title, publishedAt: chat.clock.now, alertIDs: alerts)
        article.grouping = StoryGrouping(number: 1, related: story.map { [[StoryLink.story($0)]] } ?? [])
        return try #require(try await chat.store.sampleRefresh(feed, [article], at: chat.clock.now).first).storyID
    }

    /// Both feeds report an event; the second report.
    private func storeEvent(_ name: String) async throws -> StoryID {
        let first = try await store("\(name) at sea", in: harbour)
        return try await store("\(name) near the coast", in: quayside, relatedTo: first)
    }

    private func name(of story: StoryID) async throws -> String {
        try #require(try await chat.store.articles(ofStory: story, in: .of(nil)).first).storyName
    }

    @Test func `the alert is named whose cool-down is waited for`() async throws {
        try await chat.says("alert add storm cooldown 2h", expect: "Alert 1")
        let alerts = try await chat.store.standingQueries().alerts.map { $0.id }
        let first = try await name(of: try await store("Storm at sea", in: harbour, alerts: alerts))
        let second = try await name(of: try await store("Storm on land", in: quayside, alerts: alerts))
        let sentNow = try await chat.says("why \(first)", expect: "it waits to be sent", "alert 1 (storm) matched")
        #expect(!sentNow.contains("cool-down"))
        try await chat.says(
            "why \(second)",
            expect: "it waits until the cool-down of alert 1 ends (in 2h)",
            "alert 1 (storm) matched"
        )
        try await chat.says("set lang zh", expect: "简体中文")
        try await chat.says("为什么 \(second)", expect: "要等提醒 1 的间隔时间结束")
        try await chat.says("set lang en", expect: "English")
        chat.clock.advance(by: 7_200)
        let isDue = try await chat.says("why \(second)", expect: "it waits to be sent")
        #expect(!isDue.contains("cool-down"))
    }

    @Test func `breaking news that the limit of a day holds back says so`() async throws {
        try await chat.says("alert add breaking 2 in 60m", expect: "Alert 1")
        var stories: [StoryID] = []
        for number in 1...6 { stories.append(try await storeEvent("Event \(number)")) }
        let sent = try await name(of: stories[4])
        let answer = try await chat.says("why \(sent)", expect: "alert 1 (breaking 2 in 60m) matched")
        #expect(!answer.contains("held back"))
        let held = try await name(of: stories[5])
        try await chat.says(
            "why \(held)",
            expect: "it was held back: the five breaking stories of that day had been sent",
            "it was not sent here"
        )
        try await chat.says("set lang zh", expect: "简体中文")
        try await chat.says("为什么 \(held)", expect: "当天的五条突发新闻都已发送")
    }
}
