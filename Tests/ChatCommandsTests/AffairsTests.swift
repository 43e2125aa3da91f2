import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Who may ask for and change whose affairs: every command, every owner, every asker.
@Suite(.timed) struct AffairsTests {
    enum Access {
        /// Shows what anybody may see.
        case open
        /// Needs an account wherever it is typed.
        case personal
        /// Shows an owner's affairs.
        case read
        /// Changes them.
        case change
    }

    struct Line: Sendable, CustomTestStringConvertible {
        var text: String
        var access: Access
        /// The word before another room's name; nil where none can be named.
        var place: String?
        /// A guest in private is shown what everybody sees.
        var isForGuests = false

        var testDescription: String { text }
    }

    /// A command without a line here fails the first test.
    static let lines: [String: [Line]] = [
        "headlines": [
            Line(text: "headlines", access: .open), Line(text: "headlines at 07:30", access: .change, place: "to"),
        ],
        "news": [Line(text: "news", access: .open)], "catchup": [Line(text: "catchup", access: .open)],
        "view": [Line(text: "view", access: .read), Line(text: "view sort title", access: .change)],
        "near": [Line(text: "near Leipzig", access: .open)], "region": [Line(text: "region Spain", access: .open)],
        "map": [Line(text: "map", access: .open)],
        "search": [Line(text: "search storm", access: .open)], "podcasts": [Line(text: "podcasts", access: .open)],
        "videos": [Line(text: "videos", access: .open)],
        "digest": [
            Line(text: "digest", access: .open), Line(text: "digest at 07:30", access: .change, place: "to"),
        ],
        "read": [Line(text: "read Example", access: .open)],
        "more": [Line(text: "more", access: .open)],
        "unread": [Line(text: "unread", access: .personal)],
        "readall": [Line(text: "readall", access: .personal)],
        "history": [Line(text: "history", access: .personal)],
        "save": [Line(text: "save Example", access: .personal)],
        "saved": [Line(text: "saved", access: .personal)],
        "unsave": [Line(text: "unsave Example", access: .personal)],
        "why": [Line(text: "why Example", access: .open)],
        "story": [Line(text: "story Example", access: .open)],
        "sub": [Line(text: "sub Example", access: .change, place: "to")],
        "unsub": [Line(text: "unsub Example", access: .change, place: "from")],
        "feeds": [Line(text: "feeds", access: .read, place: "in", isForGuests: true)],
        "feed": [
            Line(text: "feed Example", access: .open), Line(text: "feed rename Example Paper", access: .change),
            Line(text: "feed every Example 2h", access: .change),
            Line(text: "feed updates Example off", access: .change),
            Line(text: "feed clear Example", access: .change), Line(text: "feed reset Example", access: .change),
            Line(text: "feed move Example to Papers", access: .change),
        ],
        "category": [
            Line(text: "category", access: .read), Line(text: "category hide News", access: .change),
        ],
        "template": [
            Line(text: "template", access: .read), Line(text: "template Example {title}", access: .change),
        ],
        "pause": [Line(text: "pause Example", access: .change, place: "to")],
        "resume": [Line(text: "resume Example", access: .change, place: "to")],
        "refresh": [Line(text: "refresh Example", access: .open)],
        "undo": [Line(text: "undo", access: .change), Line(text: "undo mine", access: .personal)],
        "sources": [Line(text: "sources", access: .open)],
        "discover": [Line(text: "discover", access: .open)],
        "preview": [Line(text: "preview Example", access: .open)],
        "import": [
            Line(
                text: "import " + (1...11).map { "https://a\($0).example/feed" }.joined(separator: " "),
                access: .change,
                place: "to"
            )
        ],
        "export": [
            Line(text: "export opml", access: .read), Line(text: "export games", access: .personal),
        ],
        "alert": [
            Line(text: "alert list", access: .read, place: "in"),
            Line(text: "alert add moon", access: .change, place: "to"),
            Line(text: "alert remove 1", access: .change),
            Line(text: "alert 1 off", access: .change, place: "in"),
        ],
        "mute": [
            Line(text: "mute list", access: .read, place: "to"), Line(text: "mute list", access: .read, place: "in"),
            Line(text: "mutes", access: .read, place: "in"), Line(text: "mute moon", access: .change, place: "to"),
        ],
        "unmute": [Line(text: "unmute all", access: .change, place: "to")],
        "smart": [
            Line(text: "smart", access: .read), Line(text: "smart add heat = heat", access: .change),
        ],
        "filter": [
            Line(text: "filter", access: .read, place: "in"), Line(text: "filter list", access: .read, place: "to"),
            Line(text: "filter * moon", access: .change, place: "to"),
            Line(text: "filter 1 off", access: .change, place: "to"),
        ],
        "sports": [
            Line(text: "sports", access: .read), Line(text: "sports off tennis", access: .change),
            Line(text: "sports order football", access: .change),
        ],
        "team": [
            Line(text: "team", access: .read), Line(text: "team Arsenal", access: .change),
        ],
        "investing": [Line(text: "investing", access: .open)],
        "test": [Line(text: "test filter * moon", access: .read), Line(text: "test alert moon", access: .read)],
        "schedules": [
            Line(text: "schedules", access: .read, place: "in"),
            Line(text: "schedules off 1", access: .change, place: "in"),
            Line(text: "schedules 1 at 09:00", access: .change, place: "in"),
        ],
        "quiet": [
            Line(text: "quiet", access: .read, place: "to"), Line(text: "quiet off", access: .change, place: "to"),
        ],
        "quiz": [
            Line(text: "quiz scores", access: .read), Line(text: "quiz at 20:00", access: .change, place: "to"),
        ],
        "games": [Line(text: "games", access: .personal)], "streak": [Line(text: "streak", access: .personal)],
        "badges": [Line(text: "badges", access: .personal)],
        "bee": [
            Line(text: "bee", access: .personal), Line(text: "bee at 08:00", access: .change, place: "to"),
        ],
        "word": [
            Line(text: "word", access: .personal), Line(text: "word at 08:00", access: .change, place: "to"),
        ],
        "sudoku": [
            Line(text: "sudoku", access: .personal), Line(text: "sudoku at 08:00", access: .change, place: "to"),
        ],
        "scores": [Line(text: "scores", access: .read), Line(text: "scores global on", access: .personal)],
        "share": [Line(text: "share word", access: .personal)],
        "start": [Line(text: "start", access: .open)],
        "help": [Line(text: "help", access: .open)],
        "set": [
            Line(text: "set", access: .personal), Line(text: "set room", access: .read, isForGuests: true),
            Line(text: "set lang", access: .personal), Line(text: "set room idle", access: .read, isForGuests: true),
            Line(text: "set health on", access: .personal), Line(text: "set room health on", access: .change),
            Line(text: "set updates on", access: .personal),
            Line(text: "set repeats on", access: .personal), Line(text: "set room repeats on", access: .change),
        ],
        "me": [Line(text: "me", access: .personal)],
        "link": [Line(text: "link", access: .personal)],
        "unlink": [Line(text: "unlink", access: .personal)],
        "forget": [Line(text: "forget me", access: .personal)],
        "yes": [Line(text: "yes", access: .open)],
        "no": [Line(text: "no", access: .open)],
        "about": [Line(text: "about", access: .open)],
    ]

