import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

/// Every command that changes what its owner has chosen has rows here: each is done, says how it is undone, and is
/// undone.
@Suite(.timed) struct UndoTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// What is typed before, so that there is something to change.
        var before: [String] = []
        var line: String
        /// What the answer names to take it back.
        var way = "undo"
        var room: String?

        init(_ line: String, after before: String..., way: String = "undo", in room: String? = nil) {
            (self.line, self.before, self.way, self.room) = (line, before, way, room)
        }

        var testDescription: String { line }
    }

    private static let addresses = (1...11).map { "https://a\($0).example/feed" }.joined(separator: " ")

    static let changing: [String: [Row]] = [
        "headlines": [
            Row("headlines at 08:00"), Row("headlines also at 09:00", way: "schedules off 2"), Row("headlines at off"),
        ],
        "digest": [Row("digest at 18:00", way: "schedules off 2"), Row("digest at off", after: "digest at 18:00")],
        "quiz": [Row("quiz at 20:00", way: "schedules off 2")],
        "word": [Row("word at 08:00", way: "schedules off 2"), Row("word hard on")],
        "sudoku": [
            Row("sudoku at 08:00", way: "schedules off 2"), Row("sudoku hard at 08:00", way: "schedules off 2"),
        ],
        "bee": [Row("bee at 08:00", way: "schedules off 2")],
        "scores": [Row("scores global on")],
        "schedules": [Row("schedules off 1"), Row("schedules 1 at 09:00")],
        "unread": [Row("unread 2", after: "headlines", "read 2")],
        "readall": [Row("readall"), Row("readall Example")],
        "save": [Row("save 2 a note #tag", after: "headlines"), Row("save 1 another", after: "headlines")],
        "unsave": [Row("unsave 1", after: "saved")],
        "sub": [
            Row("sub Other", way: "unsub Other"), Row("sub Other as Pier in Papers every 2h", way: "unsub Pier"),
            Row("sub Example in Papers"), Row("sub storm", way: "unsub storm"),
        ],
        "unsub": [
            Row("unsub Example"), Row("unsub Example Third"), Row("unsub storm", after: "sub storm"),
        ],
        "pause": [
            Row("pause Example", way: "resume Example"), Row("pause Example 3d", way: "resume Example"),
            Row("pause", way: "resume"), Row("pause storm", after: "sub storm", way: "resume storm"),
        ],
        "resume": [
            Row("resume Example", after: "pause Example", way: "pause Example"),
            Row("resume", after: "pause", way: "pause"),
        ],
        "feed": [
            Row("feed rename Example to Paper"), Row("feed move Example to Papers"),
            Row("feed every Example 2h", way: "feed Example every auto"), Row("feed clear Example"),
            Row("feed reset Paper", after: "feed rename Example to Paper"),
            Row("feed updates Example off", way: "feed updates Example auto", in: "#matrix"),
        ],
        "category": [
            Row("category add Climate"), Row("category rename Tech to Climate"), Row("category rename Tech to Papers"),
            Row("category hide Tech"), Row("category show Tech", after: "category hide Tech"),
            Row("category colour Tech red"), Row("category order papers, tech"),
            Row("category order off", after: "category order Tech"), Row("category delete Tech"),
        ],
        "smart": [
            Row("smart add heat = heat"), Row("smart off storm"), Row("smart rename storm to gale"),
            Row("smart remove storm"), Row("smart remove storm", after: "sub storm"),
        ],
        "sports": [
            Row("sports off tennis", way: "sports on Tennis"), Row("sports order football, tennis"),
            Row("sports order off", after: "sports order tennis"),
        ],
        "team": [Row("team Arsenal"), Row("team remove storm")],
        "template": [
            Row("template Example {title}", way: "template Example reset"),
            Row("template Example reset", after: "template Example {title}", way: "template Example {title}"),
        ],
        "import": [Row("import \(addresses)")],
        "alert": [
            Row("alert add moon", way: "alert 2 remove"), Row("alert add breaking 4 in 60m", way: "alert 2 remove"),
            Row("alert 1 off"), Row("alert 1 on", after: "alert 1 off"), Row("alert 1 urgent"),
            Row("alert 1 cooldown 2h"), Row("alert 1 remove"),
        ],
        "mute": [Row("mute stars", way: "unmute 2"), Row("mute elections 7d")],
        "unmute": [Row("unmute 1"), Row("unmute all")],
        "filter": [
            Row("filter * moon"), Row("filter 1 off"), Row("filter 1 on", after: "filter 1 off"),
            Row("filter 1 remove"),
        ],
        "quiet": [Row("quiet 23:00-06:00 except urgent"), Row("quiet off", way: "quiet 22:00-07:00")],
        "set": [
            Row("set lang zh-Hans", way: "撤销"), Row("set tz Europe/Paris"), Row("set health off"),
            Row("set repeats on"),
            Row("set repeats on Example"), Row("set updates on"), Row("set images on"),
            Row("set format plain", way: "set format rich"),
            Row("set layout compact"), Row("set icons off"), Row("set every 2h"),
            Row("set room icons off", in: "#news"),
            Row("set room idle 7", in: "#news"), Row("set room lines 9", in: "#news"),
            Row("set room prefix ?", in: "#news"),
            Row("set room alerts wait", after: "set room alerts now", in: "#news"),
            Row("set room notice on", after: "set room notice off", in: "#news"),
            Row("set room colour on", after: "set room colour off", in: "#news"),
            Row("set room verbs more search", in: "#news"), Row("set room games off", in: "#news"),
            Row("set room lang zh-Hans", way: "撤销", in: "#news"), Row("set room tz Europe/Paris", in: "#news"),
            Row("set room health off", in: "#news"), Row("set room repeats on", in: "#news"),
            Row("set room story updates on", in: "#news"), Row("set room layout compact", in: "#news"),
            Row("set room updates edit", after: "set room updates off", in: "#matrix"),
            Row("set room digests thread", after: "set room digests plain", in: "#matrix"),
        ],
        "view": [Row("view unread sort source"), Row("view without Example"), Row("view reset", after: "view images")],
    ]

    /// Commands that change nothing of what an owner has chosen, and why there is nothing to undo.
    static let others: [String: String] = [
        "news": "lists", "catchup": "lists", "search": "lists", "podcasts": "lists", "videos": "lists",
        "near": "lists", "region": "lists", "investing": "lists", "map": "lists", "read": "the history grows",
        "more": "lists",
        "history": "lists", "saved": "lists", "why": "explains", "story": "explains", "feeds": "lists",
        "refresh": "fetches", "undo": "undoes", "sources": "lists", "discover": "lists",
        "preview": "shows",
        "export": "shows", "test": "tries", "games": "lists", "streak": "shows", "badges": "shows",
        "share": "sends", "start": "explains", "help": "explains", "me": "shows", "about": "explains",
        "link": "joins accounts, after a code", "unlink": "parts accounts", "forget": "erases, after a code",
        "yes": "confirms: see the test of `unsub all`", "no": "refuses",
    ]

    @Test func `every command is looked at`() {
        let names = Set(CommandTable.standard.commands.map(\.name))
        #expect(names == Set(Self.changing.keys).union(Self.others.keys))
        #expect(Set(Self.changing.keys).isDisjoint(with: Self.others.keys))
    }

    @Test(arguments: changing.keys.sorted())
    func `each change names its undo, and undo leaves everything as it was`(name: String) async throws {
        for row in Self.changing[name] ?? [] {
            let chat = try await furnished(row.room == "#matrix" ? .matrix : .irc)
            for line in row.before { _ = await said(line, row, chat) }
            let before = try await choices(chat)
            chat.clock.advance(by: 60)
            let answer = await said(row.line, row, chat)
            #expect(try await choices(chat) != before, "\(row.line) has changed nothing: \(answer)")
            #expect(answer.contains(row.way), "\(row.line): \(answer)")
            chat.clock.advance(by: 60)
            let undone = await said(row.room == nil ? "undo" : "crier: undo", row, chat)
            #expect(undone.contains("Taken back") || undone.contains("已撤销"), "\(row.line): \(undone)")
            let after = try await choices(chat)
            for (table, rows) in before { #expect(after[table] == rows, "\(row.line), \(table): \(undone)") }
        }
    }

    @Test func `all that is followed is followed again after a code was given for its end`() async throws {
        let chat = try await furnished(.irc)
        _ = await chat.replies("sub storm")
        let before = try await choices(chat)
        let asked = await chat.replies("unsub all").map { plain($0.message.body) }.joined(separator: "\n")
        let code = try #require(asked.firstMatch(of: /yes (\w+)/)).output.1
        try await chat.says("yes \(code)", expect: "undo")
        try await chat.says("feeds", expect: "Nothing is followed")
        try await chat.says("undo", expect: "Taken back: unsub all")
        #expect(try await choices(chat) == before)
    }

    @Test func `ten changes of every kind are taken back one after the other, the eleventh is not`() async throws {
        let chat = try await furnished(.irc)
        let lines = [
            "mute zero", "sub Other", "alert add moon", "feed rename Example to Paper", "set lang zh-Hans",
            "save 2", "view images", "pause Third", "category add Climate", "readall", "digest at 18:00",
        ]
        var states: [[String: [String]]] = []
        _ = await chat.replies("headlines")
        for line in lines {
            states.append(try await choices(chat))
            chat.clock.advance(by: 60)
            _ = await chat.replies(line)
        }
        for state in states.reversed().dropLast() {
            _ = await chat.replies("undo")
            #expect(try await choices(chat) == state)
        }
        try await chat.says("undo", expect: "nothing to undo")
        #expect(try await choices(chat) == states[1])
    }

    // MARK: -

    private func said(_ line: String, _ row: Row, _ chat: Conversation) async -> String {
        let isTyped = row.room != nil && !line.hasPrefix("crier")
        return await chat.replies(isTyped ? "crier: \(line)" : line, as: row.room == nil ? .alice : .op, in: row.room)
            .map { plain($0.message.body) }.joined(separator: "\n")
    }

    /// Alice has one of everything; the rooms follow a feed.
    private func furnished(_ kind: NetworkKind) async throws -> Conversation {
        let chat = try await Conversation(kind: kind, sources: SportsCommandTests.sources)
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("First thing", "Second thing", "Third thing", hoursAgo: -0.5)
        let third = try await chat.publishes("Fourth thing", by: "Third", category: "Papers", hoursAgo: -0.5)
        try await chat.publishes("Fifth thing", by: "Other", category: "Papers", hoursAgo: -0.5)
        for feed in [feed, third] {
            try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        }
        chat.clock.advance(by: 3_600)
        for name in ["#news", "#matrix"] {
            let room = try await chat.store.sampleRoom(name, at: chat.clock.now)
            _ = try await chat.store.addSubscription(
                of: room.id.recipient,
                to: feed.id,
                at: Address(network: "testnet", kind: .room, target: name),
                limit: 9,
                time: chat.clock.now
            )
        }
        for line in [
            "headlines", "save 1", "alert add rust", "mute elections", "headlines at 07:30", "quiet 22:00-07:00",
            "filter * crypto", "smart add storm = storm",
        ] {
            _ = await chat.replies(line)
        }
        try await chat.store.write { try $0.execute(sql: "DELETE FROM ownChange") }
        return chat
    }

    /// All that owners have chosen, as it is stored, without what happens by itself.
    private func choices(_ chat: Conversation) async throws -> [String: [String]] {
        let bySelf: Set<String> = [
            "lastVisitAt", "visitBeforeEndedAt", "lastAlertNumber", "lastScheduleNumber", "lastMuteNumber",
            "lastFilterNumber", "lastSmartFeedNumber", "movedAt", "matchCount", "lastFiredAt", "firesAt",
        ]
        return try await chat.store.read { db in
            try WatchedTable.allCases.reduce(into: [:]) { tables, table in
                let columns = try db.columns(in: table.rawValue).map(\.name).filter { !bySelf.contains($0) }
                tables[table.rawValue] = try GRDB.Row.fetchAll(
                    db,
                    sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table.rawValue) ORDER BY 1, 2"
                ).map(\.description)
            }
        }
    }
}
