import Foundation
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct MailLetterTests {
    private func message(_ text: String) -> OutgoingMessage {
        OutgoingMessage(body: RichText([.paragraph([.text(text)])]))
    }

    private func letter(_ texts: String...) -> MailLetter {
        let commands = texts.enumerated().map { MailCommand(position: $0.offset, text: $0.element) }
        return MailLetter(sender: "alice@example.org", commands: commands)
    }

    private func said(_ letter: MailLetter) async -> [String] {
        await letter.answers { RichText([.paragraph([.text("\($0)")])]) }.flatMap { answer in
            answer.messages.map { message in
                guard case .paragraph(let spans)? = message.body.blocks.first, case .text(let text)? = spans.first
                else {
                    return "?"
                }
                return (answer.command.map { "> \($0): " } ?? "") + text
            }
        }
    }

    @Test func `it is complete when each command is finished, in order`() async {
        var letter = letter("news", "help")
        #expect(letter.next?.text == "news")
        _ = letter.answer(message("N1"), at: 0)
        _ = letter.answer(message("N2"), at: 0)
        letter.finish(0, isDropped: false)
        #expect(letter.next?.text == "help")
        #expect(letter.answer(message("x"), at: 7) == nil)
        letter.finish(1, isDropped: true)
        #expect(letter.next == nil)
        #expect(await said(letter) == ["> news: N1", "> news: N2", "unanswered(text: \"help\")"])
    }

    @Test func `a command that had nothing to say leaves a silent letter`() {
        var letter = letter("news")
        letter.closing = [.resting(limit: 20)]
        letter.finish(0, isDropped: false)
        #expect(letter.isSilent)
        letter.closing = [.confirmPushes(code: "A")]
        #expect(!letter.isSilent)
    }

    @Test func `answers of an earlier run stay until there are new ones`() async throws {
        var first = letter("news", "help")
        let text = first.answer(message("N1"), at: 0)
        let kept = try #require(text)
        var again = letter("news", "help")
        again.restore([0: kept, 5: kept, 1: "no JSON"])
        #expect(await said(again) == ["> news: N1"])
        _ = again.answer(message("N2"), at: 0)
        #expect(await said(again) == ["> news: N2"])
    }

    @Test func `a complete letter outlives a restart with all it says`() async throws {
        var first = letter("news", "help")
        first.opening = [.confirmed]
        first.closing = [.confirmPushes(code: "ABC")]
        first.attempts = 3
        let text = first.answer(message("N1"), at: 0)
        let answer = try #require(text)
        first.finish(0, isDropped: false)
        first.finish(1, isDropped: true)
        var kept = KeptMail(id: 7, content: [], receivedAt: Date(timeIntervalSince1970: 0))
        #expect(MailLetter(completed: kept) == nil)
        kept.answers = [0: answer, MailLetter.position: try #require(first.text)]
        let again = try #require(MailLetter(completed: kept))
        #expect(again.next == nil)
        #expect(again.attempts == 3)
        #expect(await said(again) == (await said(first)))
        #expect(!again.hidesMail)
        // As an earlier version kept it.
        #expect(first.text?.contains("isForStranger") == true)
        let old = first.text?.replacing(",\"isForStranger\":false", with: "").replacing(
            "\"isForStranger\":false,",
            with: ""
        )
        kept.answers[MailLetter.position] = old
        #expect(MailLetter(completed: kept)?.hidesMail == false && old?.contains("isForStranger") == false)
        let stranger = MailLetter(sender: "a@example.org", opening: [.badCode], isForStranger: true)
        kept.answers[MailLetter.position] = stranger.text
        #expect(MailLetter(completed: kept)?.hidesMail == true)
        kept.answers[MailLetter.position] = "{\"sender\":7}"
        #expect(MailLetter(completed: kept) == nil)
    }

    @Test func `a command has one name everywhere`() {
        #expect(MailCommandID("mail-7-0") == MailCommandID(mail: 7, position: 0))
        let command = MailCommandID(mail: 7, position: 0)
        #expect(MailCommandID(answeredBy: .reply(to: "mail-7-0", part: 12)) == command)
        #expect(MailCommandID(mail: 7, position: 0).description == "mail-7-0")
        for text in ["mail-7", "mail--7-0", "mail-x-0", "mail-7-0-1", "news-7-0", ""] {
            #expect(MailCommandID(text) == nil)
        }
        for key: PartKey in [.ledger(12), .reply(to: "$event", part: 1), .reply(to: "mail-7", part: 1)] {
            #expect(MailCommandID(answeredBy: key) == nil)
        }
    }
}
