import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

/// Words that a command does not use are refused, and nothing is done: every command has a row here.
@Suite(.timed) struct UnusedWordsTests {
    /// What no command knows and nothing is called.
    private static let nonsense = "zzqx"

    private enum Refusal {
        /// With how the command goes.
        case usage
        /// By name, as nothing that there is: that it is typed where a name belongs.
        case named
        case saying(String)
    }

    /// Lines of each command that mean something as they are, and how they are refused with one word more.
    private static let refused: [String: [(line: String, refusal: Refusal)]] = [
        "headlines": [
            ("headlines", .named), ("headlines 3", .named), ("headlines in Tech", .named),
            ("headlines at 07:30", .named), ("headlines at off", .usage),
        ],
        "news": [("news", .named), ("news Tech", .named)], "catchup": [("catchup", .named), ("catchup Tech", .named)],
        "digest": [
            ("digest week", .named), ("digest read", .named), ("digest as html", .named), ("digest at off", .usage),
        ],
        "read": [("read 1", .named)],
        "more": [("more", .named)],
        "unread": [("unread", .named), ("unread 1", .usage)],
        "readall": [("readall", .named), ("readall Tech", .named), ("readall Example", .named)],
        "saved": [("saved tag x", .usage)],
        "unsave": [("unsave 1", .named)],
        "why": [("why 1", .usage)], "story": [("story 1", .usage)],
        "unsub": [("unsub Example", .named), ("unsub all", .saying("I know no feed"))],
        "feeds": [("feeds", .usage), ("feeds broken", .usage), ("feeds mine", .usage)],
        "feed": [
            ("feed Example", .named), ("feed clear Example", .named), ("feed reset Example", .named),
            ("feed every Example 2h", .saying("I know no feed")),
        ],
        "category": [
            ("category", .usage), ("category list", .usage), ("category hide Tech", .named),
            ("category order off", .named),
            ("category delete Tech", .named), ("category colour Tech red", .saying("no category “Tech red”")),
        ],
        "pause": [("pause Example", .named), ("pause all", .saying("I know no feed"))],
        "resume": [("resume Example", .named)],
        "refresh": [("refresh", .named), ("refresh Tech", .named)],
        "undo": [("undo", .named), ("undo mine", .named)],
        "preview": [("preview Example", .usage)],
        "export": [("export opml", .usage), ("export games", .usage), ("export all", .usage)],
        "alert": [
            ("alert list", .usage), ("alert 1 on", .usage), ("alert 1 off", .usage), ("alert off 1", .usage),
            ("alert 1 urgent", .usage), ("alert 1 cooldown 2h", .named), ("alert 1 to dm", .usage),
            ("alert 1 remove", .usage), ("alert remove 1", .usage),
        ],
        "view": [("view", .named), ("view reset", .named), ("view unread sort date", .named)],
        "mute": [("mute story 1", .usage)],
        "sports": [("sports", .usage), ("sports list", .usage), ("sports order off", .named)],
        "investing": [("investing", .named)],
        "smart": [("smart list", .usage), ("smart remove Example", .named)],
        "filter": [
            ("filter list", .usage), ("filter 1 on", .usage), ("filter off 1", .usage), ("filter 1 remove", .usage),
        ],
        "test": [("test", .usage)],
        "unmute": [("unmute 1", .named), ("unmute all", .named)],
        "schedules": [("schedules", .usage), ("schedules off 1", .usage)],
        "quiet": [("quiet", .named), ("quiet off", .usage), ("quiet 22:00-07:00", .named)],
        "quiz": [
            ("quiz", .named), ("quiz 5", .named), ("quiz start", .named), ("quiz scores", .usage),
            ("quiz stop", .usage), ("quiz at 20:00", .named), ("quiz at off", .usage), ("quiz skip", .usage),
            ("quiz again", .usage), ("quiz hint 2", .usage),
        ],
        "games": [("games", .usage)], "streak": [("streak", .usage)], "badges": [("badges", .usage)],
        "word": [
            ("word letters", .usage), ("word practice", .named), ("word hard on", .usage), ("word at 08:00", .usage),
        ],
        "sudoku": [
            ("sudoku", .named), ("sudoku hard", .usage), ("sudoku e4 7", .named), ("sudoku hint", .named),
            ("sudoku at 08:00", .usage),
        ],
        "scores": [("scores", .usage), ("scores word week", .usage), ("scores global on", .usage)],
        "share": [("share", .usage), ("share word", .usage), ("share quiz", .usage)],
        "start": [("start", .usage)],
        "help": [("help", .named), ("help digest", .usage)],
        "set": [
            ("set", .named), ("set lang en", .named), ("set tz Europe/Paris", .named), ("set health on", .usage),
            ("set repeats", .usage), ("set updates on", .usage),
            ("set images on", .usage), ("set icons off", .usage),
            ("set quiet off", .saying("It goes like this: quiet")),
        ],
        "me": [("me", .usage)],
        "about": [("about", .usage)],
        "link": [("link", .saying("That code is wrong")), ("link ABCDEFGH", .usage)],
        "unlink": [("unlink bob", .usage)],
        "forget": [("forget me", .usage), ("forget history", .usage)],
        "yes": [("yes", .saying("That code is wrong")), ("yes 1234", .usage)],
        "no": [("no", .usage)],
    ]

