import FeedParsing
import Foundation
import MailMessages
import NewsModel
import TestSupport

@testable import MailTalk

/// What is read out of a mail's lines.
enum Reading {
    static let tokens = MailTokens(own: WrittenMail.address("crier@bot.test"), separator: "+")

    static func lines(
        _ mail: IncomingMail,
        _ isCommand: @escaping @Sendable (String) -> Bool = { WrittenMail.isCommand($0) }
    ) -> MailLines {
        MailLines(
            mail,
            text: WrittenText(mail, plainText: { PlainText.from(html: $0) }),
            programs: ShippedMailWords.programs,
            phrases: MailPhrases(words: ShippedMailWords.people, vocabulary: .forTest(isCommand))
        )
    }

    static func commands(_ body: String, headers: [String] = []) -> MailCommands {
        let mail = WrittenMail.mail(body, headers: headers)
        return MailCommands(lines(mail), lists: AttachedList.all(in: mail).map(\.index))
    }

    /// Where addresses alone are commands, too, as they are in the chat.
    static func linkCommands(_ body: String, headers: [String] = []) -> MailCommands {
        let lines = lines(WrittenMail.mail(body, headers: headers)) { line in
            WrittenMail.isCommand(line) || Int(line) != nil
                || line.split(separator: " ").allSatisfy { $0.contains(".") && !$0.hasSuffix(".") }
        }
        return MailCommands(lines, lists: [])
    }

    /// A mail out of the queue.
    static func mail(
        _ body: String = "news",
        _ headers: [String] = [],
        from: String? = "Alice <alice@example.org>",
        envelope: String? = nil,
        recipient: String? = nil,
        confirmed: [Int]? = nil,
        passedLimit: Int? = nil,
        rules: MailRules
    ) -> ReceivedMail {
        let bytes = WrittenMail.bytes(body, headers: headers, from: from)
        let mail = IncomingMail(bytes)
        let kept = KeptMail(
            id: 1,
            content: bytes,
            envelopeSender: envelope,
            envelopeRecipient: recipient,
            receivedAt: Date(timeIntervalSince1970: 1_000),
            confirmedCommands: confirmed
        )
        let text = WrittenText(mail, plainText: { PlainText.from(html: $0) })
        return ReceivedMail(mail, text: text, passedLimit: passedLimit, kept: kept, rules: rules)
    }
}