    enum Asker: CaseIterable {
        case guest
        /// Somebody with an account who is not in the other room.
        case account
        case member
        case `operator`
        case admin

        var speaker: Conversation.Speaker {
            switch self {
            case .guest: .guest
            case .account: .init(name: "stan", account: "stan")
            case .member: .init(name: "mia", account: "mia")
            case .operator: .op
            case .admin: .init(name: "ada", account: "ada")
            }
        }

        var mayChange: Bool { self == .operator || self == .admin }
    }

    enum Owner: CaseIterable {
        case asker
        /// The room it is typed in.
        case thisRoom
        case otherRoom
    }

    enum Outcome: Equatable {
        case heard
        case needsAccount
        case needsOperator
        /// The same as of a room that is not there.
        case hidden

        init(_ answer: String) {
            if answer.contains("or you are not") {
                self = .hidden
            } else if answer.contains("Only this channel's operators") {
                self = .needsOperator
            } else if answer.contains("I need to know who you are") {
                self = .needsAccount
            } else {
                self = .heard
            }
        }
    }

    static func expected(_ line: Line, _ owner: Owner, _ asker: Asker) -> Outcome {
        switch (line.access, owner) {
        case (.open, _): .heard
        case (.personal, _): asker == .guest ? .needsAccount : .heard
        case (.read, .asker), (.change, .asker): asker == .guest && !line.isForGuests ? .needsAccount : .heard
        case (.read, .thisRoom): .heard
        case (.change, .thisRoom): asker.mayChange ? .heard : .needsOperator
        case (.read, .otherRoom): asker.mayChange || asker == .member ? .heard : .hidden
        case (.change, .otherRoom): asker.mayChange ? .heard : asker == .member ? .needsOperator : .hidden
        }
    }

