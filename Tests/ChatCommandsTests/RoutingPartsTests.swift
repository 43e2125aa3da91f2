import Foundation
import NewsModel
import Testing

@testable import ChatCommands

@Suite struct RoutingPartsTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `a burst passes, then one notice, then silence until there is room again`() {
        let rate = TokenBucket.Rate(burst: 3, perMinute: 60)
        var bucket = TokenBucket(rate, at: start)
        let verdicts = (0..<6).map { _ in bucket.take(rate, at: start) }
        #expect(verdicts == [.pass, .pass, .pass, .sayOnce, .silence, .silence])
        #expect(bucket.take(rate, at: start.addingTimeInterval(1)) == .pass)
        #expect(bucket.take(rate, at: start.addingTimeInterval(1)) == .silence)
        #expect(bucket.take(rate, at: start.addingTimeInterval(60)) == .pass)
    }

    @Test func `a clock set back neither gives nor takes`() {
        let rate = TokenBucket.Rate(burst: 1, perMinute: 60)
        var bucket = TokenBucket(rate, at: start)
        #expect(bucket.take(rate, at: start) == .pass)
        #expect(bucket.take(rate, at: start.addingTimeInterval(-1_000)) == .sayOnce)
        #expect(bucket.take(rate, at: start.addingTimeInterval(-999)) == .pass)
    }

    @Test func `a long text goes out page by page`() {
        var pages = Pages()
        let text = RichText([.heading(level: 1, ["T"])] + (1...6).map { .item(marker: "\($0)", [.text("\($0)")]) })
        let (first, rest) = pages.firstPage(
            of: text,
            form: .chat,
            limit: PageLimit(blocks: 2),
            keys: ["a", "room"],
            at: start
        )
        #expect(first.blocks.count == 3)
        #expect(rest == 4)
        let second = pages.nextPage(limit: PageLimit(blocks: 2), keys: ["a", "room"], at: start)
        #expect(second?.remaining == 2)
        let third = pages.nextPage(limit: PageLimit(blocks: 2), keys: ["other", "room"], at: start)
        #expect(third?.page.blocks == [.item(marker: "5", ["5"]), .item(marker: "6", ["6"])])
        #expect(pages.nextPage(limit: PageLimit(blocks: 2), keys: ["room"], at: start) == nil)
    }

    @Test func `what remains is counted in stories, also if each has two lines`() {
        var pages = Pages()
        let stories: [RichText.Block] = (1...6).map { .item(marker: "\($0)", [.text("\($0)"), .lineBreak, "Summary"]) }
        let text = RichText(stories + [.item(marker: nil, ["… and 7 more."])])
        let first = pages.firstPage(of: text, form: .chat, limit: PageLimit(blocks: 4), keys: ["a"], at: start)
        #expect(first.page.blocks.count == 2)
        #expect(first.remaining == 4)
        #expect(pages.nextPage(limit: PageLimit(blocks: 6), keys: ["a"], at: start)?.remaining == 1)
    }

    @Test func `a page that begins below a subheading repeats it`() {
        var pages = Pages()
        let one = PageLimit(blocks: 1, isExact: true)
        let heads: [RichText.Block] = [.heading(level: 2, ["Feed"]), .heading(level: 3, ["Monday"])]
        let text = RichText(heads + (1...4).map { .item(marker: "\($0)", [.text("\($0)")]) })
        let (_, rest) = pages.firstPage(
            of: text,
            form: .chat,
            limit: PageLimit(blocks: 2, isExact: true),
            keys: ["a"],
            at: start
        )
        #expect(rest == 2)
        let second = pages.nextPage(limit: one, keys: ["a"], at: start)
        #expect(second?.page.blocks == [.heading(level: 3, ["Monday"]), .item(marker: "3", ["3"])])
        let third = pages.nextPage(limit: one, keys: ["a"], at: start)
        #expect(third?.page.blocks == [.heading(level: 3, ["Monday"]), .item(marker: "4", ["4"])])
        #expect(pages.nextPage(limit: one, keys: ["a"], at: start) == nil)
    }

    @Test func `pages are forgotten after a day and never too many`() {
        var pages = Pages()
        let text = RichText((1...5).map { .item(marker: "\($0)", [.text("\($0)")]) })
        for number in 0..<5_000 {
            _ = pages.firstPage(
                of: text,
                form: .chat,
                limit: PageLimit(blocks: 1),
                keys: ["\(number)"],
                at: start.addingTimeInterval(Double(number))
            )
        }
        #expect(pages.nextPage(limit: PageLimit(blocks: 1), keys: ["0"], at: start.addingTimeInterval(5_000)) == nil)
        #expect(pages.nextPage(limit: PageLimit(blocks: 1), keys: ["4999"], at: start.addingTimeInterval(5_000)) != nil)
        #expect(
            pages.nextPage(limit: PageLimit(blocks: 1), keys: ["4998"], at: start.addingTimeInterval(100_000)) == nil
        )
    }

    @Test func `long texts of many people stay within bounds`() {
        var pages = Pages()
        let text = RichText((1...1_000).map { .item(marker: "\($0)", [.text("\($0)")]) })
        for number in 0..<100 {
            let time = start.addingTimeInterval(Double(number))
            _ = pages.firstPage(of: text, form: .chat, limit: PageLimit(blocks: 1), keys: ["\(number)"], at: time)
        }
        let kept = (0..<100).count { pages.newest(["\($0)"]) != nil }
        #expect((10...30).contains(kept))
        #expect(pages.newest(["99"]) != nil)
    }

    @Test func `every command is found by all its words, and no word means two`() {
        var seen: Set<String> = []
        for command in CommandTable.standard.commands {
            for word in command.words {
                #expect(seen.insert(word).inserted, "\(word) means two commands")
                #expect(CommandTable.standard.command(named: word.uppercased())?.name == command.name)
            }
        }
    }

    @Test(arguments: [
        ("rss add https://x.org", "sub"), ("news add https://x.org", "sub"), ("rss list", "feeds"), ("rss", "feeds"),
        ("rss xkcd", "headlines"), ("news tech", "news"), ("HEADLINES", "headlines"), ("s x", "sub"),
        ("del x", "unsub"),
        ("latest", "headlines"), ("head", "headlines"), ("dig week", "digest"), ("commands", "help"),
    ])
    func `habits of other bots find the command`(line: String, name: String) {
        guard
            case .command(let command, _) = CommandTable.standard.request(
                CommandWord.words(in: line),
                allowingPrefix: true
            )
        else {
            Issue.record("\(line) found nothing")
            return
        }
        #expect(command.name == name)
    }
}
