import Foundation
import NewsModel
import NewsWording
import Storage
import TestSupport
import Testing

@testable import ItemDelivery

/// A mail has room that a chat has not.
@Suite(.timed) struct MailedNewsTests {
    private func made(_ count: Int, on kind: NetworkKind) async throws -> OutgoingMessage {
        let harness = try await DeliveryHarness(kind: kind)
        let reader = LaneReader(
            recipient: RecipientID(rawValue: 1),
            settings: RecipientSettings(),
            room: nil,
            network: harness.network,
            catalogue: harness.catalogue,
            options: DeliveryOptions(vocabulary: .forTest)
        )
        let deliveries = (1...count).map { delivery(Int64($0), at: harness.time.now) }
        let planned: DeliveryPlan.Message =
            count == 1 ? .single(deliveries[0]) : .several(deliveries, stories: 5, heldSince: nil)
        let maker = MessageMaker(store: harness.store, reader: reader, now: harness.time.now)
        return try #require(try await maker.make(planned)).message
    }

    private func delivery(_ number: Int64, at time: Date) -> QueuedDelivery {
        let article = Article(
            id: ArticleID(rawValue: number),
            feedID: FeedID(rawValue: 1),
            storyID: StoryID(rawValue: number),
            title: "Title \(number)",
            url: "https://example.org/\(number)",
            summary: number == 2 ? "" : "What happened in \(number).",
            publishedAt: time,
            firstSeenAt: time
        )
        return QueuedDelivery(
            id: DeliveryID(rawValue: number),
            recipientID: RecipientID(rawValue: 1),
            address: Identity.sample("alice").address,
            kind: .news,
            article: ListedArticle(article: article, feedName: "Example"),
            isUrgent: false,
            reasons: [],
            dueAt: time,
            createdAt: time
        )
    }

    @Test func `one story by mail says what it is about`() async throws {
        let mailed = try await made(1, on: .mail)
        #expect(mailed.body.blocks.dropLast().last == .paragraph([.text("What happened in 1.")]))
        #expect(try await made(1, on: .irc).body.blocks.count == 1)
    }

    @Test func `a mail of news says how to stop just this, a chat does not`() async throws {
        for count in [1, 3] {
            guard case .footer(let spans)? = try await made(count, on: .mail).body.blocks.last else {
                Issue.record("no footer")
                continue
            }
            for command in ["read 1", "save 1", "mute 1", "why 1", "unsub Example"] {
                #expect(spans.contains(.code(command)))
            }
            let chat = try await made(count, on: .matrix)
            #expect(!"\(chat.body)".contains("unsub"))
        }
    }

    @Test func `a few stories by mail say it each, a flood does not, and no chat does`() async throws {
        let few = try #require(try await made(3, on: .mail).summaries)
        #expect(few.map(\.marker) == ["1", "3"])
        #expect(few[1].text == "What happened in 3.")
        #expect(try await made(10, on: .mail).summaries?.count == 9)
        #expect(try await made(11, on: .mail).summaries == nil)
        #expect(try await made(3, on: .irc).summaries == nil)
    }
}
