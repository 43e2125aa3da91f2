import Foundation
import TestSupport
import NewsModel
import Storage
import Testing

@testable import ChatCommands

@Suite(.timed) struct ReadingCommandTests {
    @Test func `headlines number the default selection for a guest`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened", "Another thing happened")
        try await chat.says(
            "headlines",
            as: .guest,
            expect: "One thing happened",
            "2. Another thing happened",
            "read 1"
        )
    }

    @Test func `headlines of a category, of a feed and of neither`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips get faster", by: "Wired", category: "Tech")
        try await chat.publishes("Elections are held", by: "Daily", category: "World")
        let tech = try await chat.says("!headlines tech", expect: "Chips get faster")
        #expect(!tech.contains("Elections"))
        let daily = try await chat.says("!headlines Daily 5", expect: "Elections are held")
        #expect(!daily.contains("Chips"))
        try await chat.says("!headlines wrld", expect: "Did you mean World?")
        try await chat.says("!headlines gardening", expect: "no category or feed", "Tech, World")
    }

    @Test func `words that are no part of the news lead to what headlines take, and to what may be meant`() async throws
    {
        let chat = try await Conversation()
        try await chat.publishes("Chips get faster", by: "Wired", category: "Tech")
        for (line, other) in [
            ("headlines near Turin", "You may mean this: near Turin"), ("headlines today", "this: search today"),
            ("headlines all", "headlines Tech"),
        ] {
            let text = line.dropFirst("headlines ".count)
            try await chat.says(line, expect: "“\(text)” is no category, feed or place", "headlines Tech", other)
        }
        try await chat.says("headlines near Turin please", expect: "this: near Turin")
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("头条 附近 都灵", expect: "不是类别、订阅源或地点", "您可能想要：附近 都灵")
        try await chat.says("附近 都灵", expect: "都灵")
    }

    @Test func `nothing to tell says what to do`() async throws {
        let chat = try await Conversation()
        try await chat.says("!headlines", expect: "There is no news yet")
        try await chat.says("!more", expect: "There is no more", "headlines")
        try await chat.says("!read 1", expect: "no numbered list", "headlines")
        try await chat.says("!history", expect: "not read anything")
        try await chat.says("!unread", expect: "Nothing unread")
    }

    @Test func `as many headlines as asked for, and more on demand`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A1", "A2", "A3", "A4", "A5", hoursAgo: 7)
        let first = try await chat.says("!headlines 2", expect: "A1", "2. A2", "(3 more: more)")
        #expect(!first.contains("A3"))
        try await chat.says("!more", expect: "3. A3", "4. A4", "5. A5")
        try await chat.says("!more", expect: "There is no more")
    }

    @Test func `read shows the article and marks it read`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened", "Another thing happened")
        try await chat.says("!headlines", expect: "Another")
        try await chat.says(
            "!read 2",
            expect: "Another thing happened",
            "Summary of Another",
            "https://example.example/"
        )
        try await chat.says("!read #2", expect: "Another thing happened")
        try await chat.says("!history", expect: "Another thing happened", "read again")
        try await chat.says("!read 99", expect: "no number 99")
        try await chat.says("!read", expect: "It goes like this: read")
        try await chat.says("!read example", expect: "One thing happened")
        try await chat.says("!read #b0", expect: "found no story")
    }

    @Test func `a story's short name works for anybody anywhere`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened")
        let name = try #require(
            try await chat.store.articles(
                ArticleSelection(from: .distantPast, to: .distantFuture),
                in: .shown(to: nil),
                limit: 1
            ).first?.storyName
        )
        try await chat.says("crier: read \(name)", as: .guest, in: "#news", expect: "One thing happened")
    }

    @Test func `in a room the numbers of the room's newest list work for everybody`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened", "Another thing happened")
        try await chat.says("!headlines", as: .alice, in: "#news", expect: "crier: read 1")
        try await chat.says("crier: read 2", as: .bob, in: "#news", expect: "Another thing happened")
        try await chat.says("read 2", as: .bob, expect: "no numbered list")
    }

    @Test func `lists are forgotten after a day`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened")
        try await chat.says("!headlines", expect: "One thing")
        chat.clock.advance(by: 25 * 3_600)
        try await chat.says("!read 1", expect: "no numbered list")
    }

    @Test func `news come in sections, none twice, new ones marked`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing", hoursAgo: 1)
        try await chat.publishes("Morning thing", by: "Daily", hoursAgo: 11)
        try await chat.publishes("Old thing", by: "Weekly", hoursAgo: 70)
        let first = try await chat.says(
            "!news",
            expect: "Top stories (1)",
            "Earlier today (1)",
            "This week (1)",
            "Old thing"
        )
        #expect(!first.contains("[new]"))
        #expect(first.ranges(of: "Fresh thing").count == 1)
        try await chat.says("!headlines", expect: "Fresh")
        chat.clock.advance(by: 31 * 60)
        try await chat.publishes("Very fresh thing", by: "Hourly", hoursAgo: 0)
        let second = try await chat.says("!news", expect: "[new] Very fresh thing")
        #expect(second.ranges(of: "[new]").count == 1)
    }

    @Test(arguments: [nil, "#news"])
    func `what came since the last visit is new until half an hour of silence ends this one`(
        _ room: String?
    ) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Old thing", hoursAgo: 1)
        try await chat.says("!news", in: room, expect: "Old thing")
        chat.clock.advance(by: 40 * 60)
        try await chat.publishes("Fresh thing", by: "Hourly", hoursAgo: 0)
        // Whatever shows the news belongs to the visit, and takes nothing from it.
        for line in ["!headlines", "!digest", "crier: read 1", "!news"] {
            try await chat.says(line, in: room, expect: "thing")
            chat.clock.advance(by: 29 * 60)
        }
        let late = try await chat.says("!news", in: room, expect: "[new] Fresh thing")
        #expect(late.ranges(of: "[new]").count == 1)
        chat.clock.advance(by: 30 * 60)
        let next = try await chat.says("!news", in: room, expect: "Fresh thing")
        #expect(!next.contains("[new]"))
    }

    @Test func `a section of news counts all of it, however much there is`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Old thing", by: "Weekly", hoursAgo: 70)
        let feed = try await chat.publishes("Seed", hoursAgo: 100)
        let now = chat.clock.now
        let articles = (1...450).map { number in
            NewArticle(title: "Flood \(number)", keys: ["\(number)"], publishedAt: now - Double(number) * 40)
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: now + 600,
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: 0, at: now)
        // One feed fills no section: its newest fifty stand there.
        let all = try await chat.says("!news", expect: "Top stories (the newest 50 of 450)", "the newest 1 of 2")
        #expect(all.contains("Old thing") && !all.contains("Seed"))
        try await chat.says("!news Example", expect: "Top stories (the newest 100 of 450)", "Seed")
        try await chat.says("!mute \"Flood 7\"", expect: "flood 7")
        try await chat.says("!news", expect: "Top stories (the newest 50 of at most 449)")
    }

    @Test func `what a section of news has beyond its first ten waits for more, with its numbers`() async throws {
        let chat = try await Conversation(kind: .mail)
        let feed = try await chat.publishes("Old thing", hoursAgo: 70)
        let articles = (1...13).map { number in
            NewArticle(
                title: "Fresh \(number)",
                url: "https://example.example/\(number)",
                canonicalURL: "https://example.example/\(number)",
                keys: ["\(number)"],
                publishedAt: chat.clock.now.addingTimeInterval(-Double(number) * 60)
            )
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: chat.clock.now.addingTimeInterval(600),
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: 0, at: chat.clock.now)
        let first = try await chat.says("news", expect: "Top stories (13)", "10. Fresh 10", "11. Old thing", "3 more")
        #expect(!first.contains("Fresh 11"))
        try await chat.says("more", expect: "12. Fresh 11", "14. Fresh 13")
        try await chat.says("read 13", expect: "Fresh 12")
    }

    @Test func `each page of the news begins with the heading of the section that it goes on with`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Seed", hoursAgo: 70)
        func publish(_ count: Int, _ title: String, minutes: Double) async throws {
            let articles = (1...count).map { number in
                NewArticle(
                    title: "\(title) \(number)",
                    keys: ["\(title) \(number)"],
                    publishedAt: chat.clock.now - (minutes + Double(number)) * 60
                )
            }
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: chat.clock.now + 600,
                outcome: .document(FetchedDocument(articles: articles))
            )
            _ = try await chat.store.commitRefresh([commit], alertsVersion: nil, at: chat.clock.now)
        }
        try await publish(45, "Fresh", minutes: 0)
        try await publish(40, "Morning", minutes: 7 * 60)
        var pages = 0
        var page = try await chat.says("news Example", expect: "Top stories (45)")
        while !page.contains("There is no more") {
            pages += 1
            let lines = page.split(separator: "\n")
            let first = try #require(lines.first { $0.first?.isNumber == true })
            let section = first.contains("Fresh") ? "Top" : first.contains("Morning") ? "Earlier" : "This week"
            #expect(lines[0].hasPrefix(section), "\(page)")
            page = try await chat.says("more", expect: " ")
        }
        #expect(pages > 3)
    }

    @Test func `a digest soon after midnight tells of the evening`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Evening thing")
        // It was noon.
        chat.clock.advance(by: 12 * 3_600 + 600)
        try await chat.says("!digest", expect: "Evening thing", "24 hours")
        try await chat.says("!digest today", expect: "Nothing new for", "digest 24h")
        try await chat.says("!digest 24h", expect: "Evening thing")
    }

    @Test func `digests of periods, categories and readings`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing", hoursAgo: 1)
        try await chat.publishes("Last week's thing", by: "Weekly", category: "World", hoursAgo: 24 * 5)
        let today = try await chat.says("!digest", expect: "Fresh thing")
        #expect(!today.contains("Last week's thing"))
        try await chat.says("!digest week", expect: "Fresh thing", "Last week's thing")
        try await chat.says("!digest range=week topic=world", expect: "Last week's thing")
        let sinceFriday = try await chat.says("!digest since sunday", expect: "Fresh thing")
        #expect(!sinceFriday.contains("Last week's"))
        try await chat.says("!read 1", expect: "Fresh thing")
        let read = try await chat.says("!digest week read", expect: "Fresh thing")
        #expect(!read.contains("Last week's thing"))
        try await chat.says("!digest week read", as: .guest, expect: "NickServ")
        try await chat.says("!digest as poem", expect: "It goes like this")
        try await chat.says("!digest to mail", expect: "have no mailbox")
    }

    @Test func `a digest of today has what came today too late for its own day, with that day's date`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing")
        try await chat.publishes("Delayed thing", hoursAgo: 24 * 3)
        let today = try await chat.says("!digest", expect: "Fresh thing", "Delayed thing", "2 stories")
        #expect(today.contains("Fri, Nov 13"))
        let yesterday = try await chat.says("!digest yesterday", expect: "Nov 15")
        #expect(!yesterday.contains("Delayed thing"))
    }

    @Test func `a long form goes to the one who asked, and the room hears of it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing")
        let replies = await chat.replies("!digest as markdown", in: "#news")
        #expect(replies.map(\.address.kind) == [.person, .room])
        #expect(replies.first?.message.form == .markdown)
        #expect(plain(replies[1].message.body).contains("in private"))
        let console = try await Conversation(kind: .console)
        try await console.publishes("Fresh thing")
        #expect(await console.replies("digest as html").map(\.message.form) == [.html])
    }

    @Test(arguments: [NetworkKind.console, .mail], ["html", "markdown", "text"])
    func `a whole document is never cut into pages where it goes out in one piece`(
        _ kind: NetworkKind,
        _ form: String
    ) async throws {
        let chat = try await Conversation(kind: kind)
        let feed = try await chat.publishes("Fresh thing")
        let articles = (1...190).map { number in
            NewArticle(title: "Fresh \(number)", keys: ["\(number)"], publishedAt: chat.clock.now - Double(number))
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: chat.clock.now + 600,
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: 0, at: chat.clock.now)
        let whole = try await chat.says("digest as \(form)", expect: "Fresh 1", "Fresh 190", "Fresh thing")
        #expect(!whole.contains("more: "))
        try await chat.says("more", expect: "There is no more")
    }

    @Test func `why says why it matters and why it came`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Fresh thing")
        try await chat.says("!headlines", expect: "Fresh")
        try await chat.says(
            "!why 1",
            expect: "Why it matters",
            "How it came here: it was not sent here",
            "default selection"
        )
    }

    @Test func `unread counts down and readall ends it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("First thing")
        let feed = try #require(try await chat.store.defaultFeeds().first)
        let profile = try await chat.store.ensureProfile(for: .sample("alice"), name: "alice", at: chat.clock.now)
        _ = try await chat.store.addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: Identity.sample("alice").address,
            limit: 9,
            time: chat.clock.now
        )
        chat.clock.advance(by: 7_200)
        try await chat.publishes("Second thing", "Third thing", hoursAgo: 0.1)
        try await chat.says("!unread", expect: "Second thing")
        try await chat.says("!readall", expect: "Marked 2 stories as read", "undo")
        try await chat.says("!unread", expect: "Nothing unread")
        try await chat.says("!readall", expect: "Nothing was unread")
    }
}

