import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// `template`, and `sub … every 2h`.
@Suite(.timed) struct TemplateCommandTests {
    /// Alice follows the feed "Example", whose newest story has the title "Storm".
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Storm", by: "Example")
        try await chat.store.sampleSubscription(
            of: try await chat.store.sampleProfile("alice"),
            to: feed
        )
        return chat
    }

    private func answer(_ line: String, in chat: Conversation) async -> String {
        await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
    }

    @Test func `a wording is shown with the newest story, listed, replaced and taken back`()
        async throws
    {
        let chat = try await chat()
        #expect(await answer("template", in: chat).contains("worded as usual. To word one your way"))
        let made = await answer("template example » {title} — {feed} «", in: chat)
        #expect(
            made.contains("will come as » {title} — {feed} «.") && made.hasSuffix("» Storm — Example «"),
            "\(made)"
        )
        #expect(made.contains("template Example reset"))
        #expect(await answer("template", in: chat).contains("Example — » {title} — {feed} «"))
        #expect(await answer("template example", in: chat).hasSuffix("» Storm — Example «"))
        let other = await answer("template Example {title}", in: chat)
        #expect(
            other.contains("template Example » {title} — {feed} «") && other.hasSuffix("Storm"),
            "\(other)"
        )
        #expect(await answer("undo", in: chat).contains("Taken back: template Example"))
        let reset = await answer("template example reset", in: chat)
        #expect(reset.contains("will come as usual") && reset.contains("[Example] Storm"), "\(reset)")
        #expect(reset.contains("template Example » {title} — {feed} «"))
        try await chat.says("template example", expect: "worded as usual")
        #expect(await answer("template example {title}", in: chat).contains("will come as {title}"))
        #expect(await answer("template example off", in: chat).contains("will come as usual"))
    }

    @Test(arguments: [
        ("{titel}", "no placeholder “titel”", "{title}, {feed}"),
        ("{title", "only around a placeholder", "{sources}"),
        ("only words", "needs the title, the link or the summary", "{summary}"),
        (String(repeating: "long ", count: 50) + "{title}", "at most 200", "letters"),
    ]) func `what cannot be a wording says why and changes nothing`(
        wording: String,
        one: String,
        other: String
    ) async throws {
        let chat = try await chat()
        let refused = await answer("template Example \(wording)", in: chat)
        #expect(refused.contains(one) && refused.contains(other), "\(refused)")
        #expect(await answer("template", in: chat).contains("worded as usual"))
    }

    @Test func `of feeds that are not followed or not known it says so`() async throws {
        let chat = try await chat()
        try await chat.publishes("Sun", by: "Elsewhere")
        try await chat.says("template Elsewhere {title}", expect: "feeds")
        try await chat.says("template Nowhere {title}", expect: "no feed “Nowhere”")
        try await chat.says("template {title}", expect: "goes like this")
    }

    @Test func `a subscription can say how often it is fetched`() async throws {
        let chat = try await chat()
        let feed = try await chat.publishes("Rain", by: "Weather")
        try await chat.says("sub Weather as Sky every 2h in Nature", expect: "every 2 hours", "Sky")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 7_200)
        try await chat.says("sub Weather every 1m", expect: "more often is not allowed")
        try await chat.says("sub Weather every 900d", expect: "900d")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 900)
    }

    @Test func `feeds with as much to read stand in the order of their newest story`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice")
        for (name, hours) in [("Alpha", 3.0), ("Beta", 1.0), ("Gamma", 2.0)] {
            let feed = try await chat.publishes(
                "\(name) writes",
                by: name,
                category: nil,
                hoursAgo: hours
            )
            try await chat.store.sampleSubscription(of: alice, to: feed)
        }
        let feeds = try await chat.says("feeds", expect: "1. Beta", "2. Gamma", "3. Alpha")
        #expect(feeds.contains("3. Alpha"))
    }
}
