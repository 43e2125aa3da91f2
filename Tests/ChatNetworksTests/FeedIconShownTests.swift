import Foundation
import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// The icons of feeds inside the lines of mails, and nothing where there are no pictures; `MatrixIconTests` has Matrix.
@Suite(.timed) struct FeedIconShownTests {
    private static let seven = RichText.Span.icon(of: FeedID(rawValue: 7))
    private let text = RichText([.paragraph([Self.seven, "[Example] Comet passes"])])

    @Test func `lines, pages and documents have none`() {
        #expect(LineRendering.lines(text) == ["[Example] Comet passes"])
        #expect(LineRendering.lines(text, style: .irc) == ["[Example] Comet passes"])
        #expect(HTMLRendering.fragment(text) == "<p>[Example] Comet passes</p>\n")
        #expect(MarkdownRendering.document(text) == "\\[Example\\] Comet passes\n")
        #expect(!NetworkTraits.irc.showsIcons && !NetworkTraits.console.showsIcons)
    }

    /// The digest as a mail to alice, when one reader may see the icons.
    private func mail(most: Int = 20, iconsFor reader: String = "alice@example.org") async throws -> IncomingMail {
        let source = SampleIcons(reader: Address(network: "mail", kind: .person, target: reader))
        let alice = Address(network: "mail", kind: .person, target: "alice@example.org")
        let icons = await MailIcons(source: source, most: most)
            .enclosed([digest], for: alice, id: "7-0", domain: try MailDomain("example.org"))
        let composed = try #require(
            try MailSamples.composer().push(
                digest,
                icons: icons,
                key: .ledger(7),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        return IncomingMail(composed.bytes)
    }

    private let digest = OutgoingMessage(
        body: RichText([
            .heading(level: 2, [Self.seven, "Example (2 stories)"]),
            .item(
                marker: "1",
                [.strong([.link(label: "Comet", url: "https://a.test/1")]), " — ", Self.seven, "Example · now"]
            ),
            .heading(level: 2, [.icon(of: FeedID(rawValue: 8)), "Other (1 story)"]),
            .heading(level: 2, [.icon(of: FeedID(rawValue: 9)), "Without (1 story)"]),
        ])
    )

    @Test func `a mail encloses each feed's icon once`() async throws {
        let mail = try await mail()
        let html = try #require(mail.html)
        let seven = "<img src=\"cid:icon7.7-0@example.org\" alt=\"\" height=\"16\""
        #expect(html.components(separatedBy: seven).count == 3)
        #expect(html.contains("cid:icon8.7-0@example.org") && !html.contains("icon9"))
        #expect(html.components(separatedBy: "<img").count == 4)
        #expect(mail.plainText?.contains("Example (2 stories)") == true && mail.plainText?.contains("cid:") == false)
    }

    @Test func `the largest icons are left out beyond 150 KB, and all that fit are in`() async throws {
        let alice = Address(network: "mail", kind: .person, target: "alice@example.org")
        func enclosed(_ sizes: [Int64: Int]) async throws -> [Int64: Int] {
            let icons = await MailIcons(source: SampleIcons(reader: alice, sizes: sizes), most: 20)
                .enclosed([digest], for: alice, id: "7-0", domain: try MailDomain("example.org"))
            return Dictionary(uniqueKeysWithValues: icons.map { ($0.key.rawValue, $0.value.content.count) })
        }
        #expect(try await enclosed([7: 90_000, 8: 60_000, 9: 80_000]) == [8: 60_000, 9: 80_000])
        #expect(try await enclosed([7: 90_000, 8: 60_001]) == [8: 60_001])
        #expect(try await enclosed([7: 90_000, 8: 60_000]) == [7: 90_000, 8: 60_000])
    }

    @Test func `no more than the operator permits, and none for others`() async throws {
        let one = try #require(try await mail(most: 1).html)
        #expect(one.contains("cid:icon7") && !one.contains("cid:icon8"))
        #expect(try await mail(most: 0).html?.contains("<img") == false)
        #expect(try await mail(iconsFor: "bob@example.org").html?.contains("<img") == false)
    }
}
