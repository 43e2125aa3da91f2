import Editorial
import Foundation
import Localization
import NewsModel
import TestSupport
import Testing

@testable import NewsWording

struct PushWordingTests {
    private let now = WordingSamples.now

    private func wording(_ language: String = "en") throws -> PushWording {
        PushWording(localizer: try WordingSamples.localizer(language), now: now, hints: WordingSamples.hints)
    }

    @Test func `one pushed article is one line with its link and short name`() throws {
        let listed = WordingSamples.listed(1, sources: 4)
        let lines = try wording().single(PushedArticle(listed: listed)).lines
        #expect(lines == ["[Example] Title 1 (+4 sources) — https://example.org/1 #b00001"])
    }

    @Test func `an alert names itself and an update says so`() throws {
        let alert = PushedArticle.MatchedAlert(number: 2, query: "security")
        let pushed = PushedArticle(listed: WordingSamples.listed(1), alerts: [alert], isUpdate: true)
        let line = try #require(try wording().single(pushed).lines.first)
        #expect(line.hasPrefix("Alert 2 (security): Update: [Example] Title 1 — "))
        let chinese = try #require(try wording("zh-Hans").single(pushed).lines.first)
        #expect(chinese.hasPrefix("提醒 2（security）： 更新："))
    }

    @Test func `a burst lists what fits, counts the rest and says what to type`() throws {
        let pushed = (1...50).map { PushedArticle(listed: WordingSamples.listed($0, category: "tech")) }
        let lines = try wording().several(pushed, fitting: 5).lines
        #expect(lines.count == 7)
        #expect(lines[0] == "50 new from Example:")
        #expect(lines[5].hasPrefix("5. [Example] Title 5 — https://example.org/5"))
        #expect(lines[6] == "~ 45 more: `crier: more`. To read one: `crier: read 1`.")
    }

    @Test func `a burst is named after what its articles have in common`() throws {
        let one = PushedArticle(listed: WordingSamples.listed(1, feed: "A", category: "tech"))
        let two = PushedArticle(listed: WordingSamples.listed(2, feed: "B", category: "tech"))
        let three = PushedArticle(listed: WordingSamples.listed(3, feed: "C"))
        #expect(try wording().several([one, two], fitting: 9).lines[0] == "2 new in tech:")
        #expect(try wording().several([one, three], fitting: 9).lines[0] == "2 new:")
    }

