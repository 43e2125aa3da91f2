import Foundation
import Localization
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// Commands and the words after them in the languages of `locales/`.
@Suite(.timed) struct TypedWordsTests {
    private static func catalogue() throws -> Catalogue { try ShippedCatalogue.catalogue() }
    private static func table() throws -> CommandTable {
        CommandTable.standard.speaking(try catalogue().typedWords)
    }

    /// The words of one row of `verbs.toml`.
    private func words(_ key: String, _ language: String) throws -> [String] {
        try Self.catalogue().localizer(language: language).text(key).split { $0 == "|" || $0 == "\n" }.map(String.init)
    }

    @Test func `every command and alias has words of its own in every language, and none means two things`() throws {
        let table = try Self.table()
        for language in try Self.catalogue().languages {
            var seen: Set<String> = []
            for command in CommandTable.standard.commands {
                for word in command.words {
                    let key = "verbs.command." + word
                    let own = try words(key, language)
                    #expect(!own.isEmpty && own != [key], "\(language) has no word for \(word)")
                    for name in own {
                        #expect(seen.insert(name).inserted, "\(language): \(name) stands twice")
                        #expect(name == name.lowercased() && !name.contains(where: \.isWhitespace), "\(name)")
                        #expect(table.command(named: name)?.name == command.name, "\(name) in \(language)")
                        #expect(table.english(name) == word, "\(name) in \(language)")
                    }
                }
            }
        }
    }

