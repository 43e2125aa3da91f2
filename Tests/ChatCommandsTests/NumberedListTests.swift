import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Numbers of lists: which list they mean, and what a number without a story is answered.
@Suite(.timed) struct NumberedListTests {
    private func chat(_ place: (kind: NetworkKind, language: String)) async throws -> Conversation {
        let chat = try await Conversation(kind: place.kind)
        _ = await chat.replies("set lang \(place.language)")
        try await chat.publishes("Ferry sails", "Bakery opens", "Storm ends", by: "Harbour")
        return chat
    }

    @Test(arguments: FeedNameTests.places)
    func `the numbers of every list of stories are found by read and why`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        _ = await chat.replies("!sub harbour")
        // All three are newer than the subscription, and so unread.
        chat.clock.advance(by: 4 * 3_600)
        try await chat.publishes("Crane falls", "Quay floods", "Lamp shines", by: "Harbour", hoursAgo: 0)
        for line in ["!unread", "!headlines", "!news", "!digest week", "!digest harbour"] {
            let list = await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
            let title = try #require(Self.title(of: 3, in: list), "\(line) → \(list)")
            _ = await chat.replies("!feeds")
            try await chat.says("!why 3", expect: "Harbour")
            try await chat.says("!read 3", expect: title)
        }
        for number in [3, 1, 2] {
            _ = await chat.replies("!save \(number)")
            _ = await chat.replies("!read \(number)")
        }
        for line in ["!saved", "!history", "!digest read"] {
            _ = await chat.replies("!headlines")
            let list = await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
            let title = try #require(Self.title(of: 3, in: list), "\(line) → \(list)")
            try await chat.says("!why 3", expect: "Harbour")
            try await chat.says("!read 3", expect: title)
        }
    }

    /// The title of a line such as `3. Storm ends — Harbour`.
    private static func title(of number: Int, in list: String) -> String? {
        let lines = list.split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("\(number). ") }) else { return nil }
        return ["Ferry sails", "Bakery opens", "Storm ends", "Crane falls", "Quay floods", "Lamp shines"]
            .first { line.contains($0) }
    }

    @Test(arguments: FeedNameTests.places)
    func `a story that is pushed alone does not hide the list of what is saved`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        _ = await chat.replies("!sub harbour")
        _ = await chat.replies("!headlines")
        for number in 1...3 {
            _ = await chat.replies("!save \(number)")
            chat.clock.advance(by: 1)
        }
        // What was saved last comes first, other than in the list of headlines.
        try await chat.says("!saved", expect: "3. Ferry sails")
        _ = await chat.replies("!feeds")
        chat.clock.advance(by: 60)
        try await chat.publishes("Lamp shines", by: "Harbour", hoursAgo: 0)
        let (store, now) = (chat.store, chat.clock.now)
        let alice = Identity(network: "testnet", account: "alice")
        let reader = try await store.ensureProfile(for: alice, name: "alice", at: now).id.recipient
        let lamp = try await store.searchArticles(words: "Lamp", in: .of(reader), limit: 1).map(\.article.id.rawValue)
        let queued = try await store.queuedDeliveries(to: alice.address, at: now, limit: 9)
        let list = NewListing(
            owner: .recipient(reader),
            place: alice.address.listingPlace,
            kind: "article",
            items: lamp,
            extendsNewest: true
        )
        let parts = [MessagePart(payload: "x")]
        #expect(
            try await store.freeze(queued.map(\.id), to: alice.address, parts: parts, lists: [list], at: now) != nil
        )
        try await chat.says("!read 3", expect: "Ferry sails")
        try await chat.says("!read last", expect: "Lamp shines")
    }

    @Test(arguments: FeedNameTests.places)
    func `a number too large is a number`(place: (kind: NetworkKind, language: String)) async throws {
        let chat = try await chat(place)
        _ = await chat.replies("!headlines")
        let large = "99999999999999999999"
        for verb in ["read", "why", "save", "unsave"] {
            for number in [large, "12345"] {
                try await chat.says("!\(verb) \(number)", expect: number, place.language == "en" ? "no number" : "没有第")
            }
        }
        _ = await chat.replies("!feeds")
        for line in ["!unsub \(large)", "!feed \(large)", "!sub \(large)", "!mute \(large)", "!unmute \(large)"] {
            let answer = try await chat.says(line, expect: large)
            #expect(!answer.contains("9,223"), "\(line) → \(answer)")
        }
        try await chat.says("!alert \(large) off", expect: large)
        try await chat.says("!alert remove \(large)", expect: large)
        try await chat.says("!schedules off \(large)", expect: large)
        try await chat.says("!headlines \(large)", expect: "50")
        try await chat.says("!save 1 #20261124", expect: "#20261124")
    }

    @Test(arguments: FeedNameTests.places)
    func `zero and numbers with a minus open nothing, and the range of the list is told`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let isEnglish = place.language == "en"
        let range = isEnglish ? "its numbers are 1 to 3" : "编号最小是 1，最大是 3"
        _ = await chat.replies("!headlines")
        for verb in ["read", "why", "save", "unsave", "unread", "story"] {
            for typed in ["0", "-1", "−2", "－3", "–4"] {
                let shown = typed == "0" ? "0" : "-\(typed.last ?? "?")"
                for line in ["!\(verb) \(typed)", "\(verb) \(typed)"] {
                    try await chat.says(line, expect: shown, range)
                }
            }
        }
        if !isEnglish { try await chat.says("阅读 -1", expect: "没有第 -1 条", range) }
        if isEnglish { try await chat.says("show me story -1", expect: "no number -1", range) }
        try await chat.says("!history", expect: isEnglish ? "not read anything" : "没有读过")
    }

    @Test func `zero and numbers with a minus are no feed, source or place of a list either`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fire in Leipzig", by: "Harbour")
        try await chat.says("!read -1", expect: "no numbered list")
        _ = await chat.replies("!sub harbour")
        _ = await chat.replies("!feeds")
        for line in ["!feed -1", "!unsub -1", "!unsub 0", "!sub -1"] {
            try await chat.says(line, expect: "which has only number 1")
        }
        try await chat.says("!map", expect: "1. Leipzig")
        for line in ["!near -1", "!near 0", "!region −1"] {
            try await chat.says(line, expect: "which has only number 1")
        }
    }

    @Test(arguments: FeedNameTests.places)
    func `a list from before the login is still found`(place: (kind: NetworkKind, language: String)) async throws {
        let chat = try await chat(place)
        _ = await chat.replies("!headlines", as: .init(name: "carol", account: nil))
        try await chat.says("!read 2", as: .init(name: "carol", account: "carol"), expect: "Bakery opens")
        let other = await chat.replies("!read 2", as: .init(name: "dora", account: "dora"))
        #expect(!other.contains { plain($0.message.body).contains("Bakery opens") })
    }
}
