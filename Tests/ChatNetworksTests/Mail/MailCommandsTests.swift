import MailMessages
import Testing

@testable import ChatNetworks

@Suite struct MailCommandsTests {
    private func texts(_ body: String, _ headers: [String] = []) -> [String] {
        Sample.commands(body, headers: headers).commands.map(\.text)
    }

    @Test func `a subject that is a command is the only one`() {
        #expect(texts("digest at 18:00", ["Subject: news berlin"]) == ["news berlin"])
        #expect(texts("digest at 18:00", ["Subject: [EXTERNAL] news"]) == ["news"])
        #expect(texts("digest at 18:00", ["Subject: a question"]) == ["digest at 18:00"])
        #expect(texts("", ["Subject: =?utf-8?B?bmV3cyDmnbHkuqw=?="]) == ["news 東京"])
    }

    @Test func `a greeting is a command only where nothing follows`() {
        let isCommand: (String) -> Bool = { ["hello", "sub example.org"].contains($0.lowercased()) }
        func texts(_ subject: String, _ body: String) -> [String] {
            let mail = IncomingMail(Array("Subject: \(subject)\n\n\(body)".utf8))
            return MailCommands(MailLines(mail), lists: [], isCommand: isCommand).commands.map(\.text)
        }
        #expect(texts("Hello", "sub example.org") == ["sub example.org"])
        #expect(texts("", "Hello\n\nsub example.org") == ["sub example.org"])
        #expect(texts("Hello", "Hello\nsub example.org") == ["sub example.org"])
        #expect(texts("Hello", "") == ["Hello"])
        #expect(texts("", "Hello\n") == ["Hello"])
    }

    @Test(arguments: ["Re: news", "AW: news", "Fwd: news", "RE[2]: news", "回复：news", "[EXTERNAL] Re: Fwd: news"])
    func `the subject of a reply is none`(subject: String) {
        #expect(texts("save 3", ["Subject: \(subject)"]) == ["save 3"])
    }

    @Test func `the subject of what answers something is none, whatever it begins with`() {
        #expect(texts("save 3", ["Subject: news", "In-Reply-To: <a@b.test>"]) == ["save 3"])
    }

    @Test func `lines are commands up to an empty one, a signature, a closing or a quotation`() {
        #expect(texts("news\nsub example.org\n\nhelp") == ["news", "sub example.org"])
        #expect(texts("\n\nnews\n-- \nhelp") == ["news"])
        #expect(texts("news\nThanks,\nAlice") == ["news"])
        #expect(texts("news\nViele Grüße\nAlice") == ["news"])
        #expect(texts("news\n> help\nmore 2") == ["news", "more 2"])
        #expect(texts("Hi Crier,\n\nnews\n\nCheers\nAlice") == ["news"])
        #expect(texts("你好！\nnews") == ["news"])
    }

    @Test func `a reply is read above and below what it quotes`() {
        let top =
            "save 3\nmore 5\n\nOn Sat, 21 Nov 2026 at 13:35, Crier <crier@bot.test> wrote:\n> 1. sub evil.test\n> help\n"
        #expect(texts(top, ["Subject: Re: Digest"]) == ["save 3", "more 5"])
        let bottom = "On Sat, 21 Nov 2026 at 13:35, Crier <crier@bot.test> wrote:\n> 1. One\n> help\n\nsave 3\n"
        #expect(texts(bottom, ["Subject: Re: Digest"]) == ["save 3"])
        let outlook =
            "save 3\n\n________________________________\nFrom: Crier <crier@bot.test>\nSent: Saturday\nTo: Alice\nSubject: Digest\n\nhelp"
        #expect(texts(outlook, ["Subject: Re: Digest"]) == ["save 3"])
    }

    @Test func `ten are read and the rest is said to be too many`() {
        let commands = Sample.commands(Array(repeating: "news", count: 12).joined(separator: "\n"))
        #expect(commands.commands.count == 10)
        #expect(commands.commands.map(\.position) == Array(0..<10))
        #expect(commands.isCut)
        #expect(!Sample.commands(Array(repeating: "news", count: 10).joined(separator: "\n")).isCut)
    }

    @Test func `what is no command is said to be none, once`() {
        let commands = Sample.commands("I wonder what is going on\nnews", headers: ["Subject: Hello there"])
        #expect(commands.commands.isEmpty)
        #expect(commands.notUnderstood == "I wonder what is going on")
    }

    @Test func `one odd word goes to the chat, which knows what may have been meant`() {
        #expect(texts("newz") == ["newz"])
        #expect(texts("2", ["Subject: Re: Which one?"]) == ["2"])
    }