    @Test func `no fixed word after a command means two things`() throws {
        let catalogue = try Self.catalogue()
        let table = try Self.table()
        let keys = catalogue.ownMessageFacts("en").keys.filter { $0.hasPrefix("verbs.word.") }
        #expect(keys.count > 60)
        for language in catalogue.languages {
            var seen: Set<String> = []
            for key in keys {
                for word in try words(key, language) {
                    #expect(seen.insert(word).inserted, "\(language): \(word) stands twice")
                    #expect(
                        table.understood([CommandWord(raw: word, text: word, isQuoted: false)])[0].keyword
                            == key.dropFirst(11)
                    )
                }
            }
        }
    }

    @Test func `a topic of help is named by no command`() throws {
        for language in try Self.catalogue().languages {
            for topic in Command.Topic.allCases where language != "en" {
                let name = try Self.catalogue().localizer(language: language).text("help.topic.\(topic.rawValue)")
                #expect(try Self.table().command(named: name) == nil, "\(name)")
            }
        }
    }

    @Test func `every name that a game is shown under means its command, in every language`() throws {
        let (catalogue, table) = (try Self.catalogue(), try Self.table())
        var count = 0
        for language in catalogue.languages {
            let areas = ["puzzle.kind.", "puzzle.called.", "schedule.kind."]
            for (area, game) in areas.flatMap({ area in ["word", "sudoku", "bee", "quiz"].map { (area, $0) } }) {
                for name in try words(area + game, language) where name != area + game {
                    count += 1
                    let line = try meaning(name)
                    #expect(line?.name == game && line?.words == [], "\(name) in \(language)")
                    let timed = try meaning("\(name) at 20:00")
                    #expect(timed?.name == game && timed?.words == ["at", "20:00"], "\(name) in \(language)")
                    #expect(try meaning("scores \(name)")?.words == [game], "\(name) in \(language)")
                    let explained = table.game(named: name) ?? table.command(named: name)
                    #expect(explained?.name == game, "\(name) in \(language)")
                }
            }
        }
        #expect(count >= 20)
        #expect(try meaning("Spelling Bee!")?.name == "bee")
        #expect(try meaning("search spelling bee")?.words == ["spelling", "bee"])
        #expect(try meaning("\"spelling bee\"") == nil)
    }

    @Test func `a game is opened by its shown name, in rooms and with help, too`() async throws {
        let chat = try await Conversation()
        try await chat.says("Spelling Bee", expect: "Spelling Bee", "pangrams")
        try await chat.says("!spelling bee", in: "#news", expect: "pangrams")
        try await chat.says("help spelling bee", expect: "seven letters")
        try await chat.says("word target", expect: "Word Target", "6 guesses left")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("拼词蜂巢", expect: "拼词蜂巢第", "全字母词")
        try await chat.says("帮助 拼词蜂巢", expect: "七个字母")
        try await chat.says("得分榜 拼词蜂巢 今天", expect: "得分：拼词蜂巢，今天")
    }

    // MARK: - Hints

    /// Every hint in the sources, with an example for what is inserted.
    private static func hints() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var hints: Set<String> = []
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for beginning in ["int(\"", "typed(\""] {
                for rest in text.components(separatedBy: beginning).dropFirst() {
                    let line = rest.prefix { $0 != "\n" }.replacing(#/\\\([^"]*?\)(?=[ "])/#, with: "7")
                    let hint = line.replacing("\\\"", with: "'").prefix { $0 != "\"" }.replacing("'", with: "\"")
                    let verb = String(hint.prefix { $0 != " " })
                    if CommandTable.standard.command(named: verb) != nil, !hint.contains("\\") {
                        hints.insert(String(hint))
                    }
                }
            }
        }
        return hints
    }

    /// `names` are the words where they are commands' names, as after `help`.
    private func meaning(_ line: String) throws -> (name: String, words: [String], names: [String])? {
        let table = try Self.table()
        guard case .command(let command, let rest) = table.request(table.words(in: line), allowingPrefix: false)
        else { return nil }
        let words = rest.words.map { $0.isQuoted ? $0.text : $0.keyword }
        return (command.name, words, rest.words.map { table.english($0.text) })
    }

    /// Words with the fields of queries by their English names: `标题:x` is `title:x`.
    private func inEnglish(_ words: [String]) throws -> [String] {
        let fields = try Self.table().words.fields
        return words.map { word in
            let typed = fields.first { word.trimmingPrefix("-").hasPrefix($0.key + ":") }
            return typed.map { word.replacing($0.key + ":", with: $0.value + ":", maxReplacements: 1) } ?? word
        }
    }

    @Test func `every hint in every language is the same command when it is typed back`() throws {
        let hints = try Self.hints()
        #expect(hints.count > 60)
        for language in try Self.catalogue().languages {
            let localizer = try Self.catalogue().localizer(language: language)
            for hint in hints {
                let english = try meaning(hint)
                let shown = localizer.typed(HintLine(hint))
                let own = try meaning(shown)
                #expect(english != nil && own?.name == english?.name, "\(hint) is \(shown)")
                let ownWords = try own.map { try inEnglish($0.words) }
                let isSame = ownWords == english?.words || own?.names == english?.names
                #expect(isSame, "\(hint) is \(shown)")
                #expect(language == "en" || shown != hint, "\(hint) has no words in \(language)")
            }
        }
    }

    @Test func `names in hints stay as they are`() throws {
        let localizer = try Self.catalogue().localizer(language: "zh-Hans")
        #expect(localizer.typed("unsub \("Today in all") to dm") == "退订 Today in all 发到 私聊")
        #expect(localizer.typed("alert add \"to the moon\" to mail") == "提醒 添加 \"to the moon\" 发到 邮件")
        #expect(localizer.typed("unlink \("net"):\("read")") == "取消关联 net:read")
        #expect(localizer.typed("digest at 18:00 [daily|weekdays]") == "摘要 定时 18:00 [每天|工作日]")
        #expect(localizer.typed("headlines 3/category") == "头条 3/分类")
    }

    // MARK: - Lines

    @Test(arguments: [
        ("头条", "headlines"), ("头条5", "headlines 5"), ("头条 5", "headlines 5"), ("订阅bbc", "sub bbc"),
        ("订阅 bbc", "sub bbc"), ("提醒瓦伦西亚", "alert 瓦伦西亚"), ("今天的摘要", "digest today"), ("今天 摘要", "digest today"),
        ("每天8点的摘要", "digest daily 8点"), ("摘要 定时 18:00 发到邮件", "digest at 18:00 to mail"), ("退订全部", "unsub all"),
        ("提醒 2 关闭", "alert 2 off"), ("静音 bbc 7天", "mute bbc 7d"), ("bbc头条", "headlines bbc"), ("帮助！", "help"),
        ("订阅 bbc 发到 私聊", "sub bbc to dm"), ("订阅源 改名 bbc 为 英广", "feed rename bbc to 英广"),
        ("设置 语言 中文", "set lang 中文"), ("忘记 我", "forget me"), ("每周 摘要", "digest weekly"), ("訂閱bbc", "sub bbc"),
    ]) func `lines are read with and without spaces`(line: String, english: String) throws {
        let own = try #require(try meaning(line), "\(line)")
        let other = try #require(try meaning(english))
        #expect(own.name == other.name && own.words == other.words, "\(line): \(own)")
    }

    @Test(arguments: ["今天天气不错", "提醒我明天开会", "帮助我做饭", "头条是什么", "我想订阅", "关注我们的频道", "订阅吗"])
    func `sentences are no commands, however they begin`(line: String) throws {
        #expect(try meaning(line) == nil)
    }

    @Test(arguments: [
        ("头条", true), ("头条5", true), ("订阅 bbc", true), ("今天的摘要", true), ("收藏 3", true), ("退订 3", true),
        ("提醒 会议改期", false),
        ("关注 我们的频道", false), ("更多精彩内容", false), ("订阅更多精彩", false), ("提醒：会议改期", false), ("新闻联播很好看", false),
        ("帮助 大家", false), ("来源 是 新华社", false),
    ]) func `a letter in Chinese holds a command only where one stands alone`(line: String, isCommand: Bool) throws {
        let vocabulary = CommandVocabulary.standard(
            prefix: "!",
            rooms: NetworkKind.roomMarks,
            catalogue: try Self.catalogue()
        )
        #expect(vocabulary.isCommand(line) == isCommand)
    }

    @Test func `networks know the words, too`() throws {
        let vocabulary = CommandVocabulary.standard(
            prefix: "!",
            rooms: NetworkKind.roomMarks,
            catalogue: try Self.catalogue()
        )
        #expect(vocabulary.entry(named: "头条")?.name == "headlines")
        #expect(vocabulary.quotedLineAnswers.contains("收藏") && vocabulary.begins("!导入 x", with: .importing))
        #expect(vocabulary.entry(named: "帮助")?.name == "help")
        #expect(vocabulary.isHarmless("头条 5") && !vocabulary.isHarmless("头条 定时 8:00") && !vocabulary.isHarmless("退订全部"))
        #expect(vocabulary.asksForPushes("摘要 定时 8:00"))
    }

    @Test(arguments: [
        ("头条５", "头条5"), ("quiet ２２：００－０７：００", "quiet 22:00-07:00"), ("read １，３", "read 1,3"), ("ｓｕｂ", "sub"),
        ("收藏：好", "收藏：好"),
    ]) func `full-width digits and letters are normal ones`(typed: String, clean: String) {
        #expect(PlainInput.cleaned(typed) == clean)
    }

    // MARK: - Conversations

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `everybody may type Chinese words, and who reads Chinese is answered with them`(kind: NetworkKind) async throws
    {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Flood in Valencia", "Quiet day")
        try await chat.says("头条", expect: "Flood in Valencia", "To read one: read 1")
        try await chat.says("!头条1", in: "#news", expect: "Flood in Valencia")
        try await chat.says("头条", in: "#news")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("头条", expect: "Flood in Valencia", "：阅读 1")
        try await chat.says("!阅读 1", expect: "Flood in Valencia")
        try await chat.says("提醒瓦伦西亚", expect: "瓦伦西亚", "：提醒 1 删除")
        try await chat.says("提醒 1 删除", expect: "瓦伦西亚", "撤销：撤销")
        try await chat.says("头条 定时 8点", expect: "08:00", "：定时 关闭 1")
        try await chat.says("!定时 关闭 1", expect: "08:00")
        try await chat.says("今天的摘要", expect: "Flood in Valencia")
        try await chat.says("帮组", expect: "帮助")
        try await chat.says("提醒我明天开会", expect: "提醒我明天开会", "或 帮助")
    }

    /// What a text shows to be typed.
    private static func codes(in spans: [RichText.Span]) -> [String] {
        spans.flatMap { span -> [String] in
            switch span {
            case .code(let text): [text]
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): codes(in: inner)
            default: []
            }
        }
    }

    private static func codes(in body: RichText) -> [String] {
        body.blocks.flatMap { block -> [String] in
            switch block {
            case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans):
                codes(in: spans)
            default: []
            }
        }
    }

    @Test func `what answers show to be typed has no English word for which the language has one`() async throws {
        let lines = [
            "category hide Sports", "undo", "category add Climate", "undo", "view", "view sort source", "view reset",
            "set layout", "set layout compact", "undo", "headlines 0", "headlines 99/category", "headlines 3/nonsense",
            "search sports moon", "feeds", "filter", "filter * moon", "undo", "mute moon", "undo", "template",
            "alert add moon urgent", "alert list", "alert 1 off", "undo", "alert add breaking 4 in 60m", "undo",
            "quiet 22:00-07:00 except urgent", "undo", "headlines at 8:00", "schedules", "undo",
        ]
        for language in try Self.catalogue().languages where language != "en" {
            let chat = try await Conversation()
            try await chat.publishes("Moon landing", "Quiet day", by: "Example", category: "Sports")
            _ = await chat.replies("set lang \(language)")
            let localizer = try Self.catalogue().localizer(language: language)
            for line in lines {
                let codes = await chat.replies(line).flatMap { Self.codes(in: $0.message.body) }
                for code in codes {
                    for word in code.split(separator: " ") where word.allSatisfy({ $0.isASCII && $0.isLetter }) {
                        let typed = HintLine("undo " + String(word))
                        #expect(localizer.typed(typed).hasSuffix(" \(word)"), "\(line): \(code)")
                    }
                }
            }
        }
    }

    @Test func `a word to which two languages give different meanings is left out`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (language, row) in [
            ("en", "headlines = \"headlines\""), ("aa", "headlines = \"same|one\""), ("bb", "news = \"same|two\""),
        ] {
            let own = folder.appending(path: language)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try "[verbs.command]\n\(row)\n".write(
                to: own.appending(path: "verbs.toml"),
                atomically: true,
                encoding: .utf8
            )
        }
        let words = try Catalogue.load(directory: folder.path).typedWords
        #expect(words.commands == ["one": "headlines", "two": "news"])
    }
}
