import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// The stories of `news` that are read when `more` asks for them.
@Suite(.timed) struct LaterNewsTests {
    private let start = Date.sampleNow

    private func later(_ count: Int) -> LaterNews {
        let articles = (1...count).map { ArticleID(rawValue: Int64($0)) }
        return LaterNews(
            sections: [LaterNews.Section(heading: [.heading(level: 3, ["Week"])], articles: articles)],
            firstNumber: 3
        )
    }

    private func items(_ count: Int) -> [RichText.Block] {
        (1...count).map { .item(marker: "\($0)", [.text("\($0)")]) }
    }

    /// The first page of a list for one person, and nothing but numbers of stories behind it.
    private func list(_ number: Int, in pages: inout Pages, later: LaterNews) {
        _ = pages.firstPage(
            of: RichText(items(1)),
            form: .chat,
            limit: PageLimit(blocks: 1, isExact: true),
            later: later,
            keys: ["\(number)"],
            at: start + Double(number)
        )
    }

    @Test func `stories that wait to be read count in the limit of what is kept`() {
        var pages = Pages()
        let later = later(320)
        for number in 0..<Pages.maximumRests { list(number, in: &pages, later: later) }
        let kept = (0..<Pages.maximumRests).count { pages.newest(["\($0)"]) != nil }
        #expect(kept <= Pages.maximumBlocks / later.sizeInBlocks, "\(kept)")
        #expect(kept >= Pages.maximumBlocks / later.sizeInBlocks / 2, "\(kept)")
        #expect(pages.newest(["\(Pages.maximumRests - 1)"]) != nil)
    }

    @Test func `stories that were read count as what they have become`() {
        var pages = Pages()
        let later = later(320)
        for number in 0..<200 {
            list(number, in: &pages, later: later)
            pages.read(later, as: items(320), keys: ["\(number)"])
            let time = start + Double(number)
            let next = pages.nextPage(limit: PageLimit(blocks: 20), keys: ["\(number)"], at: time)
            #expect(next?.remaining == 300)
        }
        let kept = (0..<200).count { pages.newest(["\($0)"]) != nil }
        #expect((70...100).contains(kept), "\(kept)")
        #expect(pages.newest(["199"]) != nil)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `two people of a room go on with their own lists`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        for (name, title) in [("Gazette", "Storm"), ("Courier", "Match")] {
            let feed = try await chat.publishes("\(title) long ago", by: name, hoursAgo: 5)
            let articles = (1...40).map { number in
                NewArticle(
                    title: "\(title) \(number)",
                    keys: ["\(title) \(number)"],
                    publishedAt: chat.clock.now - Double(number) * 60
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
        var storms = [try await chat.says("!news Gazette", in: "#news", expect: "1. Storm 1")]
        var matches = [try await chat.says("!news Courier", as: .bob, in: "#news", expect: "1. Match 1")]
        for _ in 1...20 {
            if storms.last?.contains("more)") == true {
                storms.append(try await chat.says("!more", in: "#news", expect: "Storm"))
            }
            if matches.last?.contains("more)") == true {
                matches.append(try await chat.says("!more", as: .bob, in: "#news", expect: "Match"))
            }
        }
        let (allStorms, allMatches) = (storms.joined(separator: "\n"), matches.joined(separator: "\n"))
        for number in 1...40 {
            #expect(allStorms.contains("\(number). Storm \(number)"), "\(number): \(storms)")
            #expect(allMatches.contains("\(number). Match \(number)"), "\(number): \(matches)")
        }
        #expect(!allStorms.contains("Match"), "\(storms)")
        #expect(!allMatches.contains("Storm"), "\(matches)")
    }
}