    @Test func `an empty mail gets help`() { #expect(texts("", []) == ["help"]) }

    @Test func `markup is text, a command in each paragraph`() {
        let html =
            "<html><body><p>Hello,</p><p>news&nbsp;berlin</p><p>sub <a href=\"https://example.org/\">https://example.org/</a></p>"
            + "<p>Alice from Accounting</p><blockquote><p>help</p></blockquote></body></html>"
        #expect(texts(html, ["Content-Type: text/html; charset=utf-8"]) == ["news berlin", "sub https://example.org/"])
    }

    @Test func `addresses that mail programs add behind addresses are left out`() {
        #expect(texts("sub example.org<https://example.org/>") == ["sub example.org"])
        #expect(texts("sub https://example.org/a <https://example.org/a>") == ["sub https://example.org/a"])
        #expect(texts("search <b>") == ["search <b>"])
    }

    @Test func `flowed lines are one, and odd charsets are text`() {
        let headers = [
            "Content-Type: text/plain; charset=iso-8859-1; format=flowed",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        #expect(texts("search caf=E9 =\r\nau lait", headers) == ["search café au lait"])
        #expect(texts("search one \r\ntwo", ["Content-Type: text/plain; format=flowed"]) == ["search one two"])
    }

    @Test(arguments: [
        "Re: yes AB12CD34EF", "yes ab12cd34ef", "AW: Yes AB12CD34EF.", "Re: [EXTERNAL] yes \"AB12CD34EF\"",
    ])
    func `a code counts in the subject`(subject: String) {
        #expect(Sample.commands("", headers: ["Subject: \(subject)"]).code?.lowercased() == "ab12cd34ef")
    }

    @Test func `a code counts in the first line, and nowhere that is quoted`() {
        #expect(Sample.commands("yes AB12CD34EF\n", headers: ["Subject: Re: x"]).code == "AB12CD34EF")
        #expect(Sample.commands("> yes AB12CD34EF\n", headers: ["Subject: Re: x"]).code == nil)
        let quoted = "On Sat, 21 Nov 2026 at 13:35, Crier wrote:\n> Write\n> yes AB12CD34EF\n"
        #expect(Sample.commands(quoted, headers: ["Subject: Re: x"]).code == nil)
        #expect(Sample.commands("I say yes AB12CD34EF", headers: ["Subject: Re: x"]).code == nil)
        #expect(Sample.commands("yes of course please", headers: ["Subject: Re: x"]).code == nil)
        #expect(Sample.commands("Yes!", headers: ["Subject: Re: x"]).saysYes)
    }

    private func attached(_ body: String, type: String, name: String, content: String) -> (String, [String]) {
        let text = """
            --b\r
            Content-Type: text/plain\r
            \r
            \(body)\r
            --b\r
            Content-Type: \(type)\r
            Content-Disposition: attachment; filename="\(name)"\r
            \r
            \(content)\r
            --b--\r

            """
        return (text, ["Content-Type: multipart/mixed; boundary=b"])
    }

    @Test(arguments: ["", "Here are my feeds, have fun", "import", "!import"])
    func `a list of feeds is imported, whatever is written beside it`(body: String) {
        let (text, headers) = attached(body, type: "text/x-opml", name: "feeds.opml", content: "<opml></opml>")
        let commands = Sample.commands(text, headers: headers).commands
        #expect(commands.count == 1)
        #expect(commands.first?.attachment != nil)
        #expect(commands.first?.text.hasSuffix("import") == true)
    }

    @Test func `a list beside a command is imported after it`() {
        let (text, headers) = attached("news", type: "application/xml", name: "a.xml", content: "<?xml?><opml/>")
        let commands = Sample.commands(text, headers: headers).commands
        #expect(commands.map(\.text) == ["news", "import"])
        #expect(commands.map { $0.attachment != nil } == [false, true])
    }

    @Test func `a picture is no list`() {
        let (text, headers) = attached("news", type: "image/png", name: "a.png", content: "<opml>")
        #expect(Sample.commands(text, headers: headers).commands.map(\.text) == ["news"])
    }

    @Test func `hostile text is read in bounded time`() {
        let clock = ContinuousClock()
        let long = String(repeating: "> <", count: 300_000)
        let marks = "a" + String(repeating: "\u{301}", count: 300_000)
        let took = clock.measure {
            for text in [long, marks, String(repeating: "\n", count: 500_000), String(repeating: "<", count: 500_000)] {
                _ = Sample.commands(text, headers: ["Subject: \(text.prefix(50_000).filter { $0 != "\n" })"])
                _ = Sample.commands(text, headers: ["Content-Type: text/html"])
            }
        }
        #expect(took < .seconds(20))
    }
}