    /// All of what stands behind these is theirs, whatever it says.
    private static let free: [String: String] = [
        "team": "a team's name", "near": "a place's name", "region": "a place's name",
        "map": "a category's or feed's name", "save": "a note",
        "sub": "addresses and names to look for", "import": "addresses",
        "search": "what is searched for", "podcasts": "what is searched for", "videos": "what is searched for",
        "history": "what is searched for", "sources": "a search of the catalogue",
        "discover": "a search of the catalogue",
        "bee": "a word to be found", "template": "the wording of stories",
            // `alert add`, `mute` of words, `feed rename` and `feed move`, too, beside what stands above.
    ]

    @Test func `every command is looked at`() {
        let names = Set(CommandTable.standard.commands.map(\.name))
        #expect(names == Set(Self.refused.keys).union(Self.free.keys))
        #expect(Set(Self.refused.keys).isDisjoint(with: Self.free.keys))
    }

    @Test func `a word too many is refused, and nothing has changed`() async throws {
        let chat = try await furnished()
        for (name, lines) in Self.refused.sorted(by: { $0.key < $1.key }) {
            for (line, refusal) in lines {
                let before = try await dump(chat)
                let answer = await chat.replies("\(line) \(Self.nonsense)")
                    .map { plain($0.message.body) }.joined(separator: "\n")
                switch refusal {
                case .usage: #expect(answer.hasPrefix("It goes like this: \(name)"), "\(line): \(answer)")
                case .named: #expect(answer.contains(Self.nonsense), "\(line): \(answer)")
                case .saying(let words): #expect(answer.contains(words), "\(line): \(answer)")
                }
                #expect(try await dump(chat) == before, "\(line) has changed something")
            }
        }
    }

    @Test func `politeness is no word too many`() async throws {
        let chat = try await furnished()
        try await chat.says("history please", expect: "You have not read anything")
        try await chat.says("feeds now please", expect: "Example")
        try await chat.says("hello there", expect: "Three steps")
        try await chat.says("me thank you", expect: "alice")
    }

