import MailMessages
import TestSupport
import Testing

@testable import MailTalk

@Suite(.timed) struct MailCommandsTests {
    private func texts(_ body: String, _ headers: [String] = []) -> [String] {
        Reading.commands(body, headers: headers).commands.map(\.text)
    }

    @Test func `a subject that is a command is the only one`() {
        #expect(texts("digest at 18:00", ["Subject: news berlin"]) == ["news berlin"])
        #expect(texts("digest at 18:00", ["Subject: [EXTERNAL] news"]) == ["news"])
        #expect(texts("digest at 18:00", ["Subject: a question"]) == ["digest at 18:00"])
        #expect(texts("", ["Subject: =?utf-8?B?bmV3cyDmnbHkuqw=?="]) == ["news 東京"])
    }

    @Test func `a greeting is a command only where nothing follows`() {
        let isCommand: @Sendable (String) -> Bool = { ["hello", "sub example.org"].contains($0.lowercased()) }
        func texts(_ subject: String, _ body: String) -> [String] {
            let mail = IncomingMail(Array("Subject: \(subject)\n\n\(body)".utf8))
            return MailCommands(Reading.lines(mail, isCommand), lists: []).commands.map(\.text)
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

    @Test func `somebody who says hello is introduced`() {
        for body in ["Hello!", "Hi Crier,\n\nAlice", "你好！", "Hello there,\n\nBest,\nBob Smith"] {
            #expect(texts(body, ["Subject: Hi"]) == ["start"], "\(body)")
        }
        #expect(texts("", ["Subject: Hi there"]) == ["start"])
        #expect(texts("Hi,\n\nwhat can you do for me?") == [])
        #expect(texts("Hi\nNews") == ["News"])
        #expect(texts("Hi, I am in need of a rather good friend") == [])
    }

    @Test func `lines are commands up to other words behind a gap, a signature, a closing or a quotation`() {
        #expect(texts("news\nsub example.org\n\nAlice\nhelp") == ["news", "sub example.org"])
        #expect(texts("save 2\n\nmute 1\n\n\nmore 1\n\nI like it\n\nhelp") == ["save 2", "mute 1", "more 1"])
        #expect(texts("\n\nnews\n-- \nhelp") == ["news"])
        #expect(texts("news\nThanks,\nAlice") == ["news"])
        #expect(texts("news\nAlice Smith\nAcme Corp. | +49 30 123456") == ["news"])
        #expect(texts("news\nDigst Week\nhelp") == ["news", "Digst Week", "help"])
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
        let commands = Reading.commands(Array(repeating: "news", count: 12).joined(separator: "\n"))
        #expect(commands.commands.count == 10)
        #expect(commands.commands.map(\.position) == Array(0..<10))
        #expect(commands.left == ["news", "news"])
        #expect(Reading.commands(Array(repeating: "news", count: 10).joined(separator: "\n")).left.isEmpty)
        let signed = Array(repeating: "news", count: 11).joined(separator: "\n") + "\nAlice\nThanks,\nnews"
        #expect(Reading.commands(signed).left == ["news"])
        let many = Reading.commands(Array(repeating: "news", count: 150).joined(separator: "\n"))
        #expect(many.left.count == 50 && many.moreLeft == 90)
    }

    @Test func `what is to be copied is shown whole, what is quoted is marked as cut`() {
        let long = "sub https://example.org/" + String(repeating: "a", count: 120)
        let eleven = Array(repeating: "news", count: 10) + [long]
        #expect(Reading.commands(eleven.joined(separator: "\n")).left == [long])
        let around = "could you please " + long
        guard case .wordsAround(let quote, let line)? = Reading.commands(around).notUnderstood else {
            Issue.record("no words around it")
            return
        }
        #expect(line == long && quote.hasSuffix("…") && quote.count <= 100)
        #expect(Reading.commands("", headers: ["Subject: Re: \(long)"]).notUnderstood == .emptyReply(line: long))
        let endless = long + String(repeating: "a", count: 600)
        #expect(Reading.commands("", headers: ["Subject: Re: \(endless)"]).notUnderstood == .emptyReply(line: nil))
    }

    @Test func `what stands below mails of companies is no command`() {
        func texts(_ body: String) -> [String] {
            let isCommand: @Sendable (String) -> Bool = { line in
                WrittenMail.isCommand(line) || line.lowercased().hasPrefix("follow ")
                    || line.split(separator: " ").allSatisfy { $0.contains(".") }
            }
            let mail = WrittenMail.mail(body)
            return MailCommands(Reading.lines(mail, isCommand), lists: []).commands.map(\.text)
        }
        let one = "https://one.example/feed"
        #expect(texts("news\n\nhttps://www.example.org\nhelp") == ["news"])
        #expect(texts("news\n\nexample.org/\nhelp") == ["news"])
        #expect(texts("sub \(one)\n\nacme.example alice@acme.example") == ["sub \(one)"])
        for line in [
            "Follow us on https://social.example/acme", "Follow me: @alice", "Subscribe to our paper a.example",
        ] {
            #expect(texts("\(one)\n\n\(line)\nnews") == [one], "\(line)")
        }
        #expect(texts("news\n\(one)") == ["news", one])
        #expect(texts("\(one)\n\nhttps://two.example\n\nhelp") == [one, "https://two.example", "help"])
        #expect(
            texts("news\n\nfollow us.example/feed\nsub my.example") == [
                "news", "follow us.example/feed", "sub my.example",
            ]
        )
    }

    @Test func `an address alone behind a gap is what somebody pasted to be followed`() {
        for address in [
            "https://one.example/feed", "https://www.acme.example", "one.example", "https://example.org/feed.xml",
        ] {
            let asked = Reading.linkCommands("news\n\n\(address)\nhelp")
            #expect(asked.commands.map(\.text) == ["news", address, "help"], "\(address)")
            #expect(asked.unread.isEmpty)
        }
    }

    @Test(arguments: [
        // Below other words.
        ("news\n\nI also want this one:\nhttps://one.example/feed", ["https://one.example/feed"]),
        ("save 2\n\nI like it\n\nhelp\nmore 5", ["help", "more 5"]),
        ("news\n\nsav 3\n\nhelp", ["sav 3", "help"]), ("news\n\nAlice\nhelp", ["help"]),
        // Below a closing only what cannot be a name or the signature's.
        ("news\nThanks\nsub one.example", ["sub one.example"]),
        ("news\n\nBest,\nAlice\nNews Editor\nhttps://one.example\n12", []),
        ("news\n\nAlice Smith | Acme\nhttps://one.example", []),
        ("news\n\n+49 30 1234567\nhttps://one.example", []),
        ("news\n\nThis mail is confidential.\nhttps://one.example", []),
        ("news\n\nhttps://www.example.org\n\nhelp", ["https://www.example.org", "help"]),
        ("news\n\none.example alice@one.example", []), ("news\n\nFollow us on https://one.example", []),
        // Nobody asked for what mail programs put there.
        ("news\n-- \nhelp", []), ("news\n\nSent from my phone", []), ("news\n\nI like it", []),
    ]) func `what may be a command and was not read is said`(body: String, unread: [String]) {
        let asked = Reading.linkCommands(body)
        #expect(asked.unread == unread && !asked.isUnreadBelowSubject)
        #expect(!asked.commands.isEmpty)
    }

    @Test func `the addresses of a whole list that is quoted without a mark are no commands`() {
        let list = (1...30).map { "\($0). A story\nhttps://\($0).example/story" }.joined(separator: "\n")
        let asked = Reading.linkCommands("save 3\n\nMr Crier said:\n\(list)\nhelp", headers: ["Subject: Re: Digest"])
        #expect(asked.commands.map(\.text) == ["save 3"] && asked.unread == ["help"])
    }

    @Test func `commands below one in the subject are not read, and that is said`() {
        let body = "Hi Crier,\n\nsub one.example\nhttps://two.example/feed\n\nBest,\nAlice\nhttps://acme.example"
        let asked = Reading.linkCommands(body, headers: ["Subject: News"])
        #expect(asked.commands.map(\.text) == ["News"] && asked.isUnreadBelowSubject)
        #expect(asked.unread == ["sub one.example", "https://two.example/feed"])
        #expect(Reading.linkCommands("Thanks!\nAlice", headers: ["Subject: News"]).unread.isEmpty)
    }

    @Test func `who writes the command in the subject once more below it is not told off`() {
        for line in ["help me", "Please help me!", "Help me"] {
            let asked = Reading.linkCommands("Hi,\n\(line)\n\nAlice", headers: ["Subject: help me"])
            #expect(asked.commands.map(\.text) == ["help me"] && asked.unread.isEmpty, "\(asked)")
        }
        let other = Reading.linkCommands("help me\nhelp you", headers: ["Subject: help me"])
        #expect(other.unread == ["help you"])
    }

    @Test func `two words with capitals directly below a command are a name when it is the sender's`() {
        func texts(_ body: String, _ from: String) -> [String] {
            let mail = WrittenMail.mail(body, from: from)
            return MailCommands(Reading.lines(mail), lists: []).commands.map(\.text)
        }
        let bob = "Bob Miller <rmiller@acme.example>"
        #expect(texts("News\nHeadlnes Berlin", bob) == ["News", "Headlnes Berlin"])
        #expect(texts("News\nHeadlnes Berlin\nBest regards,\nBob", bob) == ["News", "Headlnes Berlin"])
        for name in ["Bob Miller", "Bob", "bob", "Robert Miller", "B. Miller"] {
            #expect(texts("News\n\(name)", bob) == ["News"], "\(name)")
        }
        #expect(texts("News\nEve Jones\nAcme Corp. | +49 30 123456", bob) == ["News"])
        #expect(texts("News\n\nEve Jones", bob) == ["News"])
        #expect(texts("News\nLi Ming", "<li.ming@example.test>") == ["News"])
    }

    @Test func `a greeting may call the bot by its name`() {
        func texts(_ botName: String) -> [String] {
            let mail = Reading.lines(WrittenMail.mail("Hello Town Herald,\n\nAlice"))
            return MailCommands(mail, lists: [], botName: botName).commands.map(\.text)
        }
        #expect(texts("Town Herald") == ["start"])
        #expect(texts("Crier") != ["start"])
    }

    @Test(arguments: [
        "Thanks!", "thank you", "Hi Crier,\n\nthank you so much!\n\nAlice Smith", "Thanks,\nBob", "Vielen Dank!",
        "谢谢！", "谢谢\n小明", "👍", "❤️🙏", "Thanks a lot, great help 🙏\nCheers\nAlice B. Smith",
        "Thanks!\n\nOn Sat, 21 Nov 2026 at 13:35, Crier <crier@bot.test> wrote:\n> 1. One\n> help\n",
    ])
    func `thanks alone are no command and need no answer`(body: String) {
        let commands = Reading.commands(body, headers: ["Subject: Re: Digest"])
        #expect(commands.commands.isEmpty && commands.notUnderstood == nil, "\(commands)")
    }

    @Test func `thanks around something else are not all that is said`() {
        #expect(texts("save 3\nThanks!", ["Subject: Re: x"]) == ["save 3"])
        for body in [
            "Thanks!\n\nsave 3", "Thanks, please send me less", "thanks?", "谢谢\n请把新闻发给我看看",
            "Thanks!\nit is 3 you missed",
            "Cheers mate what is this",
        ] {
            let commands = Reading.commands(body, headers: ["Subject: Re: x"])
            #expect(commands.notUnderstood != nil || !commands.commands.isEmpty, "\(body)")
        }
        #expect(Reading.commands("", headers: ["Subject: Thank you!"]).commands.isEmpty)
        #expect(Reading.commands("", headers: ["Subject: Thank you!"]).notUnderstood == nil)
        #expect(texts("Thanks!\nAlice", ["Subject: news"]) == ["news"])
    }

    @Test(arguments: ["no", "No thanks!", "No, thank you.\n\nAlice", "不", "不用了。", "Nein danke"])
    func `a no in a reply is no command, and nothing is changed`(body: String) {
        let commands = Reading.commands(body, headers: ["Subject: Re: x"])
        #expect(commands.commands.isEmpty && commands.notUnderstood == .nothingChanged)
        #expect(Reading.commands(body, headers: ["Subject: x"]).notUnderstood != .nothingChanged)
    }

    @Test func `a no beside a command is not all that was said`() {
        let commands = Reading.commands("no\nnews", headers: ["Subject: Re: x"])
        #expect(commands.notUnderstood != .nothingChanged && commands.commands.contains { $0.text == "news" })
    }

    @Test(arguments: [
        ("Hi Crier,\n\ncould you sub https://example.org/feed", "sub https://example.org/feed"),
        ("Could you please send me the news?", "news"), ("I would like the digest now, please!", "digest"),
        ("I think we talked about it", nil), ("What is 3", nil),
    ])
    func `a command within a sentence is named as the line it should have been`(body: String, line: String?) {
        let quote = body.split(separator: "\n").last.map(String.init) ?? ""
        let notice = Reading.commands(body).notUnderstood
        #expect(notice == line.map { .wordsAround(text: quote, line: $0) } ?? .notUnderstood(text: quote))
    }

    @Test(arguments: [
        (
            "Dear Crier,\n\nplease add this feed for me:\nhttps://one.example/feed\n\nBest,\nAlice",
            "sub https://one.example/feed"
        ),
        ("I would like to have this one:\n\nsub one.example", "sub one.example"),
        ("What is it about?\n\nAlice Smith\nhttps://acme.example", nil),
        ("What is it about?\n" + String(repeating: "It goes on and on.\n", count: 9) + "https://acme.example", nil),
    ])
    func `a command below other words is named as the line it should have been`(body: String, line: String?) {
        let asked = Reading.linkCommands(body, headers: ["Subject: A question"])
        #expect(asked.commands.isEmpty)
        if case .wordsAround(_, let meant) = asked.notUnderstood {
            #expect(meant == line)
        } else {
            #expect(line == nil && asked.notUnderstood != nil)
        }
    }

    @Test func `an answer without a word is told where to write`() {
        let quoted = "\n\nOn Sat, 21 Nov 2026 at 13:35, Crier <crier@bot.test> wrote:\n> 1. One\n> help\n"
        for body in ["", "\n\n", quoted] {
            let asked = Reading.commands(body, headers: ["Subject: Re: news berlin"])
            #expect(asked.commands.isEmpty && asked.notUnderstood == .emptyReply(line: "news berlin"))
            let other = Reading.commands(body, headers: ["Subject: Your news", "In-Reply-To: <a@b.test>"])
            #expect(other.commands.isEmpty && other.notUnderstood == .emptyReply(line: nil))
        }
    }

    @Test func `a command copied with its quotation marks is one`() {
        #expect(texts("\"save 3\"\n“more 2”\n`news berlin`") == ["save 3", "more 2", "news berlin"])
        #expect(
            texts("\"unsub \"The Paper\"\"\n“unsub \"The Paper\"”\nunsub \"The Paper\"")
                == Array(repeating: "unsub \"The Paper\"", count: 3)
        )
        #expect(texts("search \"a phrase\"") == ["search \"a phrase\""])
        #expect(texts("news \"one\" \"two\"") == ["news \"one\" \"two\""])
    }