@Suite(.timed) struct PushedRestTests {
    @Test func `more shows what a push counted without listing it, once`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A1", "A2", "A3")
        let room = try await chat.store.sampleRoom("#news")
        let articles = try await chat.store.articles(
            ArticleSelection(from: .distantPast, to: .distantFuture),
            in: .shown(to: nil),
            limit: 3
        ).map(\.article.id.rawValue)
        let owner = ListingOwner.recipient(room.id.recipient)
        let place = "r:testnet:#news"
        try await chat.store.saveListing(
            owner: owner,
            place: place,
            kind: "article",
            items: articles,
            at: chat.clock.now
        )
        try await chat.store.saveListing(
            owner: owner,
            place: place,
            kind: "pushedRest",
            items: Array(articles[1...]),
            at: chat.clock.now
        )
        try await chat.says("crier: more", in: "#news", expect: "2. A2", "3. A3", "crier: read 1")
        try await chat.says("crier: more", in: "#news", expect: "There is no more")
        try await chat.says("crier: more", as: .bob, in: "#news", expect: "2. A2")
        try await chat.says("crier: read 3", in: "#news", expect: "A3", "Summary of A3")
    }

    @Test func `read shows the whole text, page by page, and a room sees less of it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again")
        try await chat.says("headlines", expect: "Ferry")
        let id = try #require(
            try await chat.store.articles(try await chat.store.everything(), in: .shown(to: nil), limit: 1).first?
                .article.id
        )
        let text = (1...60).map { "Line \($0) of the story." }.joined(separator: "\n")
        let body = ArticleBody(source: .feed, text: text, byline: "A. Writer", fetchedAt: chat.clock.now)
        try await chat.store.saveArticleBody(body, of: id)
        let first = try await chat.says(
            "read 1",
            expect: "by A. Writer",
            "Line 6 of",
            "https://example",
            "(54 more: more)"
        )
        #expect(!first.contains("Line 7 ") && !first.contains("Summary of"))
        try await chat.says("more", expect: "Line 7 of", "Line 21 of", "(39 more: more)")
        try await chat.says("!headlines", in: "#news", expect: "Ferry")
        let inRoom = try await chat.says("crier: read 1", in: "#news", expect: "Line 3 of", "(57 more: crier: more)")
        #expect(!inRoom.contains("Line 4 ") && inRoom.split(separator: "\n").count <= 8)
        let more = try await chat.says("crier: more", as: .bob, in: "#news", expect: "Line 4 of", "crier: more")
        #expect(more.split(separator: "\n").count <= 9)
        try await chat.says("!more", in: "#news", expect: "Line ")
    }

    @Test func `an article is read by its own address`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again", "Bakery has flour")
        let listed = try await chat.store.articles(
            ArticleSelection(from: .distantPast, to: .distantFuture),
            in: .shown(to: nil),
            limit: 2
        )
        let url = try #require(listed.last?.article.url)
        try await chat.says("read \(url)?utm_source=chat", expect: "Bakery has flour")
        let unknown = "https://nowhere.example/x"
        try await chat.says("read \(unknown)", expect: "no feed or story at", "preview \(unknown)", "sub \(unknown)")
    }

    @Test func `a number whose story is no longer kept says so`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again")
        try await chat.says("headlines", expect: "Ferry")
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await chat.store.prune(at: chat.clock.now, keeping: none) == 1)
        for line in ["read 1", "why 1", "save 1"] {
            try await chat.says(line, expect: "no longer keep it", "headlines")
        }
    }

    @Test func `a history that is full says so`() async throws {
        let chat = try await Conversation(limits: StorageLimits(readings: 1))
        try await chat.publishes("Bakery opens", "Ferry sails")
        try await chat.says("headlines", expect: "Bakery")
        try await chat.says("read 1", expect: "Bakery")
        try await chat.says("history", expect: "Bakery", "keeps the newest 1 reading;")
        try await chat.says("headlines", expect: "Ferry")
        try await chat.says("read 2", expect: "Ferry")
        #expect(try await !chat.says("history", expect: "Ferry").contains("Bakery"))
    }

    @Test func `history in a room leaves the room's numbers alone`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again", "Bakery has flour")
        try await chat.says("headlines", expect: "Ferry")
        try await chat.says("read 2", expect: "Bakery")
        try await chat.says("!headlines", as: .bob, in: "#news", expect: "Ferry", "2. Bakery")
        try await chat.says("crier: history", as: .alice, in: "#news", expect: "Bakery")
        try await chat.says("crier: read 1", as: .bob, in: "#news", expect: "Ferry sails again")
        try await chat.says("crier: read 1", as: .alice, in: "#news", expect: "Bakery has flour")
    }
}