    @Test(arguments: [
        ("headlines please", "1. "), ("headlines 3 please!", "1. "), ("news tech please", "1. "),
        ("read 1 please", "First thing"), ("more please", "There is no more"), ("saved please", "1. "),
        ("undo please", "Taken back: quiet"), ("refresh please", "feed"), ("refresh Tech thank you", "feed"),
        ("help please", "headlines"), ("help digest pls", "digest"), ("set lang en please", "English"),
        ("feed Example please", "Example"), ("feed clear Example please", "Example is empty here"),
        ("feed rename Example to Thank You please", "Thank You please"), ("quiz please", "good questions"),
        ("headlines at 09:30 谢谢", "09:30"), ("unsub Example thanks bot", "Example"),
        ("alert add \"thank you\" please", "please"), ("save 2 say thanks", "Saved Second"),
        ("mute yes please", "yes please"),
    ])
    func `please at the end is dropped, but where the words are kept`(line: String, words: String) async throws {
        let chat = try await furnished()
        let answer = try await chat.says(line, expect: words)
        #expect(!answer.contains("no category or feed") && !answer.contains("I know no feed"))
    }

    @Test func `a name may end as politeness does`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Quay opened", by: "News")
        try await chat.publishes("Locks closed", by: "News Now")
        let list = try await chat.says("headlines News Now please", expect: "Locks closed")
        #expect(!list.contains("Quay opened"))
        try await chat.publishes("Manners taught", by: "Please")
        try await chat.says("headlines \"please\"", expect: "Manners taught")
    }

    @Test func `a category or feed may be called as politeness is`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Quay opened", by: "Harbour", category: "Now", hoursAgo: -0.1)
        try await chat.publishes("Locks closed", by: "Bot", category: "Tech", hoursAgo: -0.1)
        try await chat.says("sub Harbour Bot", expect: "Harbour", "Bot")
        chat.clock.advance(by: 600)
        let list = try await chat.says("headlines Now", expect: "Quay opened")
        #expect(!list.contains("Locks closed"))
        try await chat.says("readall now", expect: "of Now as read")
        try await chat.says("unread", expect: "1 unread", "Locks closed")
        try await chat.says("pause Bot", expect: "Paused Bot.")
        let feeds = try await chat.says("feeds", expect: "Bot — ", "paused")
        #expect(feeds.components(separatedBy: "paused").count == 2)
        try await chat.says("pause", expect: "Harbour", "Bot")
        try await chat.says("resume bot", expect: "Resumed Bot.")
        try await chat.says("unsub Bot", expect: "Removed Bot.")
        try await chat.says("headlines there", expect: "Quay opened")
        try await chat.says("resume there", expect: "Resumed Harbour.")
    }

    @Test func `more than a line can hold is refused whole, where it is not worked through`() async throws {
        let chat = try await furnished()
        let many = (1...101).map { "feed\($0)" }.joined(separator: " ")
        for line in ["unsub", "preview"] {
            try await chat.says("\(line) \(many)", expect: "too many at once")
        }
        try await chat.says("feeds", expect: "Example")
    }

    @Test func `of several numbers one that is none keeps all as they are`() async throws {
        let chat = try await furnished()
        try await chat.says("unmute 1 99", expect: "nothing muted under “99”")
        try await chat.says("mute list", expect: "1. ")
        try await chat.says("saved", expect: "1. ")
        try await chat.says("unsave 1 99", expect: "99")
        try await chat.says("saved", expect: "1. ")
    }

    /// Alice, who has one of everything.
    private func furnished() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("First thing happened", "Second thing happened")
        for line in [
            "headlines", "save 1", "alert add rust", "mute elections", "headlines at 07:30", "quiet 22:00-07:00",
        ] {
            _ = await chat.replies(line)
        }
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        for feed in try await chat.store.defaultFeeds() {
            try await chat.store.sampleSubscription(of: profile, to: feed)
        }
        _ = await chat.replies("headlines")
        return chat
    }

    /// Everything that is stored, but how often commands are used.
    private func dump(_ chat: Conversation) async throws -> [String: [String]] {
        try await chat.store.read { db in
            let names = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('usage', 'articleText')"
            )
            return try names.reduce(into: [:]) { tables, name in
                tables[name] = try Row.fetchAll(db, sql: "SELECT * FROM \"\(name)\"").map(\.description)
            }
        }
    }
}