    @Test func `what is no command is said to be none, once`() {
        let commands = Reading.commands("I wonder what is going on\nnews", headers: ["Subject: Hello there"])
        #expect(commands.commands.isEmpty)
        #expect(commands.notUnderstood == .wordsAround(text: "I wonder what is going on", line: "news"))
        let plain = Reading.commands("I wonder what is going on\nand so on", headers: ["Subject: Hello there"])
        #expect(plain.commands.isEmpty)
        #expect(plain.notUnderstood == .notUnderstood(text: "I wonder what is going on"))
    }

    @Test func `one odd word goes to the chat, which knows what may have been meant`() {
        #expect(texts("newz") == ["newz"])
        #expect(texts("2", ["Subject: Re: Which one?"]) == ["2"])
    }

    @Test func `a verb mistyped before a number goes to the chat, too`() {
        #expect(texts("sav 2", ["Subject: Re: x"]) == ["sav 2"])
        #expect(texts("sve 2 3", ["Subject: Re: x"]) == ["sve 2 3"])
        #expect(texts("we are 3", ["Subject: Re: x"]) == [])
    }

    @Test func `a subject alone is read as a line is`() {
        #expect(texts("", ["Subject: newz"]) == ["newz"])
        #expect(texts("-- \nAlice", ["Subject: sub what is it"]) == ["sub what is it"])
        #expect(texts("", ["Subject: What is this about?"]) == [])
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
        #expect(Reading.commands("", headers: ["Subject: \(subject)"]).code?.lowercased() == "ab12cd34ef")
    }

