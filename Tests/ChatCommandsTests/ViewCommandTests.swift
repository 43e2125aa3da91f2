import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// How lists are shown to a person and in a room.
@Suite(.timed) struct ViewCommandTests {
    /// Beta's story is the newest, then come Alpha's and Gamma's, which alone has a picture.
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes(
            "Ants march",
            by: "Gamma",
            category: "Nature",
            hoursAgo: 3,
            imageURL: "https://g.example/a.png"
        )
        try await chat.publishes("Cats sleep", by: "Alpha", category: "Home", hoursAgo: 2)
        try await chat.publishes("Bees dance", by: "Beta", category: "Nature", hoursAgo: 1)
        return chat
    }

    /// The first letters of the listed titles, in the order of the list.
    private func order(_ answer: String) -> String {
        let titles = ["Ants march", "Bees dance", "Cats sleep"]
        return titles.compactMap { title in answer.range(of: title).map { ($0.lowerBound, title.prefix(1)) } }
            .sorted { $0.0 < $1.0 }.map { String($0.1) }.joined()
    }

    @Test(arguments: [
        ("sort date", "BCA", "newest first"), ("sort date reverse", "ACB", "oldest first"),
        ("sort date ascending", "ACB", "oldest first"), ("sort source", "CBA", "by source"),
        ("sort source descending", "ABC", "backwards"), ("sort title", "ABC", "by title"),
        ("sort by title reverse", "CBA", "backwards"), ("sort relevance", "BCA", "most reported first"),
        ("sort none", "BCA", "as the feeds brought them"), ("排列 标题 倒序", "CBA", "backwards"),
    ]) func `lists come in the order asked for`(view: String, expected: String, line: String) async throws {
        let chat = try await chat()
        try await chat.says("view \(view)", expect: line, "view reset")
        for list in ["headlines", "news"] {
            let answer = try await chat.says(list, expect: "View: ", line, "view reset")
            #expect(answer.hasPrefix("View: "), "\(answer)")
            #expect(order(answer) == expected, "\(list): \(answer)")
        }
        #expect(try await order(chat.says("headlines 2", expect: "1.")).hasPrefix(String(expected.prefix(2))))
        try await chat.says("view reset", expect: "everything again", "view reset sort")
        let answer = try await chat.says("headlines", expect: "Ants march")
        #expect(!answer.contains("View: ") && order(answer) == "BCA")
    }

    @Test func `what was read, what has no picture and what is older can be left out`() async throws {
        let chat = try await chat()
        try await chat.says("headlines", expect: "1. Bees dance")
        try await chat.says("read 1", expect: "Bees")
        try await chat.says("view unread", expect: "show now: unread.")
        for list in ["headlines", "news", "headlines nature"] {
            #expect(try await !chat.says(list, expect: "View: unread", "Ants").contains("Bees"))
        }
        try await chat.says("view images", expect: "unread · with pictures")
        #expect(try await order(chat.says("headlines", expect: "Ants")) == "A")
        #expect(try await order(chat.says("news", expect: "Ants")) == "A")
        try await chat.says("headlines home", expect: "Nothing fits", "unread · with pictures", "view reset")
        try await chat.says("news home", expect: "Nothing fits")
        try await chat.says("view unread off", expect: "show now: with pictures.")
        try await chat.says("view images off", expect: "everything again")
        try await chat.says("view last week", expect: "last week")
        try await chat.says("headlines", expect: "Nothing fits")
        try await chat.says("view 24h", expect: "24 hours")
        #expect(try await order(chat.says("headlines", expect: "View: ")) == "BCA")
        try await chat.says("view all", expect: "everything again")
    }

    @Test func `a search has the view of its reader, also when it finds nothing`() async throws {
        let chat = try await chat()
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says("view sort title reverse without alpha", expect: "without Alpha")
        let found = try await chat.says("search ants OR bees OR cats", expect: "View: by title, backwards")
        #expect(found.hasPrefix("View: ") && order(found) == "BA", "\(found)")
        try await chat.says("read 1", expect: "Bees")
        try await chat.says("search cats from alpha", expect: "Cats sleep")
        try await chat.says("search cats", expect: "View: by title", "Nothing", "view reset")
        try await chat.says("view unread images", expect: "unread · with pictures")
        #expect(try await order(chat.says("search ants OR bees", expect: "View: unread")) == "A")
        #expect(try await order(chat.says("search nature from today", expect: "View: unread")) == "A")
        try await chat.says("podcasts", expect: "View: unread", "view reset")
        try await chat.says("view reset lastmonth", expect: "last month")
        try await chat.says("search bees", expect: "View: last month", "Nothing")
        try await chat.says("view reset", expect: "everything again")
        #expect(try await !chat.says("search bees", expect: "Bees dance").contains("View: "))
        try await chat.says("view without beta", expect: "without Beta")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("search bees OR ants", expect: "显示方式：不含Beta", "Ants")
        try await chat.says("view reset unread week sort source reverse", expect: "视图 重置")
        try await chat.says("view reset", expect: "视图 重置 未读 一周 排列 来源 倒序")
    }

    @Test func `a search sorted by relevance has the best match first`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry, ferry, ferry", by: "Alpha", hoursAgo: 3)
        try await chat.publishes("The last ferry of the evening waits", by: "Beta", hoursAgo: 1)
        for name in ["Gamma", "Delta"] { try await chat.publishes("\(name) on walruses", by: name, hoursAgo: 2) }
        while try await chat.store.indexSomeArticles() > 0 {}
        let own = try await chat.says("search ferry", expect: "1. Ferry, ferry", "2. The last ferry")
        #expect(!own.contains("View: "))
        try await chat.says("view sort relevance", expect: "most reported first")
        try await chat.says("search ferry", expect: "View: best match first", "1. Ferry, ferry", "2. The last ferry")
        try await chat.says("read 2", expect: "The last ferry")
        try await chat.says("search elephants", expect: "View: best match first", "Nothing")
        try await chat.says("view sort relevance reverse", expect: "least reported first")
        try await chat.says("search ferry", expect: "View: best match last", "1. The last ferry", "2. Ferry, ferry")
        try await chat.says("headlines", expect: "View: least reported first")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("search ferry", expect: "显示方式：最符合的在后")
    }

    @Test func `the examples name a source that the reader has`() async throws {
        try await chat().says("view", expect: "view without Gamma", "view with Gamma")
        try await Conversation().says("view", expect: "view without <feed>")
    }

    @Test func `the news of a place comes as the view says`() async throws {
        let chat = try await Conversation()
        for (index, name) in ["Gamma", "Alpha", "Beta"].enumerated() {
            try await chat.publishes(
                "\(["Ants march", "Cats sleep", "Bees dance"][index]) in Leipzig",
                by: name,
                hoursAgo: 3 - Double(index),
                imageURL: index == 0 ? "https://g.example/a.png" : nil
            )
        }
        let lists = ["near Leipzig", "region Saxony"]
        for list in lists { #expect(try await order(chat.says(list, expect: "Ants")) == "BCA", "\(list)") }
        try await chat.says("view sort title without beta", expect: "by title")
        for list in lists { #expect(try await order(chat.says(list, expect: "View: by title")) == "AC", "\(list)") }
        try await chat.says("view reset images", expect: "with pictures")
        for list in lists { #expect(try await order(chat.says(list, expect: "View: with pictures")) == "A", "\(list)") }
        try await chat.says("read 1", expect: "Ants")
        try await chat.says("view unread", expect: "unread · with pictures")
        for list in lists { try await chat.says(list, expect: "Nothing fits", "unread · with pictures") }
        try await chat.says("view images off", expect: "unread")
        for list in lists { #expect(try await order(chat.says(list, expect: "View: unread")) == "BC", "\(list)") }
        try await chat.says("unread 1", expect: "unread")
        try await chat.says("view lastweek", expect: "last week")
        for list in lists { try await chat.says(list, expect: "Nothing fits") }
    }

    @Test func `what is unread is listed in the view of its reader`() async throws {
        let chat = try await chat()
        for name in ["alpha", "beta", "gamma"] { try await chat.says("sub \(name)", expect: name.capitalized) }
        try await chat.says("view sort title", expect: "by title")
        for (name, title) in [("Gamma", "Ants march"), ("Alpha", "Cats sleep"), ("Beta", "Bees dance")] {
            let picture = name == "Beta" ? "https://b.example/b.png" : nil
            try await chat.publishes("\(title) again", by: name, hoursAgo: -1, imageURL: picture)
        }
        let all = try await chat.says("unread", expect: "View: by title", "view reset")
        #expect(order(all) == "ABC", "\(all)")
        try await chat.says("view without gamma", expect: "without Gamma")
        #expect(try await order(chat.says("unread", expect: "2")) == "BC")
        try await chat.says("view images", expect: "with pictures")
        #expect(try await order(chat.says("unread", expect: "View: with pictures")) == "B")
        try await chat.says("view reset yesterday", expect: "yesterday")
        try await chat.says("unread", expect: "View: yesterday", "view reset")
    }

    @Test func `what was marked as read by its feed is left out, too, and what was marked unread is not`() async throws
    {
        let chat = try await chat()
        try await chat.says("view unread", expect: "unread")
        let beta = try await chat.publishes("Dogs bark", by: "Beta", category: "Nature", hoursAgo: 0.5)
        let identity = Identity(network: "testnet", account: "alice")
        let alice = try #require(try await chat.store.profile(for: identity))
        _ = try await chat.store.addSubscription(
            of: alice.id.recipient,
            to: beta.id,
            at: identity.address,
            limit: 9,
            time: chat.clock.now.addingTimeInterval(-5_400)
        )
        for list in ["headlines", "news"] {
            #expect(try await !chat.says(list, expect: "Bees dance", "Dogs bark").contains("Nothing fits"))
        }
        try await chat.says("readall", expect: "2")
        for list in ["headlines", "news"] { try await chat.says(list, expect: "Nothing fits") }
        try await chat.says("undo", expect: "Taken back: readall")
        try await chat.says("headlines", expect: "Dogs bark")
    }

    @Test func `sources are left out by name, unless a list is of one`() async throws {
        let chat = try await chat()
        try await chat.says("view without Beta, Gamma sort title", expect: "by title", "without Beta and Gamma")
        #expect(try await order(chat.says("headlines", expect: "Cats")) == "C")
        try await chat.says("headlines beta", expect: "Bees")
        try await chat.says("view with beta", expect: "without Gamma.")
        #expect(try await order(chat.says("news", expect: "Bees")) == "BC")
        try await chat.says("view", expect: "Lists show: by title · without Gamma.", "view unread", "view reset")
        try await chat.says("view with gamma", expect: "by title.")
        try await chat.says("undo", expect: "Taken back: view")
        try await chat.says("view", expect: "by title · without Gamma")
        try await chat.says("view without gamma", expect: "show that already")
        try await chat.says("view without \"Alpha\" beta today", expect: "today", "without Alpha, Beta, and Gamma")
    }

    @Test(arguments: [
        ("sideways", "“sideways”", "`view` shows"), ("sort colour", "“colour”", "`relevance`"),
        ("sort", "Sorted by what", "date"),
        ("sort date sort title", "cannot both hold", "Write one"), ("today yesterday", "“yesterday”", "cannot both"),
        ("unread unread off", "cannot both hold", "Write one"), ("unread reset", "“reset”", "cannot both"),
        ("with beta without beta", "cannot both hold", "Write one"),
        ("reverse", "its own order", "view sort date reverse"),
        ("without", "Write a source after “without”", "its name"),
        ("without Nowhere Herald", "no feed “Nowhere Herald”", "feeds"),
        ("without 7", "no numbered list", "feeds"), ("unread \"images\"", "“images”", "cannot read"),
    ]) func `what cannot be followed says so and changes nothing`(line: String, one: String, other: String) async throws
    {
        let chat = try await chat()
        let answer = try await chat.says("view \(line)", expect: one)
        #expect(answer.replacing("`", with: "").contains(other.replacing("`", with: "")), "\(answer)")
        try await chat.says("view", expect: "Lists show everything, each in its own order.")
    }

    @Test func `a view leaves out thirty sources at most, however often one is named`() async throws {
        let chat = try await Conversation()
        for number in 1...31 { try await chat.publishes("Story \(number)", by: "Paper\(number)") }
        let all = (1...30).map { "Paper\($0)" }.joined(separator: ", ")
        try await chat.says("view without \(all)", expect: "Paper1, Paper10,", "and 25 more")
        try await chat.says("view without Paper31", expect: "at most 30 sources")
        let often = Array(repeating: "Paper1", count: 2_000).joined(separator: " ")
        try await chat.says("view without \(often)", expect: "at most 30 sources")
        #expect(try await !chat.says("headlines", expect: "Story 31").contains("Story 30"))
    }

    @Test func `a room has a view of its own, which its operators set`() async throws {
        let chat = try await chat()
        try await chat.says("crier: view sort title", as: .bob, in: "#room", expect: "operators can change that")
        try await chat.says("crier: view unread", as: .op, in: "#room", expect: "Nobody's reading is kept")
        try await chat.says(
            "crier: view sort title without beta",
            as: .op,
            in: "#room",
            expect: "by title · without Beta"
        )
        #expect(try await order(chat.says("!headlines", as: .bob, in: "#room", expect: "View: by title")) == "AC")
        let own = try await chat.says("headlines", expect: "Bees")
        #expect(!own.contains("View: "))
        let card = try await chat.says("crier: view", as: .bob, in: "#room", expect: "by title · without Beta")
        #expect(!card.contains("view unread"))
    }

    @Test func `a view concerns only lists that are asked for, and is gone with its owner`() async throws {
        let chat = try await chat()
        try await chat.says("view sort title without beta", expect: "by title")
        #expect(try await chat.says("digest week", expect: "Bees").contains("View: ") == false)
        try await chat.says("视图", expect: "by title")
        let alice = try #require(try await chat.store.profile(for: Identity(network: "testnet", account: "alice")))
        try await chat.store.erase(alice.id)
        #expect(try await chat.store.listView(of: alice.id.recipient).isUsual)
        try await chat.says("view unread", as: .guest, expect: "NickServ IDENTIFY")
    }
}
