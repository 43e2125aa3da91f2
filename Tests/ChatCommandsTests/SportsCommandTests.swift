import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct SportsCommandTests {
    /// A catalogue that knows two sports and two topics.
    static let sources: SourceCatalogue = {
        let subjects = [("Sports", "Tennis"), ("Sports", "Football"), ("Investing", "Stocks"), ("Investing", "ETFs")]
        let sources = subjects.map { category, name in
            CatalogueSource(
                id: name.lowercased(),
                name: name,
                url: "https://\(name.lowercased()).example/feed",
                category: category,
                subcategory: name,
                language: "en"
            )
        }
        return SourceCatalogue(sources)
    }()

    /// Articles that were sorted as their words say.
    private func chat() async throws -> Conversation {
        let chat = try await Conversation(sources: Self.sources)
        let feed = try await chat.publishes("Rain in June", by: "Daily", category: "News")
        func article(_ title: String, _ facts: ArticleFacts) -> NewArticle {
            var article = NewArticle(
                title: title,
                url: "https://daily.example/\(title.count)",
                keys: [title],
                alertIDs: []
            )
            article.facts = facts
            article.publishedAt = chat.clock.now - 600
            return article
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: chat.clock.now,
            outcome: .document(
                FetchedDocument(articles: [
                    article("Jets win at home", ArticleFacts(sport: "Football")),
                    article("Ace decides the final", ArticleFacts(sport: "Tennis")),
                    article("Fighter jets over the bay", ArticleFacts()),
                    article("Shares rise sharply", ArticleFacts(topic: "Stocks")),
                ])
            )
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: nil, at: chat.clock.now)
        return chat
    }

    @Test func `a sport is left out of lists, counted, and shown again`() async throws {
        let chat = try await chat()
        try await chat.says("sports", expect: "1. Football", "2. Tennis", "sports off Football")
        try await chat.says("headlines", expect: "Ace decides")
        try await chat.says("sports off tennis", expect: "Left out from now on", "Tennis", "sports on Tennis")
        #expect(try await !chat.says("headlines", expect: "Jets win").contains("Ace decides"))
        try await chat.says(
            "sports",
            expect: "2. Tennis — left out; 1 article of the last 7 days is hidden: “Ace decides the final”",
            "search sport:tennis since:7d",
            "sports off Football"
        )
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says("search sport:tennis since:7d", expect: "1. Ace decides the final")
        try await chat.says("filter list", expect: "tennis")
        try await chat.says("sports off tennis, football", expect: "Football")
        #expect(try await !chat.says("headlines", expect: "Rain in June").contains("Jets win at home"))
        try await chat.says("undo", expect: "Taken back: sports off")
        #expect(try await !chat.says("headlines", expect: "Jets win at home").contains("Ace decides"))
        try await chat.says("sports on tennis", expect: "Shown from now on", "sports off Tennis")
        try await chat.says("headlines", expect: "Ace decides")
        try await chat.says("sports off 2", expect: "Tennis", "sports on Tennis")
        try await chat.says("sports on 2", expect: "Shown from now on")
        try await chat.says("sports off chess", expect: "chess", "Football", "Tennis")
        try await chat.says("sports off foo", expect: "I know no sport “foo”. Did you mean Football?")
        try await chat.says("sports off nfl", expect: "Left out from now on", "Football")
        try await chat.says("undo", expect: "Taken back: sports off")
        try await chat.says("sports off", expect: "sports off|on <sport>")
        try await chat.says("sports dance", expect: "sports off|on <sport>")
    }

    @Test func `a search knows a sport by its name and other words for it, and by nothing shorter`() async throws {
        let chat = try await chat()
        try await chat.says("search sport:football", expect: "Jets win at home")
        try await chat.says("search sport:nfl", expect: "Search: sport:football", "Jets win at home")
        try await chat.says("search 体育项目:football", expect: "Search: sport:football", "Jets win at home")
        try await chat.says("search 是:未读 jets", expect: "is:unread")
        try await chat.says("search topic:shares", expect: "Shares rise sharply")
        let foo = try await chat.says("search sport:foo", expect: "I know no sport “foo”. Did you mean Football?")
        #expect(!foo.contains("Jets"))
        try await chat.says("search sport:tenis", expect: "Did you mean Tennis?")
        let next = ["investing Stocks", "sources Investing"]
        try await chat.says("investing add", expect: "no topic “add” of investing", "ETFs", "Stocks", next[1])
        try await chat.says("investing sto", expect: "Did you mean Stocks?", next[0], next[1])
        try await chat.says("search sport:xyzzy", expect: "I know no sport “xyzzy”. There are: Football, Tennis.")
        try await chat.says("search topic:sto", expect: "I know no topic “sto”. Did you mean Stocks?")
        try await chat.says("search category:spots", expect: "no category “spots”")
    }

    @Test func `another word for a sport is stored as its name`() async throws {
        let chat = try await chat()
        try await chat.says("alert add sport:nfl", expect: "Alert 1: sport:football")
        try await chat.says("smart add ball = sport:nfl", expect: "ball")
        try await chat.says("headlines ball", expect: "Jets win at home")
    }

    @Test func `a sport is put first among the sports, in its category and in the news`() async throws {
        let chat = try await chat()
        let feed = try await chat.publishes("Lawn mown", by: "Pitch", category: "Sports")
        var articles: [NewArticle] = []
        for (hours, title, sport) in [(1.0, "Serve breaks racket", "Tennis"), (2.0, "Keeper saves twice", "Football")] {
            var article = NewArticle(title: title, url: nil, keys: [title], alertIDs: [])
            article.facts = ArticleFacts(sport: sport)
            article.publishedAt = chat.clock.now - hours * 3_600
            articles.append(article)
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: chat.clock.now,
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: nil, at: chat.clock.now)
        func isKeeperFirst(_ line: String) async throws -> Bool {
            let answer = try await chat.says(line, expect: "Serve", "Keeper")
            let (keeper, serve) = (answer.range(of: "Keeper"), answer.range(of: "Serve"))
            return try #require(keeper).lowerBound < #require(serve).lowerBound
        }
        for line in ["headlines sports", "news", "digest sports"] { #expect(try await !isKeeperFirst(line)) }
        try await chat.says("sports order football", expect: "First among the sports", "Football", "sports order off")
        for line in ["headlines sports", "news sports", "news", "sports news", "digest sports", "digest 24h as text"] {
            #expect(try await isKeeperFirst(line), "\(line)")
        }
        try await chat.says("sports", expect: "1. Football", "2. Tennis", "sports order Tennis")
        try await chat.says("undo", expect: "Taken back: sports order")
        #expect(try await !isKeeperFirst("headlines sports"))
        try await chat.says("sports order 2, 1", expect: "Tennis and Football")
        try await chat.says("sports", expect: "1. Tennis")
        try await chat.says("sports order off", expect: "no order any more")
        try await chat.says("sports", expect: "1. Football")
        try await chat.says("sports order chess", expect: "chess", "Tennis")
    }

    @Test func `a team is a smart feed of its name beside the words of a sport`() async throws {
        let chat = try await chat()
        try await chat.says("team Jets in football", expect: "Added Jets: 1 article", "headlines Jets", "sub Jets")
        #expect(try await !chat.says("headlines jets", expect: "Jets win at home").contains("Fighter"))
        try await chat.says("team Aces in tennis", expect: "Added Aces: 0 articles")
        try await chat.says("smart list", expect: "\"Aces\" (sport:\"Tennis\")")
        try await chat.says("team Jets in football", expect: "There is a smart feed Jets already")
        try await chat.says("team Owls in chess", expect: "chess", "Football", "Tennis")
        try await chat.says("team 7", expect: "is a number")
        try await chat.says("team daily in tennis", expect: "A feed here is called")
        try await chat.says("undo", expect: "Taken back: smart add Aces")
        #expect(try await !chat.says("smart list", expect: "Jets").contains("Aces"))
    }

    @Test(arguments: ["football", "NFL", "橄榄球", "美式橄榄球"])
    func `no team, smart feed or category has the name of a sport`(name: String) async throws {
        let chat = try await chat()
        let reason = "“\(name)” means the sport Football"
        try await chat.says("team \(name) in tennis", expect: reason)
        let free = "smart add \"my \(name)\" = \(name)"
        try await chat.says("smart add \(name) = ferry", expect: reason, "search sport:Football", free)
        try await chat.says("category add \(name)", expect: reason, "category add \"my \(name)\"")
        try await chat.says(free, expect: "Added my \(name)")
        try await chat.says("team Jets in football", expect: "Added Jets")
        try await chat.says("team rename Jets to \(name)", expect: reason)
    }

    @Test(arguments: ["Heat", "jets", "Giants", "Rain", "Magic", "Mets"])
    func `a team with an ordinary word for a name is asked for its sport`(name: String) async throws {
        let chat = try await chat()
        try await chat.says("team \(name)", expect: "Which sport?", "team \(name) in Football", "Football and Tennis")
        try await chat.says("smart list", expect: "There are no smart feeds")
        try await chat.says("team \(name) in Football please", expect: "Added \(name)")
        try await chat.says("smart list", expect: "\"\(name)\" (sport:\"Football\")")
    }

    @Test(arguments: ["Arsenal", "Golden State Warriors", "PSG", "阿森纳", "曼联", "皇马", "湖人", "国安"])
    func `other names need no sport`(name: String) async throws {
        try await chat().says("team \(name)", expect: "Added \(name)")
    }

    @Test(arguments: ["alert add", "smart add finals =", "filter *", "mute"])
    func `a query that stays names sports and topics as a search does`(line: String) async throws {
        let chat = try await chat()
        try await chat.says("\(line) sport:foo cup", expect: "I know no sport “foo”")
        try await chat.says("\(line) topic:foo cup", expect: "“foo”")
        // What a smart feed looks for is shown as it was typed.
        let shown = line.hasPrefix("smart") ? "Added finals" : "sport:football cup"
        try await chat.says("\(line) sport:nfl cup", expect: shown)
    }

    @Test func `teams are listed, renamed and removed as smart feeds are`() async throws {
        let chat = try await chat()
        try await chat.says("team", expect: "There are no teams here", "team Arsenal")
        try await chat.says("team Arsenal", expect: "Added Arsenal")
        for line in ["team", "teams", "team list", "team list please"] {
            try await chat.says(line, expect: "1. Arsenal", "smart remove Arsenal")
        }
        try await chat.says("team list all", expect: "team <name> [in <sport>]")
        try await chat.says("team remove Jets", expect: "no smart feed “Jets”", "smart list")
        try await chat.says("team rename Arsenal to Gunners", expect: "is called Gunners now")
        try await chat.says("team off Gunners", expect: "Gunners is off")
        try await chat.says("team remove Gunners", expect: "Removed Gunners")
        try await chat.says("team add Chelsea", expect: "Added Chelsea")
        try await chat.says("teams", expect: "Chelsea — ")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("球队列表", expect: "Chelsea — ")
        try await chat.says("球队 删除 Chelsea", expect: "已删除")
    }

    @Test func `a count that ends at its limit says that there may be more`() async throws {
        let chat = try await Conversation(sources: Self.sources)
        let feed = try await chat.publishes("Rain in June", by: "Daily", category: "News")
        let now = chat.clock.now
        let articles = (1...1_001).map { number in
            var article = NewArticle(title: "Goal \(number)", url: nil, keys: ["\(number)"], alertIDs: [])
            article.facts = ArticleFacts(sport: "Football")
            article.publishedAt = now - Double(number) * 60
            return article
        }
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: now,
            outcome: .document(FetchedDocument(articles: articles))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: nil, at: now)
        try await chat.says("smart add goals = goal", expect: "Added goals: at least 1,000 articles of the last 7 days")
        try await chat.says("sports off football", expect: "Left out")
        try await chat.says("sports", expect: "left out; at least 1,000 articles of the last 7 days are hidden")
    }

    @Test func `the news of investing names its topics`() async throws {
        let chat = try await chat()
        try await chat.publishes("Savings rates fall", by: "Purse", category: "Investing")
        for line in ["investing", "investing all", "headlines investing"] {
            try await chat.says(line, expect: "read 1; one topic alone: investing ETFs. There are ETFs and Stocks.")
        }
        #expect(try await !chat.says("headlines", expect: "Savings rates").contains("one topic alone"))
        #expect(try await !chat.says("investing stocks", expect: "Shares rise").contains("one topic alone"))
    }

    @Test func `one topic of investing is read alone`() async throws {
        let chat = try await chat()
        #expect(try await !chat.says("investing stocks", expect: "Shares rise").contains("Rain in June"))
        try await chat.says("investing etf", expect: "Nothing that you may see is in ETFs")
        try await chat.says("investing gold", expect: "gold", "ETFs", "Stocks")
        // Who has no profile is shown the topic alone, too.
        let guest = try await chat.says("investing stocks", as: .guest, expect: "Shares rise")
        #expect(!guest.contains("Rain in June"))
    }

    @Test func `in a room its operators say what is left out, and in Chinese`() async throws {
        let chat = try await chat()
        try await chat.says("!sports off tennis", in: "#news", expect: "operators")
        try await chat.says("!sports off tennis", as: .op, in: "#news", expect: "Left out")
        #expect(try await !chat.says("!headlines", in: "#news", expect: "Jets win").contains("Ace decides"))
        try await chat.says("headlines", expect: "Ace decides")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("体育项目 关闭 网球", expect: "略去", "网球")
        try await chat.says("体育项目", expect: "已略去；最近 7 天隐藏了 1 篇文章")
        try await chat.says("球队", expect: "这里还没有球队", "球队 阿森纳")
        try await chat.says("球队 Jets", expect: "是哪个项目？")
        for name in ["热火", "太阳"] { try await chat.says("球队 \(name)", expect: "是哪个项目？", "球队 \(name) 在") }
        try await chat.says("球队 Jets 在 Football", expect: "已新建Jets")
        try await chat.says("投资专题 股票", expect: "Shares rise")
    }
}
