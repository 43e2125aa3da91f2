import Foundation
import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// Mails as readers get them, shared by several tests.
enum MailSamples {
    static let time = Date(timeIntervalSince1970: 1_795_505_400)
    static let reader = MailCorrespondent(
        address: "reader@example.net",
        token: "k7q2m9x4w8",
        unsubscribeToken: "v3b6n1z8c5"
    )
    static let templates = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "data/templates").path

    static let footer = MailWords(
        text: RichText([
            .paragraph([
                .text("You get this because you asked for it. To end it, write "), .code("unsubscribe"),
                .text(" back. What else there is: "), .code("help"),
            ])
        ]),
        language: "en"
    )

    static func options(
        unsubscribeURL: String? = "https://crier.example.org/unsubscribe",
        separator: String = "+"
    ) -> MailNetworkOptions {
        var options = MailNetworkOptions(
            address: "crier@example.org",
            submission: MailNetworkOptions.Submission(url: "smtp://127.0.0.1:587"),
            templates: templates,
            people: ShippedMailWords.people,
            programs: ShippedMailWords.programs,
            vocabulary: .forTest { _ in true },
            wording: { _, _ in footer }
        )
        options.unsubscribeURL = unsubscribeURL
        options.separator = separator
        return options
    }

    static func composer(_ options: MailNetworkOptions = options()) throws -> MailComposer {
        try MailComposer(options: options, template: MailTemplate(folder: templates), installation: "n5h2")
    }

    static func rendering() throws -> MailRendering { MailRendering(template: try MailTemplate(folder: templates)) }

    private static let papers = [
        "The Harbour Times", "Circuit Daily", "Evening Courier", "Orbit Review", "Plate & Path", "Stadium Wire",
    ]
    private static let stories = [
        "Ferry line to the islands doubles its winter crossings after years of crowded boats",
        "Regulator asks chip makers how long their phones will get repairs",
        "A comet nobody expected will be seen with bare eyes in the evening sky",
        "City council votes 31 to 12 for night trains & later closing hours",
        "What a baker learned from ten thousand loaves of “ordinary” bread",
        "Rivals draw 2–2 in the snow; the replay is on Thursday",
    ]
    private static let chinese = [
        "海港轮渡公司宣布冬季班次翻倍，岛上居民多年来一直抱怨船只拥挤", "监管机构要求芯片制造商说明手机维修零件的供应年限",
        "一颗意料之外的彗星将在傍晚的天空中用肉眼可见", "市议会以三十一票对十二票通过夜间列车方案",
    ]

    /// Words enough that no two stories are alike.
    private static let vocabulary = """
        harbour council bridge library winter ferry orchard market tunnel comet glacier festival museum parliament \
        battery satellite vaccine river drought election teacher orchestra cathedral railway airport wetland turbine \
        bakery referee archive telescope lighthouse vineyard customs tariff budget pension hospital nurse strike \
        ceasefire embassy summit treaty verdict appeal inquiry regulator merger outage firmware processor browser \
        encryption password startup investor bond currency inflation rent mortgage architect mural sculpture novel \
        translator poet premiere actor composer marathon goalkeeper coach stadium derby replay qualifier medal sprint \
        reopens delays doubles approves rejects unveils questions recalls restores postpones wins loses joins leaves \
        discovers measures repairs expands closes honours
        """.split(separator: " ").map(String.init)

    private static func title(_ number: Int) -> String {
        guard number >= stories.count else { return stories[number] }
        let words = (0..<9).map { vocabulary[(number * 37 + $0 * (number % 11 + 5)) % vocabulary.count] }
        return words.joined(separator: " ").capitalized
    }

    /// A digest as `DigestWording` words it.
    static func digest(stories count: Int, inChinese: Bool = false) -> OutgoingMessage {
        var blocks: [RichText.Block] = [
            .heading(level: 1, [.text(inChinese ? "摘要：今天" : "Digest: today")]),
            .paragraph([
                .text(
                    inChinese ? "2026年11月24日 · \(count) 篇报道，来自 6 个订阅源" : "Nov 24, 2026 · \(count) stories from 6 feeds"
                )
            ]),
        ]
        var number = 0
        let share = (count + papers.count - 1) / papers.count
        for paper in papers where number < count {
            let size = min(share, count - number)
            blocks.append(.heading(level: 2, [.text("\(paper) (\(size)\(inChinese ? " 篇报道" : " stories"))")]))
            for _ in 0..<size {
                number += 1
                let title = inChinese ? chinese[number % chinese.count] : Self.title(number - 1)
                let url =
                    "https://news\(number % 6).example.com/2026/11/24/a-story-of-usual-length-in-its-address-\(number)"
                blocks.append(
                    .item(
                        marker: String(number),
                        [
                            .link(label: title, url: url),
                            .text(
                                inChinese
                                    ? " — 11月24日周二 · 另有 3 个来源"
                                    : " — Tue, Nov 24" + (number % 3 == 0 ? " · +3 sources" : "")
                            ),
                        ]
                    )
                )
            }
        }
        blocks.append(
            .footer(
                inChinese
                    ? [
                        .text("生成于 2026年11月24日 18:00。输入 "), .code("read 1"), .text(" 阅读一篇，输入 "),
                        .code("digest at 18:00"), .text(" 每天接收。"),
                    ]
                    : [
                        .text("Made Nov 24, 2026 at 18:00. Type "), .code("read 1"), .text(" to read one, "),
                        .code("digest at 18:00"), .text(" to get this every day."),
                    ]
            )
        )
        let subject =
            inChinese
            ? "11月24日周二 摘要：\(count) 篇报道（回复“save 3”或“more 5”）"
            : "Digest Tue, Nov 24: \(count) stories (reply “save 3” or “more 5”)"
        return OutgoingMessage(body: RichText(blocks), subject: subject)
    }

    static let headlines = OutgoingMessage(
        body: RichText(
            [
                .heading(level: 1, [.text("What's moving the world right now")]),
                .paragraph([
                    .text("1. "), .strong([.text("BREAKING")]), .text(" "),
                    .strong([.link(label: stories[2], url: "https://orbit.example.com/comet")]),
                    .text(" — Orbit Review · 12m ago · +9 sources"),
                ]),
                .paragraph([
                    .text(
                        "It was found by a schoolteacher on Sunday. Observatories on three continents have since confirmed its path, which brings it closer than any comet in a century."
                    )
                ]),
            ]
                + (2...10).map { number in
                    .item(
                        marker: String(number),
                        [
                            .strong([
                                .link(label: stories[number % 6], url: "https://news.example.com/story/\(number)")
                            ]),
                            .text(" — \(papers[number % 6]) · \(number)h ago · +\(number) sources"),
                        ]
                    )
                } + [
                    .footer([
                        .text("Type "), .code("read 1"), .text(" to read one, "), .code("more"), .text(" for more."),
                    ])
                ]
        ),
        subject: "Headlines: \(stories[2])"
    )

    static let alert = OutgoingMessage(
        body: RichText([
            .paragraph([
                .strong([.text("Alert 3 (comet):")]), .text(" "),
                .strong([.link(label: stories[2], url: "https://orbit.example.com/comet")]),
                .text(" — Orbit Review · just now · #k7f"),
            ]),
            .paragraph([.text(summary)]),
        ]),
        subject: "Alert 3 (comet): \(stories[2])"
    )

    private static let summary =
        "It was found by a schoolteacher on Sunday. Observatories on three continents have since confirmed its path, which brings it closer than any comet in a century."

    /// A few stories at once, as `PushWording` words them.
    static let news: OutgoingMessage = {
        var message = OutgoingMessage(
            body: RichText(
                [.paragraph([.text("4 new from Orbit Review:")])]
                    + (1...4).map { number in
                        .item(
                            marker: String(number),
                            [
                                .strong([.link(label: stories[number], url: "https://orbit.example.com/\(number)")]),
                                .text(" — \(number)h ago · #k7\(number)"),
                            ]
                        )
                    } + [.footer([.text("To read one: "), .code("read 1"), .text(".")])]
            ),
            subject: "Orbit Review: \(stories[1]) and 3 more"
        )
        message.summaries = (1...4).map { OutgoingMessage.Summary(marker: String($0), text: summary) }
        return message
    }()

    /// Pictures of the stories with these numbers, as wide as publishers' are.
    static func pictures(_ numbers: Int...) throws -> [EnclosedPicture] {
        let domain = try MailDomain("example.org")
        return try numbers.map { number in
            EnclosedPicture(
                file: OutgoingFile(
                    name: nil,
                    type: try #require(MIMEType("image/png")),
                    content: Pictures.png(1200, 675),
                    contentID: MailMessageID(stableID: "picture\(number).7-0", domain: domain)
                ),
                url: "https://a.test/\(number).png",
                description: "What is seen on picture \(number)",
                marker: String(number),
                width: 1200,
                height: 675
            )
        }
    }

    static let grid = """
        +-------+-------+-------+
        | 5 3 . | . 7 . | . . . |
        | 6 . . | 1 9 5 | . . . |
        | . 9 8 | . . . | . 6 . |
        +-------+-------+-------+
        """

    static let answers = [
        MailAnswer(command: "save 3", messages: [OutgoingMessage(body: .plain("Saved: \(stories[3])"))]),
        MailAnswer(
            command: "read 1",
            messages: [
                OutgoingMessage(
                    body: RichText([
                        .paragraph([.strong([.link(label: stories[0], url: "https://harbour.example.com/ferry")])]),
                        .paragraph([.text("The Harbour Times · 2h ago · Nov 24, 2026 at 05:30")]),
                        .paragraph([
                            .text(
                                "From December on, boats leave every forty minutes. The company has leased two ferries from a neighbour whose own lake is frozen until spring."
                            )
                        ]),
                        .paragraph([.link(label: "", url: "https://harbour.example.com/ferry")]),
                        .footer([.text("To keep it: "), .code("save #k7f")]),
                    ])
                )
            ]
        ),
        MailAnswer(
            command: "sudoku easy",
            messages: [
                OutgoingMessage(body: RichText([.preformatted(grid), .footer([.text("To play: "), .code("e4 7")])]))
            ]
        ),
    ]

    static let question = IncomingMail(
        Array(
            """
            From: Reader <reader@example.net>
            To: crier+k7q2m9x4w8@example.org
            Subject: Re: Digest Tue, Nov 24
            Message-ID: <q1@example.net>
            In-Reply-To: <push.7-0.n5h2@example.org>
            References: <push.7-0.n5h2@example.org>

            save 3
            read 1
            sudoku easy
            """.utf8
        )
    )
}
