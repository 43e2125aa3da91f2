import Foundation
import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import MailTalk

/// One row a case: a mail and what is known of its sender → the decision.
@Suite(.timed) struct MailDecisionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var body = "news"
        var headers: [String] = []
        var from: String? = "Alice <alice@example.org>"
        var confirmed: [Int]?
        var passedLimit: Int?
        var facts = SenderFacts()
        var decision: MailDecision

        init(
            _ name: String,
            _ body: String,
            _ headers: [String],
            from: String? = "Alice <alice@example.org>",
            confirmed: [Int]? = nil,
            passedLimit: Int? = nil,
            facts: SenderFacts = SenderFacts(),
            _ decision: MailDecision
        ) {
            testDescription = name
            self.body = body
            self.headers = headers
            self.from = from
            self.confirmed = confirmed
            self.passedLimit = passedLimit
            self.facts = facts
            self.decision = decision
        }
    }

    private static let rules = MailRules(
        tokens: Reading.tokens,
        authenticationServer: "mx.bot.test",
        vocabulary: .forTest(
            { WrittenMail.isCommand($0) },
            isHarmless: { line in ["news", "help", "save", "more"].contains { line.hasPrefix($0) } }
        ),
        people: ShippedMailWords.people,
        programs: ShippedMailWords.programs
    )

    // What our own server says of a mail from example.org.
    private static let vouched = "Authentication-Results: mx.bot.test; dmarc=pass header.from=example.org"
    private static let unaligned =
        "Authentication-Results: mx.bot.test; dmarc=none; spf=pass smtp.mailfrom=evil.test; dkim=none"
    private static let disowned = "Authentication-Results: mx.bot.test; dmarc=fail header.from=example.org"
    private static let token = "To: crier+tok1@bot.test"
    private static let reply = "Subject: Re: x"

    private static let alice = WrittenMail.address("alice@example.org")
    private static let day = Date(timeIntervalSince1970: 500)

    private static func person(
        _ address: String = "alice@example.org",
        confirmed: Bool = true,
        ended: Bool = false
    ) -> MailCorrespondent {
        MailCorrespondent(
            address: address,
            token: "tok1",
            unsubscribeToken: "end1",
            confirmedAt: confirmed ? day : nil,
            unsubscribedAt: ended ? day : nil
        )
    }

    private static let known = SenderFacts(sender: person())
    private static let reader = SenderFacts(named: [.init(person())], sender: person())

    private static func answer(
        _ trust: MailTrust = .owner,
        _ commands: [String] = [],
        steps: [MailReply.Step] = [],
        opening: [MailNotice] = [],
        closing: [MailNotice] = [],
        asks question: MailQuestion? = nil
    ) -> MailDecision {
        .answer(
            MailReply(
                to: alice,
                trust: trust,
                steps: steps,
                commands: commands.enumerated().map { MailCommand(position: $0, text: $1) },
                opening: opening,
                closing: closing,
                question: question
            )
        )
    }

    private static let wholeMail = MailQuestion(.sender, positions: [MailCommand.wholeMail])

    private static let commands: [Row] = [
        Row(
            "a believed sender's command",
            "news",
            [vouched],
            facts: known,
            answer(.owner, ["news"], steps: [.readmit])
        ),
        Row(
            "several commands, one a line",
            "news\nsub a.example",
            [vouched],
            facts: known,
            answer(.owner, ["news", "sub a.example"], steps: [.readmit])
        ),
        Row("a guest's command waits for a code", "news", [], answer(.guest, asks: wholeMail)),
        Row("a doubted sender's, too", "news", [unaligned], answer(.doubted, asks: wholeMail)),
        Row("a forged sender's is ignored", "news", [disowned], .ignore(.notBelieved)),
        Row(
            "a reply to our mail reads, though nobody vouches",
            "news",
            [token],
            facts: reader,
            answer(.reader, ["news"], steps: [.readmit])
        ),
        Row(
            "what it changes waits for a code",
            "news\nsub a.example",
            [token],
            facts: reader,
            answer(
                .reader,
                ["news"],
                steps: [.readmit],
                asks: MailQuestion(.lines(["sub a.example"]), positions: [1])
            )
        ),
        Row(
            "another's token makes nobody a reader",
            "news",
            [token],
            facts: SenderFacts(named: [.init(person("bob@example.org"))]),
            answer(.guest, asks: wholeMail)
        ),
        Row(
            "a token that only ends mail reads nothing",
            "news",
            [token],
            facts: SenderFacts(named: [.init(person(), isReplyToken: false)]),
            answer(.guest, asks: wholeMail)
        ),
        Row(
            "more than ten commands",
            Array(repeating: "news", count: 11).joined(separator: "\n"),
            [vouched],
            facts: known,
            answer(
                .owner,
                Array(repeating: "news", count: 10),
                steps: [.readmit],
                closing: [.tooManyCommands(limit: 10, left: ["news"], more: 0)]
            )
        ),
        Row(
            "lines below a command in the subject",
            "sub a.example",
            [vouched, "Subject: news"],
            facts: known,
            answer(
                .owner,
                ["news"],
                steps: [.readmit],
                closing: [.unread(lines: ["sub a.example"], .belowSubject)]
            )
        ),
    ]

    private static let nothing: [Row] = [
        Row("thanks are not answered", "Thanks!", [vouched, reply], facts: known, answer(steps: [.readmit])),
        Row("nor a stranger's", "Thanks!", [], .ignore(.nothingAsked)),
        Row(
            "a no to a question",
            "No, thanks",
            [vouched, reply],
            facts: known,
            answer(steps: [.readmit], opening: [.nothingChanged])
        ),
        Row(
            "no command at all",
            "What a day it was, and what a night!",
            [vouched],
            facts: known,
            answer(steps: [.readmit], opening: [.notUnderstood(text: "What a day it was, and what a night!")])
        ),
        Row("no command, by a stranger", "What a day it was!", [], answer(.guest, opening: [.noCommand])),
        Row(
            "a command in a sentence",
            "could you please sub a.example",
            [vouched],
            facts: known,
            answer(
                steps: [.readmit],
                opening: [.wordsAround(text: "could you please sub a.example", line: "sub a.example")]
            )
        ),
        Row(
            "an empty reply",
            "",
            [vouched, "Subject: Re: news"],
            facts: known,
            answer(steps: [.readmit], opening: [.emptyReply(line: "news")])
        ),
        Row(
            "too large a mail",
            "",
            [],
            passedLimit: 25,
            answer(.guest, opening: [.tooLarge(limit: 25)])
        ),
        Row("too large a mail of a forger", "", [disowned], passedLimit: 25, .ignore(.notBelieved)),
        Row("an answering machine", "I am away", ["Auto-Submitted: auto-replied"], .ignore(.automatic(.autoSubmitted))),
        Row("a mailing list", "news", ["List-Id: <a.example>"], .ignore(.automatic(.mailingList))),
        Row("a loop", "news", ["X-Loop: crier@bot.test"], .ignore(.automatic(.loop))),
        Row("our own address", "news", [], from: "crier+x@bot.test", .ignore(.automatic(.ownAddress))),
        Row("two senders", "news", [], from: "a@example.org, b@example.org", .ignore(.senderless)),
    ]

    private static let codes: [Row] = [
        Row("a code is tried out", "yes CODE1XLONG\nnews", [reply], .redeem(code: "CODE1XLONG", beside: [1])),
        Row(
            "in a forged mail it confirms nothing beside",
            "yes CODE1XLONG\nnews",
            [reply, disowned],
            .redeem(code: "CODE1XLONG", beside: [])
        ),
        Row(
            "a right code alone",
            "yes CODE1XLONG",
            [reply],
            facts: SenderFacts(sender: person(), code: .right),
            .ignore(.codeRedeemed)
        ),
        Row(
            "a right code makes an owner",
            "yes CODE1XLONG\nsub a.example",
            [reply],
            facts: SenderFacts(sender: person(), code: .right),
            .answer(
                MailReply(
                    to: alice,
                    trust: .owner,
                    steps: [.readmit],
                    commands: [MailCommand(position: 1, text: "sub a.example")]
                )
            )
        ),
        Row(
            "of a forger it makes none",
            "yes CODE1XLONG\nsub a.example",
            [reply, disowned],
            facts: SenderFacts(sender: person(), code: .right),
            .ignore(.codeRedeemed)
        ),
        Row(
            "a wrong code",
            "yes CODE1XLONG",
            [reply],
            facts: SenderFacts(code: .wrong),
            answer(.guest, opening: [.badCode])
        ),
        Row(
            "a code of the chat's own",
            "yes 1234",
            [reply, vouched],
            facts: SenderFacts(sender: person(), code: .wrong),
            answer(.owner, ["yes 1234"], steps: [.readmit])
        ),
        Row(
            "a bare yes to an answer with a code",
            "yes",
            [reply, vouched, "In-Reply-To: <answer.7.abc@bot.test>"],
            facts: SenderFacts(sender: person(), waitingCode: "CODE1XLONG"),
            .redeem(code: "CODE1XLONG", beside: [])
        ),
        Row(
            "the same of a guest, who has to send the code",
            "yes",
            [reply, "In-Reply-To: <answer.7.abc@bot.test>"],
            facts: SenderFacts(waitingCode: "CODE1XLONG"),
            answer(.guest, opening: [.confirmSender(code: "CODE1XLONG")])
        ),
        Row(
            "a bare yes confirms the mailbox",
            "yes",
            [reply, vouched],
            facts: SenderFacts(sender: person(confirmed: false)),
            answer(.owner, steps: [.confirmMailbox, .readmit], opening: [.confirmed])
        ),
        Row(
            "a bare yes that the chat waits for",
            "yes",
            [reply, vouched],
            facts: SenderFacts(sender: person(confirmed: false), isAskedByChat: true),
            answer(.owner, ["yes"], steps: [.readmit])
        ),
        Row(
            "a mail that waited for a code, and is confirmed",
            "sub a.example",
            [],
            confirmed: [MailCommand.wholeMail],
            facts: SenderFacts(sender: person(confirmed: false)),
            answer(.owner, ["sub a.example"], steps: [.confirmMailbox, .readmit], opening: [.confirmed])
        ),
        Row(
            "lines that waited for a code, and only they",
            "news\nsub a.example",
            [],
            confirmed: [1],
            facts: known,
            .answer(
                MailReply(
                    to: alice,
                    trust: .owner,
                    steps: [.readmit],
                    commands: [MailCommand(position: 1, text: "sub a.example")]
                )
            )
        ),
    ]

    private static let ends: [Row] = [
        Row(
            "one word ends mail",
            "unsubscribe",
            [reply],
            end(["alice@example.org": nil], .guest, [.unsubscribed(resume: "resume")])
        ),
        Row(
            "a polite sentence, too",
            "Please unsubscribe me from this list.",
            [reply, vouched],
            end(["alice@example.org": nil], .owner, [.unsubscribed(resume: "resume")])
        ),
        Row(
            "commands beside it are named",
            "unsubscribe\nsub a.example",
            [reply, vouched],
            end(
                ["alice@example.org": nil],
                .owner,
                [.unsubscribed(resume: "resume")],
                [.unread(lines: ["sub a.example"], .besideStop)]
            )
        ),
        Row("an unaligned sender is asked", "unsubscribe", [reply, unaligned], .askAboutEnd(from: alice)),
        Row("a forged one, too", "unsubscribe", [reply, disowned], .askAboutEnd(from: alice)),
        Row(
            "a forged machine is not",
            "unsubscribe",
            [reply, disowned, "Auto-Submitted: auto-replied"],
            .ignore(.notBelieved)
        ),
        Row(
            "another's token ends another's mail, and both are told",
            "unsubscribe",
            [reply, token],
            facts: SenderFacts(named: [.init(person("bob@example.org"))]),
            end(
                ["bob@example.org": .unsubscribedBy(sender: "alice@example.org", resume: "resume")],
                .guest,
                [.endedForOther]
            )
        ),
        Row(
            "once",
            "unsubscribe",
            [reply, token],
            facts: SenderFacts(named: [.init(person("bob@example.org", ended: true))]),
            end(["bob@example.org": .unsubscribedBy(sender: "alice@example.org", resume: "resume")], .guest, nil)
        ),
        Row(
            "the button of a mail program, by a machine",
            "unsubscribe",
            [reply, token, "Auto-Submitted: auto-generated"],
            facts: SenderFacts(named: [.init(person(), isReplyToken: false)]),
            end(["alice@example.org": nil], .guest, nil)
        ),
        Row(
            "resume takes it back",
            "resume\nnews",
            [reply, vouched],
            facts: SenderFacts(sender: person(ended: true)),
            .answer(
                MailReply(
                    to: alice,
                    trust: .owner,
                    steps: [.resubscribe],
                    commands: [MailCommand(position: 1, text: "news")],
                    opening: [.resubscribed]
                )
            )
        ),
        Row(
            "of a reader after a code",
            "resume",
            [reply, token],
            facts: SenderFacts(named: [.init(person())], sender: person(ended: true)),
            answer(.reader, asks: MailQuestion(.resuming, positions: [MailCommand.noCommand]))
        ),
    ]

    private static func end(
        _ people: KeyValuePairs<String, MailNotice?>,
        _ trust: MailTrust,
        _ opening: [MailNotice]?,
        _ closing: [MailNotice] = []
    ) -> MailDecision {
        .endMail(
            MailEnd(
                people: people.map { MailEnd.Person(address: $0.key, notice: $0.value) },
                reply: opening.map { MailReply(to: alice, trust: trust, opening: $0, closing: closing) }
            )
        )
    }

    @Test(arguments: [commands, nothing, codes, ends].joined().map { $0 }) func `the table of decisions`(row: Row) {
        let mail = Reading.mail(
            row.body,
            row.headers,
            from: row.from,
            confirmed: row.confirmed,
            passedLimit: row.passedLimit,
            rules: Self.rules
        )
        #expect(MailDecision(mail, from: row.facts, rules: Self.rules) == row.decision)
    }

    @Test func `an attached list is imported, and is no harmless thing`() {
        let file = "Content-Type: text/x-opml; name=feeds.opml\r\nContent-Disposition: attachment\r\n\r\n<opml/>"
        let body = "--b\r\n\r\nnews\r\n--b\r\n\(file)\r\n--b--\r\n"
        let headers = [Self.token, "Content-Type: multipart/mixed; boundary=b"]
        let mail = Reading.mail(body, headers, rules: Self.rules)
        guard case .answer(let reply) = MailDecision(mail, from: Self.reader, rules: Self.rules) else {
            Issue.record("no answer")
            return
        }
        #expect(reply.commands.map(\.text) == ["news"])
        #expect(reply.question == MailQuestion(.lines(["import"]), positions: [1]))
        #expect(mail.lists.map(\.name) == ["feeds.opml"])
    }

    @Test func `a question becomes a notice with its code, or says that nothing more can wait`() {
        func asked(_ kind: MailQuestion.Kind, _ code: String?) -> [MailNotice] {
            let reply = MailReply(to: Self.alice, trust: .owner, question: MailQuestion(kind, positions: [0]))
            let answered = reply.asking(code: code)
            #expect(answered.question == nil)
            return answered.opening + answered.closing
        }
        #expect(asked(.sender, "C") == [.confirmSender(code: "C")])
        #expect(asked(.sender, nil) == [.cannotWait])
        #expect(asked(.lines(["sub a"]), nil) == [.confirmLines(lines: ["sub a"], code: nil)])
        #expect(asked(.resuming, "C") == [.mailIsOff, .confirmPushes(code: "C")])
        #expect(asked(.resuming, nil) == [.mailIsOff, .cannotWait])
    }
}