    @Test func `every command says here who may`() {
        #expect(Set(CommandTable.standard.commands.map(\.name)) == Set(Self.lines.keys))
    }

    @Test func `every setting of a feed says here who may change it`() {
        let rows = Self.lines["feed", default: []].filter { $0.access == .change }.map(\.text)
        for setting in FeedSetting.allCases {
            #expect(rows.contains { $0.hasPrefix("feed \(setting.rawValue) ") }, "\(setting)")
        }
    }

    /// Somebody's or a room's own: a feed whose address holds a token, its news, and all that can be asked for.
    struct Secrets {
        var name: String
        var room: String?
        var hour: String

        var feed: String { name + "paper" }
        var headline: String { name + "headline" }
        var address: String { "https://\(name).example/feed?token=\(name)token" }

        /// None of these may stand in an answer to others.
        var words: [String] {
            ["\(name).example", "\(name)token", feed, headline, "\(name)alert", "\(name)mute", "\(name)note", hour]
        }

        static let person = Secrets(name: "zed", hour: "03:33")
        static let otherRoom = Secrets(name: "yonder", room: "#there", hour: "04:44")

        func make(in chat: Conversation) async throws {
            let store = chat.store
            let description = FeedDescription(url: address, name: feed, category: "\(name)note")
            let kept = try await store.ensureFeed(description, at: .sampleNow)
            var (owner, place) = (try await store.sampleProfile("zed").id.recipient, Identity.sample("zed").address)
            if let room {
                owner = try await store.sampleRoom(room).id.recipient
                place = Address(network: "testnet", kind: .room, target: room)
            }
            _ = try await store.addSubscription(of: owner, to: kept.id, at: place, limit: 9, time: .sampleNow - 9_000)
            try await store.sampleRefresh(kept, [], at: .sampleNow - 8_000)
            try await store.sampleRefresh(kept, [.sample(headline)], at: .sampleNow - 60)
            let speaker = room == nil ? Conversation.Speaker(name: "zed", account: "zed") : .op
            for line in ["alert add \(name)alert", "mute \(name)mute", "headlines at \(hour)"] {
                let text = room == nil ? line : "crier: " + line
                try await chat.says(text, as: speaker, in: room, expect: line.contains("at") ? hour : name)
            }
            if room == nil { try await chat.says("save \(headline) \(name)note", as: speaker, expect: headline) }
        }
    }

    /// A store that holds everybody's secrets, made once.
    private actor Prepared {
        static let shared = Prepared()
        private var store: Store?

        func get() async throws -> Store {
            if let store { return store }
            let chat = try await Conversation(admins: [.sample("ada")])
            try await chat.publishes("One thing happened")
            for secrets in [Secrets.person, .otherRoom] { try await secrets.make(in: chat) }
            store = chat.store
            return chat.store
        }
    }

    private func chat() async throws -> Conversation {
        let chat = try await Conversation(admins: [.sample("ada")], copying: Prepared.shared.get())
        chat.network.makeMember("mia", of: "#there")
        chat.network.makeOperator("olga", in: "#there")
        return chat
    }

