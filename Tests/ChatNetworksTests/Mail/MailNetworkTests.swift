import Foundation
import MailMessages
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed, .timeLimit(.minutes(10))) struct MailNetworkTests {
    private let vouched = "Authentication-Results: mx.bot.test; dmarc=pass header.from=example.org"
    private let token = "To: crier+taliceexampleorg@bot.test"

    @Test func `ten commands get one answer, in their order`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            chat.receive(
                (0..<12).map { "news \($0)" }.joined(separator: "\n"),
                ["Message-ID: <q@a.test>", "Subject: Hi"]
            )
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == (0..<10).map { "news \($0)" })
        #expect(chat.heard.map(\.inboundID) == (0..<10).map { "mail-1-\($0)" })
        let answer = try #require(chat.sent.first)
        #expect(chat.sent.count == 1)
        let text = chat.answers[0]
        #expect(text.contains("> news 3\n\nTo news 3.\n"))
        #expect(text.contains("[tooManyCommands(limit: 10, left: [\"news 10\", \"news 11\"], more: 0)]"))
        #expect(answer.recipient == WrittenMail.address("alice@example.org"))
        let mail = IncomingMail(answer.bytes)
        #expect(mail.inReplyTo.map(\.text) == ["q@a.test"])
        #expect(mail.headers.first("auto-submitted") == "auto-replied")
        #expect(chat.kept.now.posted[.reply(to: "mail-1-9", part: 1)] == answer.eventID)
    }

    @Test func `who is not vouched for is a guest, and a name in front counts for nothing`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("news", from: "\"bob@example.org\" <Alice@Example.org>")
            chat.receive("news", [vouched], from: "Bob <bob@example.org>")
            chat.receive("news", ["To: crier+tbobexampleorg@bot.test"])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.sender.account) == ["bob@example.org"])
        #expect(chat.heard.first?.sender.displayName == "Bob")
        #expect(chat.answers.count { $0.contains("[confirmSender(") } == 2)
        #expect(chat.kept.now.people.values.allSatisfy { $0.confirmedAt == nil })
    }

    @Test func `a mail to the address with their token is read as theirs, and confirms nothing`() async throws {
        let chat = MailChatForTest()
        _ = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        try await chat.run {
            chat.receive("save 3\nsub a.example", [token, "Subject: Re: x", "In-Reply-To: <push@bot.test>"])
            try await chat.settle()
            #expect(chat.heard.map(\.text) == ["save 3"])
            #expect(chat.heard.first?.sender.account == "alice@example.org")
            #expect(chat.heard.first?.question?.repliesTo == "push@bot.test")
            #expect(chat.answers[0].contains("To save 3."))
            let asked = "[confirmLines(lines: [\"sub a.example\"], code: Optional(\"CODE1XLONG\"))]"
            #expect(chat.answers[0].contains(asked), "\(chat.answers)")
            chat.receive("yes", [token, "Subject: Re: x", "In-Reply-To: <\(chat.sent[0].eventID)>"])
            try await chat.settle()
            #expect(chat.answers[1].contains("[confirmSender(code: \"CODE1XLONG\")]"), "\(chat.answers)")
            #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt == nil)
            chat.receive("yes CODE1XLONG", [token, "Subject: Re: x"])
            try await waitUntil("it ran") { chat.sent.count == 3 }
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["save 3", "sub a.example"])
        #expect(chat.answers[2].contains("[confirmed]") && chat.answers[2].contains("To sub a.example."))
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt != nil)
        #expect(chat.events.contains { "\($0)" == "appeared(account: \"alice@example.org\")" })
    }

    @Test func `a guest's commands wait for a code, and are run and answered in full when it comes back`() async throws
    {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("news\nsub example.org\n\nI like it\n\nhelp")
            try await chat.settle()
            #expect(chat.answers[0].contains("[confirmSender(code: \"CODE1XLONG\")]") && chat.heard.isEmpty)
            chat.receive("", ["Subject: Re: yes CODE1XLONG"], from: "mallory@evil.test")
            try await chat.settle()
            #expect(chat.answers[1].contains("[badCode]"))
            chat.receive("Sure\n", ["Subject: Re: yes code1xlong"])
            try await waitUntil("the command ran") { chat.sent.count == 3 }
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["news", "sub example.org"])
        #expect(chat.heard.allSatisfy { $0.sender.account == "alice@example.org" })
        #expect(chat.answers[2].contains("[confirmed]") && chat.answers[2].contains("> news\n\nTo news."))
        #expect(
            chat.answers[2].contains("To sub example.org.") && chat.answers[2].contains("[unread(lines: [\"help\"]")
        )
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt != nil)
    }

    @Test(arguments: ["yes CODE1XLONG", "Yes please!"]) func `what stands below a consent is done, too`(
        consent: String
    ) async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("sub example.org")
            try await chat.settle()
            let answers = [vouched, token, "Subject: Re: x", "In-Reply-To: <\(chat.sent[0].eventID)>"]
            chat.receive("\(consent)\nnews\n\nand this one:\nsave 3", answers)
            try await waitUntil("both are answered") { chat.sent.count == 3 }
            try await chat.settle()
        }
        #expect(Set(chat.heard.map(\.text)) == ["sub example.org", "news"])
        #expect(chat.heard.filter { $0.sender.account == "alice@example.org" }.count == 2)
        #expect(
            chat.answers.contains { $0.contains("[unread(lines: [\"save 3\"], MailTalk.MailNotice.Unread.atEnd)]") }
        )
    }

    @Test func `lines that were not read are told beside the answer, or alone`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            chat.receive("news\n\nI like it\n\nhelp")
            try await chat.settle()
            chat.receive("help", ["Subject: news"])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["news", "news"])
        #expect(chat.answers[0].contains("[unread(lines: [\"help\"], MailTalk.MailNotice.Unread.atEnd)]"))
        #expect(chat.answers[1].contains("[unread(lines: [\"help\"], MailTalk.MailNotice.Unread.belowSubject)]"))
    }

    @Test func `what stood beside the word that ends mail is told`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("news\nPlease unsubscribe me\nsave 3\n\nAlice", [vouched])
            try await chat.settle()
            chat.receive("unsubscribe\n\nBest,\nAlice", [vouched, "Message-ID: <2@a.test>"])
            try await chat.settle()
        }
        #expect(chat.heard.isEmpty && chat.sent.count == 2)
        let unread = "[unread(lines: [\"news\", \"save 3\"], MailTalk.MailNotice.Unread.besideStop)]"
        #expect(chat.answers[0].contains("[unsubscribed(") && chat.answers[0].contains(unread), "\(chat.answers)")
        #expect(chat.answers[1].contains("[unsubscribed(") && !chat.answers[1].contains("[unread"))
    }

    @Test func `somebody else's token does nothing but end their mail, which they are told`() async throws {
        let chat = MailChatForTest()
        let alice = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        let passedOn = [token, "Reply-To: alice@example.org", "Subject: Re: Fwd: Digest"]
        try await chat.run {
            for text in ["sub example.org", "save 3", "yes"] {
                chat.receive(text, passedOn, from: "bob@evil.test")
                try await chat.settle()
            }
            #expect(chat.heard.isEmpty)
            #expect(chat.sent.allSatisfy { $0.recipient == WrittenMail.address("bob@evil.test") })
            #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt == nil)
            let count = chat.sent.count
            for _ in 0..<3 {
                chat.receive("unsubscribe", passedOn, from: "bob@evil.test")
                try await chat.settle()
            }
            // Once, and to both.
            #expect(chat.sent.count == count + 2)
            let told = try #require(chat.sent.lastIndex { $0.recipient == WrittenMail.address("alice@example.org") })
            let answered = try #require(chat.answers.lastIndex { $0.contains("[endedForOther]") })
            #expect(chat.sent[answered].recipient == WrittenMail.address("bob@evil.test") && answered >= count)
            #expect(!chat.answers[answered].contains("alice"))
            #expect(
                chat.answers[told].contains("[unsubscribedBy(sender: \"bob@evil.test\", resume: \"resume\")]")
            )
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            chat.receive("resume", passedOn, from: "bob@evil.test")
            try await chat.settle()
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            chat.receive("resume", [vouched, "To: crier+\(alice.token)@bot.test"])
            try await chat.settle()
        }
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt == nil)
    }

    @Test func `a mailbox is called confirmed once, and not at every code`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            for (index, name) in ["a", "b"].enumerated() {
                chat.time.advance(by: 60)
                chat.receive("sub \(name).example", ["Message-ID: <\(name)@a.test>"])
                try await waitUntil("it is asked") { chat.sent.count == index * 2 + 1 }
                let code = try #require(chat.answers[index * 2].firstMatch(of: /CODE[0-9]+XLONG/)).output
                chat.receive("yes \(code)", ["Subject: Re: x", "Message-ID: <y\(name)@a.test>"])
                try await waitUntil("it ran") { chat.sent.count == index * 2 + 2 }
                try await chat.settle()
            }
        }
        #expect(chat.answers[1].contains("[confirmed]") && chat.answers[1].contains("To sub a.example."))
        #expect(!chat.answers[3].contains("[confirmed]") && chat.answers[3].contains("To sub b.example."))
    }

    @Test func `mail that its domain disowns is not answered, and a token only gets it a code`() async throws {
        let chat = MailChatForTest()
        let disowned = "Authentication-Results: mx.bot.test; dmarc=fail header.from=example.org"
        _ = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        try await chat.run {
            chat.receive("news", [disowned])
            try await chat.settle()
            #expect(chat.sent.isEmpty)
            chat.receive("news", [token])
            try await chat.settle()
            chat.receive("news", [disowned, token])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.sender.account) == ["alice@example.org"])
        #expect(chat.answers.count == 2 && chat.answers[1].contains("[confirmSender("))
    }

    @Test func `what strangers send in somebody's name does not silence them`() async throws {
        let chat = MailChatForTest(answersPerGuest: 3)
        try await chat.run {
            for number in 0..<10 {
                chat.receive("news", ["Message-ID: <\(number)@evil.test>"])
                try await chat.settle()
            }
            #expect(chat.sent.count == 3)
            chat.receive("news", [vouched])
            try await chat.settle()
        }
        #expect(chat.sent.count == 4)
        #expect(chat.heard.last?.sender.account == "alice@example.org")
    }

    @Test func `nobody and no domain takes all the answers that strangers get`() async throws {
        let chat = MailChatForTest(answersPerGuest: 2, guestAnswersPerDomain: 4, guestAnswersPerHour: 8)
        var number = 0
        func send(_ from: String) async throws -> Int {
            number += 1
            let before = chat.sent.count
            chat.receive("news", ["Message-ID: <\(number)@x.test>"], from: from)
            try await chat.settle()
            return chat.sent.count - before
        }
        try await chat.run {
            // Two hundred from one address leave the others theirs.
            for index in 0..<200 {
                let answers = try await send("alice@example.org")
                #expect(answers == (index < 2 ? 1 : 0))
            }
            #expect(try await send("bob@example.org") == 1)
            #expect(try await send("carol@mail.example.org") == 1)
            #expect(try await send("dan@other.example.org") == 0, "a domain is one, whatever is put before it")
            #expect(try await send("erin@a.co.uk") == 1)
            for index in 0..<5 { #expect(try await send("\(index)@b.co.uk") == (index < 3 ? 1 : 0)) }
            #expect(try await send("frank@c.test") == 0, "all of them together have eight")
            chat.time.advance(by: 3_600)
            #expect(try await send("frank@c.test") == 1)
        }
    }

    @Test func `a plain yes to the answer runs what waited, and not what waits elsewhere`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("sub example.org", ["Message-ID: <1@a.test>"])
            try await chat.settle()
            chat.receive("unsub all", ["Message-ID: <2@evil.test>"])
            try await chat.settle()
            chat.receive("Yes please!", [vouched, token, "In-Reply-To: <\(chat.sent[0].eventID)>", "Subject: Re: x"])
            try await waitUntil("it ran") { chat.sent.count == 3 }
            try await chat.settle()
        }
        #expect(chat.heard.filter { $0.sender.account != nil }.map(\.text) == ["sub example.org"])
        #expect(chat.answers[2].contains("[confirmed]"))
    }

    @Test(arguments: [
        ("unsubscribe me", true), ("Please stop sending me these emails.", true),
        ("Please unsubscribe me from this list!", true), ("stop the war", false), ("unsub example.org", false),
        ("Dear Crier,\n\nplease unsubscribe me.\n\nAlice", true), ("news\n\nPlease unsubscribe me", true),
        ("I get too much mail. Please remove me from your list!", true), ("news\nunsubscribe", true),
        ("请退订，谢谢！", true), ("麻烦帮我取消订阅", true), ("怎么退订新华社？", false), ("news\nstop the war", false),
        ("news", false), ("unsubscribe news.example.org", false), ("unsubscribe lists.example.org/feed", false),
        ("remove news.example.co.uk", false), ("Stop. Unsubscribe me...", true),
        ("unsubscribe all", true), ("export opml\nunsubscribe all", false), ("我不想退订", false),
        ("请不要退订我", false), ("别给我退订", false), ("我不想要这些邮件，请退订", true), ("我不想要这些邮件请退订", true),
    ])
    func `a polite plea ends all mail, and other words do not`(line: String, ends: Bool) async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive(line)
            try await chat.settle()
        }
        #expect((chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil) == ends)
    }

    @Test func `an answering machine confirms nothing`() async throws {
        let chat = MailChatForTest()
        _ = chat.kept.confirmationCode(
            mail: KeptMail(id: 9, content: [], receivedAt: chat.time.now),
            position: 0,
            of: "alice@example.org",
            network: "mail",
            at: chat.time.now
        )
        try await chat.run {
            chat.receive("I am away", ["Subject: Re: yes CODE9XLONG", "Auto-Submitted: auto-replied"])
            chat.receive("I am away\n\n> yes CODE9XLONG", ["Subject: Out of office: yes", "Precedence: auto_reply"])
            chat.receive("", ["Subject: Re: yes CODE9XLONG"], envelope: "")
            try await chat.settle()
        }
        #expect(chat.kept.now.codes["CODE9XLONG"] != nil)
        #expect(chat.sent.isEmpty)
        #expect(chat.heard.isEmpty)
    }

    @Test func `a verified mailbox is asked once a week whether it wants mail`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("sub example.org", [vouched])
            try await chat.settle()
            chat.receive("sub example.org", [vouched])
            chat.receive("news", [vouched])
            try await chat.settle()
            #expect(chat.answers.filter { $0.contains("confirmPushes") }.count == 1)
            #expect(chat.answers[0].contains("confirmPushes(code: \"CODE1XLONG\")"))
            chat.time.advance(by: 8 * 86_400)
            chat.receive("sub example.org", [vouched])
            try await chat.settle()
            #expect(chat.answers.last?.contains("confirmPushes") == true)
            chat.receive("yes CODE1XLONG", ["Subject: Re: sub example.org", "In-Reply-To: <x@bot.test>"])
            try await waitUntil("it is confirmed") { chat.sent.count == 5 }
        }
        #expect(chat.answers[4].contains("[confirmed]"))
        #expect(!chat.answers[4].contains("> "))
    }

    @Test func `one word ends all mail, and another brings it back`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("", ["Subject: unsubscribe"])
            try await chat.settle()
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            #expect(chat.answers[0].contains("unsubscribed"))
            // From alone takes nothing back.
            chat.receive("resume", ["Subject: Re: unsubscribe"])
            try await chat.settle()
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            #expect(chat.answers[1].contains("[confirmSender(code: \"CODE2XLONG\")]"))
            chat.receive("yes CODE2XLONG", ["Subject: Re: unsubscribe"])
            try await waitUntil("it is back") { chat.sent.count == 3 }
            #expect(chat.answers[2].contains("[resubscribed]"))
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt == nil)
            chat.receive("stop\n", [token])
            try await chat.settle()
            // Neither does the token, which may have been passed on.
            chat.receive("resume\nnews\nsub a.example", [token, "Subject: Re: stop"])
            try await chat.settle()
            #expect(chat.answers[4].contains("[mailIsOff]") && chat.answers[4].contains("To news."))
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            let code = try #require(chat.answers[4].firstMatch(of: /CODE[0-9]+XLONG/)).output
            chat.receive("yes \(code)", [token, "Subject: Re: stop"])
            try await waitUntil("it is back again") { chat.sent.count == 6 }
            try await chat.settle()
        }
        #expect(chat.answers[5].contains("[resubscribed]") && chat.answers[5].contains("To sub a.example."))
        #expect(chat.heard.map(\.text) == ["news", "sub a.example"])
    }

    @Test func `resume among other lines is done with them, by whoever is believed`() async throws {
        let chat = MailChatForTest()
        func isEnded() -> Bool { chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil }
        try await chat.run {
            chat.receive("", ["Subject: unsubscribe"])
            try await chat.settle()
            chat.receive("news\nresume\nhelp", [vouched, token, "Subject: Re: x"])
            try await chat.settle()
            #expect(!isEnded())
            #expect(chat.answers[1].contains("[resubscribed]"))
            #expect(chat.heard.map(\.text) == ["news", "help"])

            chat.receive("", ["Subject: unsubscribe"])
            try await chat.settle()
            chat.receive("news\nresume")
            try await chat.settle()
            #expect(isEnded())
            #expect(chat.answers[3].contains("[confirmSender(code: \"CODE4XLONG\")]"))
            chat.receive("yes CODE4XLONG", ["Subject: Re: x"])
            try await waitUntil("it is back") { chat.sent.count == 5 }
            try await chat.settle()
        }
        #expect(!isEnded() && chat.answers[4].contains("[resubscribed]") && chat.answers[4].contains("To news."))
        #expect(chat.heard.map(\.text) == ["news", "help", "news"])
    }

    @Test func `a mail without a subject gets an answer with one that says nothing`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            chat.receive("I wonder what is going on")
            try await chat.settle()
        }
        #expect(chat.sent.map(\.mail.subject.text) == ["[answerSubject(bot: \"Crier\")]"])
        #expect(chat.answers.first?.contains("[notUnderstood") == true)
    }

    @Test func `thanks are taken without a word`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            chat.receive("Thanks!\n\n> 1. One", [token, "Subject: Re: Digest", "In-Reply-To: <push@bot.test>"])
            chat.receive("Thank you!\nAlice")
            chat.receive("", ["Subject: Re: news"])
            try await chat.settle()
        }
        #expect(chat.heard.isEmpty && chat.sent.count == 1)
        #expect(chat.answers[0].contains("[emptyReply(line: Optional(\"news\"))]"))
    }

    @Test func `the token alone ends mail, by whatever machine, without a word to it`() async throws {
        let chat = MailChatForTest()
        _ = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        try await chat.run {
            let headers = [token, "Subject: unsubscribe", "Auto-Submitted: auto-generated"]
            chat.receive("", headers, from: "robot@mail.test")
            try await chat.settle()
        }
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
        #expect(chat.kept.now.people["robot@mail.test"] == nil)
        #expect(chat.sent.map(\.recipient) == [WrittenMail.address("alice@example.org")])
    }

    @Test func `a web page ends mail by a token of its own, which can do nothing by mail`() async throws {
        let chat = MailChatForTest()
        let alice = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        #expect(try await !chat.network.unsubscribe(token: "nobody"))
        #expect(try await !chat.network.unsubscribe(token: alice.token))
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt == nil)
        #expect(try await chat.network.unsubscribe(token: alice.unsubscribeToken.uppercased()))
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
        let headers = ["To: crier+\(alice.unsubscribeToken)@bot.test"]
        try await chat.run {
            chat.receive("resume", headers)
            try await chat.settle()
        }
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt == nil)
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
    }

    @Test func `the token that the button sends can end mail and nothing else`() async throws {
        let chat = MailChatForTest()
        let alice = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        let headers = ["To: crier+\(alice.unsubscribeToken)@bot.test"]
        try await chat.run {
            chat.receive("sub example.org", headers)
            try await chat.settle()
            // Beside that button stands another, for help.
            chat.receive("", headers + ["Subject: help"])
            try await chat.settle()
            #expect(chat.heard.isEmpty && chat.answers.allSatisfy { $0.contains("[confirmSender(") })
            #expect(chat.sent.last?.recipient == WrittenMail.address("alice@example.org"))
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt == nil)
            chat.receive("", headers + ["Subject: unsubscribe", "Auto-Submitted: auto-generated"])
            try await chat.settle()
        }
        #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
        #expect(chat.sent.count == 2)
    }

    @Test func `two bots that answer each other stop by themselves`() async throws {
        let chat = MailChatForTest(answersPerHour: 5, vouches: true)
        try await chat.run {
            for number in 0..<30 {
                // A bot without any manners: each answer is a new command.
                chat.receive(
                    "news",
                    ["Message-ID: <\(number)@bot2.test>", "Subject: Re: news"],
                    from: "bot2@example.org"
                )
                try await chat.settle()
            }
            #expect(chat.sent.count == 5)
            #expect(chat.answers[4].contains("[resting(limit: 5)]"))
            #expect(chat.heard.count == 5)
            chat.receive("", ["Subject: unsubscribe"], from: "bot2@example.org")
            try await chat.settle()
        }
        #expect(chat.kept.now.people["bot2@example.org"]?.unsubscribedAt != nil)
        #expect(chat.sent.count == 5)
    }

    @Test func `our own answer that comes back is not answered`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            chat.receive("news")
            try await chat.settle()
            chat.kept.keepMail(
                [NewMail(content: chat.sent[0].bytes)],
                network: "mail",
                position: nil,
                at: chat.time.now
            )
            try await chat.settle()
        }
        #expect(chat.sent.count == 1)
    }

    @Test func `a mail that comes twice is answered once`() async throws {
        let chat = MailChatForTest(vouches: true)
        try await chat.run {
            for _ in 0..<3 { chat.receive("news", ["Message-ID: <same@a.test>"]) }
            chat.receive("news", ["Message-ID: <same@a.test>"], from: "bob@example.org")
            try await chat.settle()
        }
        #expect(chat.sent.count == 2)
    }

    @Test func `an answer that cannot leave is tried again, and no command is run twice`() async throws {
        let chat = MailChatForTest(vouches: true)
        chat.endsSending(.notSent(retryAt: nil), .notSent(retryAt: chat.time.now.addingTimeInterval(3_000)), .unknown)
        try await chat.run {
            chat.receive("news", ["Message-ID: <a@a.test>"])
            for attempt in 1...4 {
                try await waitUntil("attempt \(attempt)") { chat.sent.count >= attempt }
                // The clock may have gone past two attempts at once.
                if chat.sent.count == attempt, attempt < 4 {
                    try await waitUntil("it sleeps") {
                        chat.sent.count > attempt || (chat.time.sleeping > 0 && !chat.kept.queue.isEmpty)
                    }
                    try await waitUntil("it is due again") {
                        if chat.time.sleeping > 0 { chat.time.advance(by: 600) }
                        return chat.sent.count > attempt
                    }
                }
            }
            try await chat.settle()
        }
        #expect(chat.heard.count == 1)
        #expect(Set(chat.sent.map(\.eventID)).count == 1)
        #expect(Set(chat.answers).count == 1)
    }

    @Test func `who sends what is too large is told so once, and a machine is not`() async throws {
        let chat = MailChatForTest(answersPerGuest: 2)
        func receive(_ headers: [String], from: String = "Alice <alice@example.org>") {
            let head = WrittenMail.bytes("", headers: headers, from: from)
            let mail = NewMail(content: OversizedMail.content(head: head))
            chat.kept.keepMail([mail], network: "mail", position: nil, at: chat.time.now)
        }
        try await chat.run {
            for _ in 0..<2 { receive(["Message-ID: <big@a.test>", "Subject: news"]) }
            receive(["Auto-Submitted: auto-replied"], from: "robot@example.org")
            receive([], from: "crier@bot.test")
            try await chat.settle()
            #expect(chat.answers.count == 1)
            #expect(chat.answers.first?.contains("[tooLarge(limit: 25)]") == true)
            #expect(chat.heard.isEmpty, "what it asks for is not read")
            for number in 0..<3 { receive(["Message-ID: <\(number)@a.test>"]) }
            try await chat.settle()
            #expect(chat.answers.count == 2, "it counts as an answer")
            receive(["Message-ID: <end@a.test>", "Subject: unsubscribe"], from: "bob@example.org")
            try await chat.settle()
        }
        #expect(chat.answers.last?.contains("[unsubscribed(") == true, "its subject ends mail as any other")
        #expect(chat.kept.now.people["bob@example.org"]?.unsubscribedAt != nil)
        #expect(Set(chat.sent.prefix(2).map(\.recipient)) == [WrittenMail.address("alice@example.org")])
    }

    @Test func `an answer that nobody confirms is given up by whoever sends it`() async throws {
        let chat = MailChatForTest(vouches: true)
        chat.endsSending(.unknown, .unknown, .unknown, .unconfirmed(reason: "no answer"))
        try await chat.run {
            chat.receive("news")
            try await waitUntil("it is given up") {
                if chat.time.sleeping > 0 { chat.time.advance(by: 600) }
                return chat.sent.count >= 4
            }
            try await chat.settle()
        }
        #expect(chat.sent.count == 4)
        #expect(Set(chat.sent.map(\.eventID)).count == 1)
    }

    @Test func `however many mails come, one alarm is set for what waits`() async throws {
        let chat = MailChatForTest(vouches: true)
        let retryAt = chat.time.now.addingTimeInterval(4 * 3_600)
        chat.endsSending(.notSent(retryAt: retryAt))
        try await chat.run {
            chat.receive("news")
            try await waitUntil("it was tried") { chat.sent.count == 1 }
            for number in 2...6 {
                chat.receive("news")
                try await waitUntil("mail \(number) is answered") {
                    chat.sent.count == number && chat.kept.queue.count == 1
                }
                // When it would have been taken up again.
                chat.time.advance(by: 61)
                // The second look begins after the first has ended, and both see the new time.
                for _ in 0..<2 {
                    let looks = chat.kept.now.looks
                    chat.kept.keepMail([], network: "mail", position: nil, at: chat.time.now)
                    try await waitUntil("it looks again") { chat.kept.now.looks > looks }
                }
                #expect(chat.time.sleeping <= 1)
            }
            chat.time.set(retryAt)
            try await chat.settle()
        }
        #expect(chat.sent.count == 7)
    }

    @Test func `an answer that is refused, or fails for five days, is given up`() async throws {
        let chat = MailChatForTest(vouches: true)
        chat.endsSending(.refused(reason: "no"))
        try await chat.run {
            chat.receive("news")
            try await chat.settle()
            chat.endsSending(.notSent(retryAt: nil), .notSent(retryAt: nil))
            chat.receive("news")
            try await waitUntil("it was tried") { chat.sent.count == 2 }
            try await waitUntil("it waits") { chat.time.sleeping > 0 }
            chat.time.advance(by: 6 * 86_400)
            try await chat.settle()
        }
        #expect(chat.sent.count == 3)
    }

    @Test func `what was ready before a crash is said after it`() async throws {
        let kept = MailKeptForTest()
        let never = ManualTimeSource()
        let first = MailChatForTest(kept: kept, vouches: true) { message, _ in
            // The second command is cut off.
            if message.text == "search x" { try? await never.sleep(until: .distantFuture) }
            return message.text == "search x" ? nil : ["Before the crash."]
        }
        try await first.run {
            first.receive("news\nsearch x")
            try await waitUntil("the second has begun") { first.heard.count == 2 }
        }
        #expect(kept.queue.count == 1)
        let time = ManualTimeSource(first.time.now.addingTimeInterval(600))
        let second = MailChatForTest(kept: kept, time: time, vouches: true)
        try await second.run { try await second.settle() }
        #expect(first.sent.isEmpty)
        #expect(second.heard.map(\.text) == ["search x"])
        #expect(second.sent.count == 1)
        #expect(second.answers[0].contains("> news\n\nBefore the crash."))
        #expect(second.answers[0].contains("> search x\n\nTo search x."))
    }

    @Test func `a command that the chat has no room for is said to be unanswered`() async throws {
        let chat = MailChatForTest(vouches: true) { message, _ in message.text == "help" ? nil : ["To \(message.text)."]
        }
        try await chat.run {
            chat.receive("news\nhelp")
            try await chat.settle()
        }
        #expect(chat.answers[0].contains("To news."))
        #expect(chat.answers[0].contains("[unanswered(text: \"help\")]"))
    }

    @Test func `a mail that does harm is given up, and others go on`() async throws {
        let kept = MailKeptForTest()
        let time = ManualTimeSource()
        kept.keepMail([NewMail(content: WrittenMail.bytes("news"))], network: "mail", position: nil, at: time.now)
        // It was begun so often and never ended.
        for _ in 0..<MailIntake.mostTries { kept.postponeMail(1, until: time.now) }
        let chat = MailChatForTest(kept: kept, time: time, vouches: true)
        try await chat.run {
            chat.receive("news", from: "bob@example.org")
            try await chat.settle()
        }
        #expect(chat.heard.map(\.sender.account) == ["bob@example.org"])
    }

    @Test func `one sender's mails are answered in order, and hold up nobody else's`() async throws {
        let kept = MailKeptForTest()
        let chat = MailChatForTest(kept: kept, vouches: true) { message, _ in
            if message.text == "news 0" {
                try? await waitUntil("bob was answered") { !kept.queue.contains { $0.id == 16 } }
            }
            return ["To \(message.text)."]
        }
        try await chat.run {
            for number in 0..<15 { chat.receive("news \(number)", ["Message-ID: <\(number)@a.test>"]) }
            chat.receive("news b", from: "bob@example.org")
            try await chat.settle()
        }
        #expect(chat.sent.first?.recipient == WrittenMail.address("bob@example.org"))
        let alice = chat.sent.filter { $0.recipient == WrittenMail.address("alice@example.org") }
        #expect(alice.count == 15)
        let order = alice.map { IncomingMail($0.bytes).plainText ?? "" }
        for (number, text) in order.enumerated() { #expect(text.contains("To news \(number).")) }
    }

    @Test func `an attached list is handed to the import`() async throws {
        let chat = MailChatForTest(vouches: true) { message, network in
            guard let file = message.file else { return ["no file"] }
            let whole = await network.contents(of: file, limit: 1_000)
            let part = await network.contents(of: file, limit: 3)
            let other = await network.contents(of: AttachedFile(name: "x", address: "mail-1-0/7"), limit: 1_000)
            return ["\(file.name) \(whole == .contents(Array("<opml/>".utf8))) \(part) \(other)"]
        }
        let body = """
            --b\r
            Content-Type: text/x-opml; name="../my feeds.opml"\r
            Content-Transfer-Encoding: base64\r
            Content-Disposition: attachment\r
            \r
            PG9wbWwvPg==\r
            --b--\r

            """
        try await chat.run {
            chat.receive(body, ["Content-Type: multipart/mixed; boundary=b"])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["import"])
        #expect(chat.answers[0].contains("my feeds.opml true tooLarge refused"))
    }

    @Test func `a report that proves a failure pauses the address, and a forged one nothing`() async throws {
        let chat = MailChatForTest()
        _ = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        let report = """
            --b\r
            Content-Type: text/plain\r
            \r
            Sorry\r
            --b\r
            Content-Type: message/delivery-status\r
            \r
            Reporting-MTA: dns; mx.example.org\r
            \r
            Final-Recipient: rfc822; alice@example.org\r
            Action: failed\r
            Status: 5.1.1\r
            \r
            --b--\r

            """
        let headers = ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"]
        try await chat.run {
            for forged in ["To: crier+tguess@bot.test", token] {
                chat.receive(report, headers + [forged], from: "mailer-daemon@evil.test")
                try await chat.settle()
            }
            #expect(chat.events.isEmpty)
            let back = "To: crier+taliceexampleorg-ualiceexampleorg@bot.test"
            chat.receive(report, headers + [back], from: "mailer-daemon@example.org")
            try await waitUntil("it is told") { !chat.events.isEmpty }
            chat.receive("news", [vouched])
            try await chat.settle()
        }
        let alice = Address(network: "mail", kind: .person, target: "alice@example.org")
        guard case .expelled(alice, _) = chat.events[0] else {
            Issue.record("\(chat.events)")
            return
        }
        #expect(chat.events.contains { if case .readmitted(alice) = $0 { true } else { false } })
        #expect(chat.sent.count == 1)
    }

    @Test func `addresses have one form`() {
        let network = MailChatForTest().network
        #expect(network.folded("Alice@EXAMPLE.org") == "alice@example.org")
        #expect(network.folded("<alice@b\u{FC}cher.example>") == "alice@xn--bcher-kva.example")
        #expect(network.folded("Nobody") == "nobody")
    }
}