    @Test func `a code counts in the first line, and nowhere that is quoted`() {
        #expect(Reading.commands("yes AB12CD34EF\n", headers: ["Subject: Re: x"]).code == "AB12CD34EF")
        #expect(Reading.commands("> yes AB12CD34EF\n", headers: ["Subject: Re: x"]).code == nil)
        let quoted = "On Sat, 21 Nov 2026 at 13:35, Crier wrote:\n> Write\n> yes AB12CD34EF\n"
        #expect(Reading.commands(quoted, headers: ["Subject: Re: x"]).code == nil)
        #expect(Reading.commands("I say yes AB12CD34EF", headers: ["Subject: Re: x"]).code == nil)
        #expect(Reading.commands("yes of course please", headers: ["Subject: Re: x"]).code == nil)
        #expect(Reading.commands("yes AB12CD34EF, please", headers: ["Subject: Re: x"]).code == "AB12CD34EF")
        #expect(Reading.commands("AB12CD34EF", headers: ["Subject: Re: x"]).code == "AB12CD34EF")
        #expect(Reading.commands("AB12CD34EF", headers: ["Subject: x"]).code == nil)
    }

    @Test(arguments: ["Yes!", "Yes, please do!\n\nHugo", "OK", "yes, that was me", "好的", "Yes of course, thank you!"])
    func `consent is understood as people give it`(body: String) {
        #expect(Reading.commands(body, headers: ["Subject: Re: x"]).saysYes)
    }