    @Test func `what alerts matched is listed to the last, first of all`() throws {
        let alert = PushedArticle.MatchedAlert(number: 1, query: "x")
        let pushed = (1...40).map { number in
            PushedArticle(listed: WordingSamples.listed(number), alerts: number > 10 ? [alert] : [])
        }
        let lines = try wording().several(pushed, fitting: 2).lines
        #expect(lines[0] == "30 articles match your alerts:")
        #expect(lines.filter { $0.contains("Alert 1 (x)") }.count == 30)
        #expect(lines[31] == "10 new from Example:")
        #expect(lines[33].hasPrefix("32. [Example] Title 2"))
        #expect(lines.last == "~ 8 more: `crier: more`. To read one: `crier: read 1`.")
        #expect(PushWording.ordered(pushed)[31].listed.article.title == "Title 2")
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `what may not have arrived is listed again, with links and numbers`(language: String) throws {
        let address = Address(network: "mail", kind: .person, target: "alice@example.org")
        let wording = try wording(language)
        let (more, read) = language == "en" ? ("more`", "read 1`") : ("更多`", "阅读 1`")
        #expect(wording.unconfirmed(address, [], fitting: 8).lines.count == 1)
        let told = (1...10).map { WordingSamples.listed($0) }
        let lines = wording.unconfirmed(address, told, fitting: 8).lines
        #expect(lines.count == 10)
        #expect(lines[0].contains("alice@example.org") && lines[0].contains("mail"))
        #expect(lines[1].hasPrefix("1. [Example] Title 1") && lines[1].contains("https://example.org/1"))
        #expect(lines[9].contains("2") && lines[9].contains(more) && lines[9].contains(read))
        let all = wording.unconfirmed(address, Array(told.prefix(8)), fitting: 8).lines
        #expect(all.count == 10 && !all[9].contains(more) && all[9].contains(read))
    }

    @Test(arguments: [
        ("Paper", "https://a.example/f", "Paper"), ("The Paper", "https://a.example/f", "\"The Paper\""),
        ("The \"Beta\" Post", "https://a.example/f?token=b", nil),
        ("404", "https://a.example/f", "https://a.example/f"), ("404", "https://me:word@a.example/f", nil),
        ("404", "https://a.example/\"f", nil), ("404", nil, nil),
    ]) func `notices of feeds name what can be typed`(name: String, address: String?, typed: String?) throws {
        let trouble = NoticeWording.Trouble(name: name, address: address, failure: .gone, since: now)
        let wording = NoticeWording(localizer: try WordingSamples.localizer(), hints: WordingSamples.hints)
        let gone = wording.feedsGone([trouble]).lines[0]
        #expect(gone.hasSuffix(typed.map { "`crier: unsub \($0)`" } ?? "`crier: feeds`"), "\(gone)")
        let back = wording.feedsRecovered([trouble], now: now).lines[0]
        #expect(back.hasSuffix(typed.map { "`crier: headlines \($0)`" } ?? "`crier: feeds`"), "\(back)")
        let moved = wording.feedMoved(name, from: "https://old.example/f", to: address ?? "").lines[0]
        #expect(moved.hasSuffix("undo \(typed ?? name)`"), "\(moved)")
    }

    @Test func `what was held arrives as one list that says since when`() throws {
        let pushed = (1...2).map { PushedArticle(listed: WordingSamples.listed($0)) }
        let localizer = try WordingSamples.localizer("en", "Europe/Paris")
        let wording = PushWording(localizer: localizer, now: now, hints: .privately)
        let lines = wording.several(pushed, fitting: 9, heldSince: now.addingTimeInterval(-9.5 * 3600)).lines
        #expect(lines.count == 4)
        #expect(lines[0] == "While it was quiet (since 23:00), 2 articles arrived:")
        #expect(lines[3] == "~ To read one: `read 1`.")
    }

    @Test(arguments: [
        ("Paper", [], "`unsub Paper`"), ("The Small Paper and Co", [], "`unsub \"The Small Paper and Co\"`"),
        ("Small Paper", [3], "`alert 3 off`"),
        ("Small Paper", [3, 4], "`alert 2 off`"), ("News from Berlin", [], "`unsub \"News from Berlin\"`"),
        ("404", [], "`unsub 2`"),
        ("BBC: World & Co.", [], "`unsub \"BBC: World & Co.\"`"), ("新华社", [], "`unsub 新华社`"),
        ("新华社：要闻", [], "`unsub \"新华社：要闻\"`"), ("example.org", [], "`unsub \"example.org\"`"),
        ("all", [], "`unsub \"all\"`"), ("The “Paper”", [], "`feeds`"), ("https://a.example/", [], "`feeds`"),
        ("a `b`", [], "`feeds`"), (String(repeating: "x", count: 500), [], "`feeds`"),
    ])
    func `by mail it is said how to stop just this`(feed: String, alerts: [Int], expected: String) throws {
        var listed = WordingSamples.listed(1)
        listed.feedName = feed
        let matched = alerts.map { PushedArticle.MatchedAlert(number: $0, query: "comet") }
        let pushed = PushedArticle(listed: listed, alerts: matched)
        for language in ["en", "zh-Hans"] {
            let localizer = try WordingSamples.localizer(language)
            let wording = PushWording(localizer: localizer, now: now, hints: .privately)
            let line = RichText([wording.closing([pushed])]).lines.joined()
            for typed in [expected.replacing("`", with: ""), "mute 1"] {
                #expect(line.contains("`\(localizer.typed(HintLine(typed)))`"), "\(line)")
            }
        }
    }

    @Test func `what came by an alert and from a followed feed is stopped by two lines`() throws {
        var listed = WordingSamples.listed(1)
        func line(_ name: String, _ language: String) throws -> String {
            listed.feedName = name
            let alert = PushedArticle.MatchedAlert(number: 3, query: "comet")
            let pushed = PushedArticle(listed: listed, alerts: [alert], isFollowed: true)
            let wording = PushWording(localizer: try WordingSamples.localizer(language), now: now, hints: .privately)
            return RichText([wording.closing([pushed])]).lines.joined()
        }
        for language in ["en", "zh-Hans"] {
            let both = try line("Small Paper", language)
            let isEnglish = language == "en"
            #expect(both.contains(isEnglish ? "`alert 3 off`" : "`提醒 3 关闭`"), "\(both)")
            #expect(both.contains(isEnglish ? "`unsub \"Small Paper\"`" : "`退订 \"Small Paper\"`"), "\(both)")
            let lists = try line("404", language)
            let names = isEnglish ? ("`feeds`", "`alerts`") : ("`订阅列表`", "`提醒列表`")
            #expect(lists.contains(names.0) && lists.contains(names.1), "\(lists)")
        }
    }

    @Test func `a hostile title stays a span and one bounded line`() throws {
        let title = "a *b* `c` {n}\r\nQUIT\u{0} " + String(repeating: "x", count: 4000)
        let text = try wording().single(PushedArticle(listed: WordingSamples.listed(1, title: title)))
        guard case .paragraph(let spans) = text.blocks[0], case .strong(let inner) = spans[1],
            case .text(let shown) = inner[0]
        else {
            Issue.record("\(text)")
            return
        }
        #expect(shown.hasPrefix("a *b* `c` {n} QUIT xxx"))
        #expect(shown.count <= BoundedText.longestTitle)
        #expect(!shown.contains("\n") && !shown.contains("\r") && !shown.contains("\u{0}"))
    }
}

struct BoundedTextTests {
    @Test(arguments: ["👨‍👩‍👧‍👦", "漢", "word ", "é\u{323}"])
    func `whatever a title is made of, as much of it as fits is left`(part: String) {
        let text = String(repeating: part, count: 500)
        for limit in [30, 31, 100, 269] {
            let short = BoundedText.shortened(text, toBytes: limit)
            #expect(short.utf8.count <= limit && short.utf8.count > limit / 2, "\(limit): \(short)")
            #expect(short.hasSuffix("…") && !short.hasSuffix("……"))
        }
        #expect(BoundedText.shortened(text, toBytes: 29).isEmpty)
    }

