import Foundation
import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// Titles that strangers' feeds have tried, or could.
private let hostileTitles = [
    "Breaking\r\nBcc: victim@example.com\r\n\r\n<b>", "nul\u{0}byte", "\u{202e}gnp.exe\u{2066}", "-->", "]]>",
    "=?utf-8?B?PHNjcmlwdD4=?=", "{{{title}}}{{#blocks}}x{{/blocks}}", "{{% CONTENT_TYPE:HTML}}",
    "<script>alert(1)</script>",
    "\" onmouseover=\"x", "' style='x", "\u{600}<script>", "<\u{301}img src=x onerror=y>", "a\u{85}b\u{2028}From here",
    "</style></title>", String(repeating: "W", count: 10_000), String(repeating: "a\u{301}\u{301}", count: 5_000),
    ".", "-- ", "> quoted",
]

@Suite(.timed) struct MailRenderingTests {
    private func content(_ message: OutgoingMessage) throws -> MailContent {
        try MailSamples.rendering().content(
            [MailAnswer(command: nil, messages: [message])],
            footer: MailSamples.footer
        )
    }

    private func plain(_ blocks: [RichText.Block]) -> String { MailText.render(RichText(blocks)).plain }

    @Test func `the text of a digest stands alone`() throws {
        let text = try content(MailSamples.digest(stories: 6)).text.plain
        #expect(
            text.hasPrefix(
                """
                Digest: today
                =============

                Nov 24, 2026 · 6 stories from 6 feeds

                The Harbour Times (1 stories)
                -----------------------------

                1. Ferry line to the islands doubles its winter crossings after years of crowded boats — Tue, Nov 24
                   <https://news1.example.com/2026/11/24/a-story-of-usual-length-in-its-address-1>

                Circuit Daily (1 stories)
                """
            )
        )
        #expect(text.contains("Type \"read 1\" to read one"))
        #expect(text.contains("\n\n-- \nYou get this because you asked for it."))
    }

    @Test func `an address stands below its words, several stand behind theirs`() {
        let one = RichText.Span.link(label: "Title", url: "https://a.test/1")
        #expect(plain([.item(marker: "12", [one, .text(" — Feed")])]) == "12. Title — Feed\n    <https://a.test/1>")
        #expect(plain([.item(marker: nil, [.strong([one])])]) == "* Title\n   <https://a.test/1>")
        #expect(
            plain([.paragraph([.link(label: "", url: "https://a.test/"), .text(" · "), one])])
                == "<https://a.test/> · Title <https://a.test/1>"
        )
        #expect(plain([.paragraph([.link(label: "x", url: "javascript:alert(1)")])]) == "x")
        #expect(plain([.item(marker: "1", [.text("a")]), .item(marker: "2", [.text("b")])]) == "1. a\n2. b")
    }

    @Test func `the first headline's address stands as far in as those of the others`() {
        let one = RichText.Span.link(label: "Title", url: "https://a.test/1")
        let lead: [RichText.Span] = [.text("1. "), .strong([one]), .text(" — Feed")]
        #expect(plain([.paragraph(lead)]) == "1. Title — Feed\n   <https://a.test/1>")
        #expect(plain([.paragraph([.text("v1. "), one])]) == "v1. Title\n<https://a.test/1>")
    }

    @Test func `what a story says stands below its title, in both parts`() throws {
        var message = OutgoingMessage(
            body: RichText([
                .paragraph([.text("2 new:")]),
                .item(marker: "1", [.link(label: "First", url: "https://a.test/1"), .text(" — Feed")]),
                .item(marker: "2", [.link(label: "Second", url: "https://a.test/2"), .text(" — Feed")]),
            ])
        )
        message.summaries = [OutgoingMessage.Summary(marker: "2", text: "Words <b>\nof it.")]
        let content = try content(message)
        #expect(
            content.text.plain.hasPrefix(
                "2 new:\n\n1. First — Feed\n   <https://a.test/1>\n\n"
                    + "2. Second — Feed\n   <https://a.test/2>\n   Words <b> of it."
            )
        )
        let html = content.html
        let second = try #require(html.range(of: ">Second<"))
        #expect(html[second.upperBound...].contains(">Words &lt;b&gt;"))
        #expect(!html[..<second.lowerBound].contains("Words"))
    }

    @Test func `numbers of a list are the numbers of the message`() throws {
        let html = try content(MailSamples.digest(stories: 12)).html
        #expect(html.contains("<ol start=\"1\""))
        #expect(html.contains("<ol start=\"3\""))
        let marked = MailHTML().values(RichText([.item(marker: "a", [.text("x")]), .item(marker: "b", [.text("y")])]))
        #expect(marked.count == 1 && marked[0]["marked"] != nil)
    }

    @Test func `a page says its language and direction, and hides what lists of mails show`() throws {
        let words = MailWords(text: .plain("x"), language: "ar\"", isRightToLeft: true)
        let html = try MailSamples.rendering().content(
            [MailAnswer(command: nil, messages: [MailSamples.headlines])],
            footer: words
        ).html
        #expect(html.contains("<html lang=\"ar&quot;\" dir=\"rtl\">"))
        #expect(html.contains("mso-hide:all\">1. BREAKING A comet nobody expected"))
        #expect(html.contains("prefers-color-scheme: dark"))
        #expect(!html.contains("{{"))
        for forbidden in ["<script", "<img", "<table", "<link", "@import", "url(", "http-equiv"] {
            #expect(!html.contains(forbidden))
        }
    }

    @Test(arguments: hostileTitles)
    func `a title becomes neither markup nor a line of its own`(title: String) throws {
        let message = OutgoingMessage(
            body: RichText([
                .heading(level: 1, [.text(title)]), .paragraph([.strong([.text(title)]), .code(title)]),
                .item(
                    marker: title,
                    [.link(label: title, url: "https://a.test/" + title.prefix(100)), .text(" — \(title)")]
                ),
                .item(marker: "2", [.link(label: title, url: "javascript:\(title)")]), .preformatted(title),
                .footer([.text(title)]),
            ]),
            subject: title
        )
        let content = try content(message)
        let tame = try self.content(
            OutgoingMessage(
                body: RichText([
                    .heading(level: 1, [.text("x")]), .paragraph([.strong([.text("x")]), .code("x")]),
                    .item(marker: "x", [.link(label: "x", url: "https://a.test/x"), .text(" — x")]),
                    .item(marker: "2", [.link(label: "x", url: "javascript:x")]), .preformatted("x"),
                    .footer([.text("x")]),
                ]),
                subject: "x"
            )
        )
        func tags(_ html: String) -> [String] {
            html.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false).dropFirst().map {
                String(String.UnicodeScalarView($0.prefix { $0 != " " && $0 != ">" }))
            }
        }
        #expect(tags(content.html) == tags(tame.html))
        #expect(!content.html.contains("javascript:") || title.contains("javascript:"))
        #expect(!content.html.contains("href=\"java"))
        #expect(content.subject.count <= 120)
        #expect(content.subject.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
        let wanted = Set(tame.text.paragraphs.map(\.quoteDepth))
        #expect(Set(content.text.paragraphs.map(\.quoteDepth)) == wanted)
    }

    @Test func `a command that was quoted already is quoted once`() throws {
        let answers = [MailAnswer(command: "> > save 3", messages: [OutgoingMessage(body: .plain("Saved."))])]
        let content = try MailSamples.rendering().content(answers, footer: MailSamples.footer)
        #expect(content.text.plain.hasPrefix("> save 3\n\nSaved."))
        #expect(content.html.contains(">save 3</blockquote>"))
    }

    @Test func `each answer stands below its command`() throws {
        let content = try MailSamples.rendering().content(MailSamples.answers, footer: MailSamples.footer)
        let text = content.text.plain
        #expect(
            text.hasPrefix(
                "> save 3\n\nSaved: City council votes 31 to 12 for night trains & later closing hours\n\n> read 1\n\n"
            )
        )
        #expect(text.contains("| 5 3 . | . 7 . | . . . |"))
        #expect(content.html.components(separatedBy: "<blockquote").count == 4)
        let preformatted = try #require(content.html.range(of: "<pre"))
        #expect(content.html[preformatted.lowerBound...].contains("+-------+-------+-------+\n| 5 3 . |"))
    }

    @Test(arguments: [
        (OutgoingMessage.Form.markdown, "Digest.md", "text/markdown"), (.html, "Digest.html", "text/html"),
        (.opml, "Digest.opml", "text/x-opml"),
    ])
    func `what is asked for as a file is attached`(form: OutgoingMessage.Form, name: String, type: String) throws {
        let body = RichText(form == .opml ? [.preformatted("<opml>\n</opml>")] : [.heading(level: 1, [.text("News")])])
        let content = try content(OutgoingMessage(body: body, form: form, subject: "../Digest"))
        #expect(content.files.map(\.name?.text) == [name])
        #expect(content.files.map(\.type.description) == [type])
        #expect(content.text.plain.contains("📎 \(name)"))
        #expect(!content.html.contains("opml&gt;"))
        if form == .opml { #expect(content.files[0].content == Array("<opml>\n</opml>\n".utf8)) }
    }

    @Test func `a digest of many stories stays below what Gmail shows`() throws {
        for (stories, inChinese) in [(12, false), (100, false), (300, false), (300, true)] {
            let content = try content(MailSamples.digest(stories: stories, inChinese: inChinese))
            print(
                "mail of \(stories) stories: \(content.html.utf8.count) bytes of HTML, \(content.text.plain.utf8.count) of text"
            )
            #expect(content.html.utf8.count < 102_000)
            #expect(content.html.contains("</html>"))
        }
    }

    /// For looking at: the mails themselves, and their pages, in the folder that MAIL_SAMPLES names.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["MAIL_SAMPLES"] != nil))
    func `samples are written for looking at`() throws {
        let folder = URL(filePath: ProcessInfo.processInfo.environment["MAIL_SAMPLES"] ?? "")
        let composer = try MailSamples.composer()
        let pushes = [
            "digest": MailSamples.digest(stories: 12), "digest100": MailSamples.digest(stories: 100),
            "digest300": MailSamples.digest(stories: 300),
            "chinese": MailSamples.digest(stories: 60, inChinese: true), "headlines": MailSamples.headlines,
            "alert": MailSamples.alert, "news": MailSamples.news,
        ]
        func push(_ message: OutgoingMessage, _ pictures: [EnclosedPicture] = []) -> ComposedMail? {
            composer.push(
                message,
                pictures: pictures,
                key: .ledger(7),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        }
        var mails = pushes.compactMapValues { push($0) }
        mails["news-pictures"] = push(MailSamples.news, try MailSamples.pictures(1, 3))
        mails["headlines-pictures"] = push(MailSamples.headlines, try MailSamples.pictures(1, 3, 4))
        mails["alert-picture"] = push(MailSamples.alert, try MailSamples.pictures(1))
        mails["digest-pictures"] = push(MailSamples.digest(stories: 12), try MailSamples.pictures(1, 2, 5))
        mails["answers"] = composer.answer(
            MailSamples.answers,
            to: MailSamples.question,
            id: 5,
            of: MailSamples.reader,
            usualSubject: "Crier: your answer",
            footer: MailSamples.footer,
            at: MailSamples.time
        )
        for (name, mail) in mails {
            try Data(mail.bytes).write(to: folder.appending(path: "\(name).eml"))
            try Data((mail.mail.html?.markup ?? "").utf8).write(to: folder.appending(path: "\(name).html"))
            try Data(mail.mail.text.plain.utf8).write(to: folder.appending(path: "\(name).txt"))
        }
        #expect(mails.count == 12)
    }
}