    @Test(arguments: [
        ("yes AB12CD34EF\nIt was me\nnews\nsav 3", ["news"], ["sav 3"]), ("Yes!\nIt was me\nHugo", [], []),
        ("AB12CD34EF\nIt was me", [], []), ("Yes please\nnews", ["news"], []),
    ])
    func `below a consent only what surely is a command is one`(body: String, rest: [String], unread: [String]) {
        var asked = Reading.commands(body, headers: ["Subject: Re: x"])
        #expect(asked.removeConsent() == !(rest + unread).isEmpty)
        #expect(asked.commands.map(\.text) == rest && asked.unread == unread)
    }

    @Test(arguments: ["Yes?", "yes but not 3", "No!", "Yes I hate this", "sure what is it about"])
    func `what is no plain consent is none`(body: String) {
        #expect(!Reading.commands(body, headers: ["Subject: Re: x"]).saysYes)
    }

    @Test func `a please around a command, or the mark of a list before it, does no harm`() {
        let strict: @Sendable (String) -> Bool = { ["news", "sub example.org", "help"].contains($0.lowercased()) }
        func texts(_ subject: String, _ body: String) -> [String] {
            let mail = IncomingMail(Array("Subject: \(subject)\n\n\(body)".utf8))
            return MailCommands(Reading.lines(mail, strict), lists: []).commands.map(\.text)
        }
        #expect(texts("", "Hi Crier,\n\nPlease sub example.org!\nnews, please") == ["sub example.org", "news"])
        #expect(
            texts("", "* news\n- help\n1) sub example.org\n2. news") == ["news", "help", "sub example.org", "news"]
        )
        #expect(texts("News please", "") == ["News"])
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
        let commands = Reading.commands(text, headers: headers).commands
        #expect(commands.count == 1)
        #expect(commands.first?.attachment != nil)
        #expect(commands.first?.text.hasSuffix("import") == true)
    }

    @Test func `a list beside a command is imported after it`() {
        let (text, headers) = attached("news", type: "application/xml", name: "a.xml", content: "<?xml?><opml/>")
        let commands = Reading.commands(text, headers: headers).commands
        #expect(commands.map(\.text) == ["news", "import"])
        #expect(commands.map { $0.attachment != nil } == [false, true])
    }

    @Test func `a picture is no list`() {
        let (text, headers) = attached("news", type: "image/png", name: "a.png", content: "<opml>")
        #expect(Reading.commands(text, headers: headers).commands.map(\.text) == ["news"])
    }

    @Test func `hostile text is read in bounded time`() {
        let long = String(repeating: "> <", count: 300_000)
        let marks = "a" + String(repeating: "\u{301}", count: 300_000)
        let took = processorTime {
            for text in [long, marks, String(repeating: "\n", count: 500_000), String(repeating: "<", count: 500_000)] {
                _ = Reading.commands(text, headers: ["Subject: \(text.prefix(50_000).filter { $0 != "\n" })"])
                _ = Reading.commands(text, headers: ["Content-Type: text/html"])
            }
        }
        #expect(took < .seconds(60), "\(took)")
    }
}
