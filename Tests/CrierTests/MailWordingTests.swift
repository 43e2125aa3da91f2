import ChatNetworks
import Foundation
import Localization
import MailTalk
import NewsModel
import Storage
import TestSupport
import Testing

@testable import crier

private let notices: [MailNotice] = [
    .pushFooter(stop: "STOP"), .answerFooter, .confirmPushes(code: "CODE"), .confirmed, .badCode, .mailIsOff,
    .nothingChanged,
    .unsubscribed(resume: "RESUME"), .unsubscribedBy(sender: "b@example.test", resume: "RESUME"), .resubscribed,
    .unread(lines: ["help", "save 3"], .atEnd), .unread(lines: ["help"], .belowSubject),
    .unread(lines: ["help"], .besideStop),
    .tooManyCommands(limit: 10, left: ["news 11"], more: 0),
    .tooManyCommands(limit: 10, left: ["news 11"], more: 77),
    .notUnderstood(text: "a *b* `c`"),
    .wordsAround(text: "a *b* `c`", line: "c"), .emptyReply(line: nil), .emptyReply(line: "headlines 1"),
    .endedForOther, .confirmSender(code: "CODE"), .confirmLines(lines: ["sub a", "set b"], code: "CODE"),
    .confirmLines(lines: ["sub a"], code: nil), .confirmEnd(code: "CODE"), .confirmEnd(code: nil), .cannotWait,
    .noCommand,
    .tooLarge(limit: 25), .resting(limit: 20), .unanswered(text: "help {x}"), .answerSubject(bot: "Town Herald"),
]

@Suite(.timed) struct MailWordingTests {
    @Test(arguments: ["en", "zh-Hans"]) func `every notice has words, with everything it must say`(
        language: String
    ) throws {
        let localizer = try ShippedCatalogue.catalogue().localizer(language: language)
        let yes = localizer.typed("yes")
        for notice in notices {
            let words = MailWording.words(for: notice, in: localizer)
            #expect(words.language == language && !words.isRightToLeft)
            let text = "\(words.text)"
            #expect(!text.contains("\"mail."), "\(notice) has no words")
            #expect(!text.contains("{limit}") && !text.contains("{n}") && !text.contains("{code}"), "\(text)")
            switch notice {
            case .pushFooter(let said), .confirmPushes(let said), .unsubscribed(let said), .notUnderstood(let said),
                .unanswered(let said):
                #expect(text.contains(said), "\(text)")
            case .confirmSender(let code): #expect(text.contains("\(yes) \(code)"))
            case .confirmEnd(let code):
                #expect(text.contains(localizer.typed("unsubscribe")) && text.contains(yes) == (code != nil), "\(text)")
            case .confirmLines(let lines, let code):
                #expect(
                    text.contains(lines.joined(separator: "\\n")) && text.contains("\(yes) ") == (code != nil),
                    "\(text)"
                )
            case .wordsAround(let said, let line):
                #expect(text.contains(said) && text.contains(".code(\"\(line)\")"), "\(text)")
            case .emptyReply(let line?): #expect(text.contains(line))
            case .unsubscribedBy(let sender, let resume): #expect(text.contains(sender) && text.contains(resume))
            case .unread(let lines, _): #expect(text.contains(lines.joined(separator: "\\n")), "\(text)")
            case .answerSubject(let bot): #expect(text.contains(bot))
            case .tooManyCommands(let limit, let left, let more):
                #expect(text.contains("77") == (more > 0))
                #expect(text.contains("\(limit)") && left.allSatisfy { text.contains($0) })
            case .tooLarge(let limit), .resting(let limit):
                #expect(text.contains("\(limit)"))
            default: break
            }
        }
    }

    @Test func `the language is that of the address's profile, else the operator's`() async throws {
        let store = try Store.inMemory()
        let catalogue = try ShippedCatalogue.catalogue()
        let wording = MailWording(store: store, catalogue: catalogue)
        let identity = Identity(network: "mail", account: "li@example.test")
        let profile = try await store.ensureProfile(for: identity, name: "Li", at: Date(timeIntervalSince1970: 1))
        #expect(await wording.words(for: .confirmed, to: "Li@example.test").language == "en")
        var settings = profile.settings
        settings.language = "zh-Hans"
        try await store.saveSettings(settings, of: profile.id.recipient)
        #expect(await wording.words(for: .confirmed, to: "Li@example.test").language == "zh-Hans")
        #expect(await wording.words(for: .confirmed, to: "stranger@example.test").language == "en")
    }
}