    @Test(arguments: [
        ("short", 10, "short"), ("one two three", 9, "one two…"), ("abcdefghij", 10, "abcdefghij"),
        ("abcdefghijk", 10, "abcdefghi…"), ("  a \t\n b  ", 10, "a b"), ("", 10, ""),
        ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 2, "👨‍👩‍👧‍👦…"),
    ])
    func `texts are cut at words, never inside a character`(text: String, limit: Int, expected: String) {
        #expect(BoundedText.shortened(text, to: limit) == expected)
    }

    @Test func `a thousand combining marks are bounded too`() {
        let text = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(BoundedText.shortened(text, to: 20).unicodeScalars.count <= 81)
    }

    @Test func `a text of any length costs its length, not the square of it`() {
        let text = String(repeating: "word ", count: 60_000)
        let time = processorTime { #expect(BoundedText.shortened(text, to: 290_000).utf8.count > 280_000) }
        #expect(time < .seconds(60), "\(time)")
    }
}

struct CommandHintsTests {
    @Test func `hints work in the place where they are read`() {
        var etiquette = RoomEtiquette()
        etiquette.prefix = "."
        etiquette.enabledVerbs = ["more"]
        let room = CommandHints.inRoom(etiquette, botName: "crier", vocabulary: .forTest)
        #expect(room.typed("headlines 5") == "crier: headlines 5")
        #expect(room.typed("why 3") == "crier: why 3")
        #expect(room.typed("more") == "crier: more")
        #expect(CommandHints.privately.typed("read 3") == "read 3")
    }

    @Test func `subject and place stand where the layout has room, in pushes and digests`() throws {
        var listed = WordingSamples.listed(1, title: "Cup final tonight", feed: "Pitch", sources: 2)
        listed.facts = ArticleFacts(sport: "Soccer")
        let localizer = try WordingSamples.localizer("en")
        for (layout, words) in [(ListLayout.list, " (Soccer · +2 sources) — "), (.compact, "Cup final tonight — ")] {
            let wording = PushWording(localizer: localizer, now: WordingSamples.now, hints: .privately, layout: layout)
            let text = wording.single(PushedArticle(listed: listed)).blocks.map { $0.words }.joined()
            #expect(text.contains(words), "\(text)")
            let digest = DigestBuilder.news(
                [listed],
                period: .today,
                now: WordingSamples.now,
                calendar: localizer.calendar
            )
            let lines = DigestWording(localizer: localizer, hints: .privately, layout: layout).text(digest).blocks.map {
                $0.words
            }
            #expect(lines.contains { $0.contains("Soccer · +2 sources") } == (layout == .list))
        }
    }

    @Test func `each line of an item fits one line of the network, in Chinese, too`() throws {
        let title = String(repeating: "台风登陆沿海城市", count: 40)
        let listed = WordingSamples.listed(1, title: title, summary: String(repeating: "雨一直下。", count: 90))
        let localizer = try WordingSamples.localizer("zh-Hans")
        let line = ArticleLineWording(localizer: localizer, now: WordingSamples.now, layout: .detailed, lineBytes: 350)
        guard case .item(_, let spans) = line.item(listed, number: 1) else {
            Issue.record("no item")
            return
        }
        let parts = spans.split { if case .lineBreak = $0 { true } else { false } }
        #expect(parts.count == 2)
        for part in parts { #expect(Array(part).words.utf8.count <= 350) }
    }
}
