import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A long digest is a selection with the way to the rest; nothing of it is lost.
@Suite(.timed) struct LongDigestTests {
    /// Harbour Times with thirty stories of two days, Pitch with eight, and one that both carry.
    private func chat(_ kind: NetworkKind) async throws -> Conversation {
        let chat = try await Conversation(kind: kind)
        let harbour = try await chat.publishes("Harbour seed", by: "Harbour Times", hoursAgo: 3)
        let pitch = try await chat.publishes("Pitch seed", by: "Pitch", hoursAgo: 3)
        let now = chat.clock.now
        func article(_ title: String, _ address: String, hoursAgo: Double) -> NewArticle {
            NewArticle(
                title: title,
                url: address,
                canonicalURL: address,
                keys: [address],
                publishedAt: now - hoursAgo * 3_600
            )
        }
        let storm = "https://both.example/storm"
        var tide = (1...29).map { article("Tide \($0)", "https://tide.example/\($0)", hoursAgo: Double($0)) }
        tide.append(article("Storm over both", storm, hoursAgo: 40))
        var goals = (1...7).map { article("Goal \($0)", "https://goal.example/\($0)", hoursAgo: Double($0)) }
        goals.append(article("Storm over both", storm, hoursAgo: 39))
        for (feed, articles) in [(harbour, tide), (pitch, goals)] {
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: now + 600,
                outcome: .document(FetchedDocument(articles: articles))
            )
            _ = try await chat.store.commitRefresh([commit], alertsVersion: 0, at: now)
        }
        return chat
    }

    /// The whole answer with all its pages.
    private func pages(_ line: String, _ chat: Conversation) async throws -> [String] {
        var pages = [try await chat.says(line, expect: " ")]
        while pages.count < 30 {
            let next = try await chat.says("!more", expect: " ")
            if next.contains("no more") || next.contains("没有更多") { break }
            pages.append(next)
        }
        return pages
    }

    @Test(arguments: [NetworkKind.irc, .matrix, .console])
    func `a week has what both carry first, five a feed, and the rest counted with the way to it`(
        kind: NetworkKind
    ) async throws {
        let chat = try await chat(kind)
        let digest = try await pages("!digest week", chat).joined(separator: "\n")
        #expect(digest.contains("Carried by most sources\n1. Storm over both"))
        #expect(digest.contains("— Harbour Times · +1 source\n"))
        #expect(digest.components(separatedBy: "Storm over both").count == 2)
        #expect(digest.contains("2. Tide 1 <https://tide.example/1>\n"))
        #expect(digest.contains("6. Tide 4") && !digest.contains("Tide 5"))
        #expect(digest.contains("and 25 more. All of Harbour Times: digest week \"Harbour Times\""))
        try await chat.says("!read 2", expect: "Tide 1")
    }

    @Test(arguments: [NetworkKind.irc, .matrix, .console])
    func `the digest of one feed has all of it, page by page, under its dates`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        let pages = try await pages("!digest week \"Harbour Times\"", chat)
        #expect(kind == .matrix || pages.count > 1)
        let all = pages.joined(separator: "\n")
        for number in 1...29 { #expect(all.contains("Tide \(number) <"), "\(number)") }
        #expect(all.contains("Harbour seed") && all.contains("Storm over both"))
        for page in pages {
            #expect(
                page.contains("Mon, Nov 16\n") || page.contains("Sun, Nov 15\n") || page.contains("Sat, Nov 14\n"),
                "\(page)"
            )
        }
        #expect(!all.contains(" — Mon") && !all.contains("and 1 more"))
    }

    @Test(arguments: [NetworkKind.irc, .matrix]) func `in Chinese too`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        try await chat.says("!set lang zh-Hans", expect: "中文")
        let digest = try await pages("!digest week", chat).joined(separator: "\n")
        #expect(digest.contains("来源最多的报道\n1. Storm over both"))
        #expect(digest.contains("还有 25 篇。Harbour Times 的全部报道：摘要 一周 \"Harbour Times\""))
    }

    @Test func `of a week of a thousand stories all are counted, from its first day`() async throws {
        let chat = try await chat(.irc)
        let bulk = try await chat.publishes("Bulk seed", by: "Bulk", hoursAgo: 3)
        let now = chat.clock.now
        let articles = (1...1_000).map { number in
            NewArticle(
                title: "Item \(number)",
                url: "https://bulk.example/\(number)",
                canonicalURL: "https://bulk.example/\(number)",
                keys: ["bulk\(number)"],
                publishedAt: now - Double(number) * 60
            )
        }
        let commit = RefreshCommit(
            feedID: bulk.id,
            status: 200,
            nextCheckAt: now + 600,
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: 0, at: now)
        let digest = try await pages("!digest week", chat).joined(separator: "\n")
        #expect(digest.contains("1,040"), "\(digest.prefix(300))")
        #expect(digest.contains("All of Bulk: digest week Bulk") && digest.contains("All of Harbour Times"))
        #expect(!digest.contains("newest"))
    }

    @Test func `a short digest is as it was, with its date on each line`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing")
        let digest = try await chat.says("!digest week", expect: "1. Fresh thing")
        #expect(digest.contains("— Mon, Nov 16") && !digest.contains("Carried by"))
    }

    @Test func `a document has every story`() async throws {
        let chat = try await chat(.matrix)
        let whole = try await chat.says("!digest week as html", expect: "Carried by most sources")
        for number in 1...29 { #expect(whole.contains("Tide \(number) <"), "\(number)") }
        #expect(!whole.contains("more. All of"))
    }

    @Test func `a terminal's page fits its screen`() async throws {
        let chat = try await chat(.console)
        let first = try await chat.says("digest week \"Harbour Times\"", expect: "more: more")
        #expect(first.split(separator: "\n").count <= 26)
    }
}