    @Test(arguments: lines.values.flatMap { $0 })
    func `each may what is theirs and no more`(line: Line) async throws {
        // What only shows, or is refused, leaves nothing behind: a new one for each would take minutes.
        let shared = try await chat()
        for owner in Owner.allCases where owner != .otherRoom || line.place != nil {
            for asker in Asker.allCases {
                let expected = Self.expected(line, owner, asker)
                let chat = line.access == .read || expected != .heard ? shared : try await chat()
                let room = owner == .thisRoom ? "#here" : nil
                var text = owner == .thisRoom ? "crier: \(line.text)" : line.text
                if owner == .otherRoom, let place = line.place { text += " \(place) #there" }
                let replies = await chat.replies(text, as: asker.speaker, in: room)
                let answer = replies.map { plain($0.message.body) }.joined(separator: "\n")
                #expect(!answer.isEmpty, "\(text) by \(asker)")
                #expect(Outcome(answer) == expected, "\(text) of \(owner) by \(asker): \(answer)")
                let isTheirs = owner == .otherRoom && expected == .heard
                let secrets = Secrets.person.words + (isTheirs ? [] : Secrets.otherRoom.words)
                let told = secrets.filter(answer.contains)
                #expect(told.isEmpty, "\(text) of \(owner) by \(asker) tells \(told): \(answer)")
            }
        }
    }

    /// What was said about something that is not there, without its name.
    private func answer(_ line: Line, about name: String, as asker: Asker, _ chat: Conversation) async -> String {
        let replies = await chat.replies(line.text.replacing("Example", with: name), as: asker.speaker)
        return replies.map { plain($0.message.body) }.joined(separator: "\n").replacing(name, with: "…")
    }

    @Test(arguments: lines.values.flatMap { $0 }.filter { $0.text.contains("Example") })
    func `what is another's is to everybody as if it were not there`(line: Line) async throws {
        for asker in [Asker.guest, .account, .operator] {
            let chat = try await chat()
            // The note for guests comes once an hour.
            _ = await answer(line, about: "wedpaper", as: asker, chat)
            let nothing = await answer(line, about: "wedpaper", as: asker, chat)
            for name in [Secrets.person.feed, Secrets.person.headline] {
                #expect(await answer(line, about: name, as: asker, chat) == nothing, "\(line.text) by \(asker)")
            }
        }
    }

    @Test func `their owners are told of these affairs`() async throws {
        let chat = try await chat()
        let zed = Conversation.Speaker(name: "zed", account: "zed")
        let lines = ["feed zedpaper", "headlines", "alert list", "mutes", "schedules", "saved", "feeds"]
        var text = ""
        for line in lines { text += await chat.replies(line, as: zed).map { plain($0.message.body) }.joined() }
        #expect(Secrets.person.words.allSatisfy(text.contains), "\(text)")
        let asked = ["headlines", "alert list in #there", "mutes in #there", "schedules in #there", "feeds in #there"]
        text = ""
        for line in asked {
            let room = line == "headlines" ? "#there" : nil
            let typed = room == nil ? line : "crier: " + line
            text += await chat.replies(typed, as: .op, in: room).map { plain($0.message.body) }.joined()
        }
        for words in ["yonderheadline", "yonderalert", "yondermute", "04:44", "yonderpaper"] {
            #expect(text.contains(words), "\(words): \(text)")
        }
    }

    @Test(arguments: lines.values.flatMap { $0 }.filter { $0.place != nil })
    func `strangers hear of a room the same whether the bot is there or not`(line: Line) async throws {
        for asker in [Asker.guest, .account] {
            var answers: [String] = []
            for room in ["#there", "#where"] {
                let chat = try await chat()
                let replies = await chat.replies("\(line.text) \(line.place ?? "") \(room)", as: asker.speaker)
                answers.append(replies.map { plain($0.message.body) }.joined().replacing(room, with: "#room"))
            }
            #expect(answers[0] == answers[1])
        }
    }
}
