import ChatNetworks
import Foundation
import Localization
import MailTalk
import NewsModel
import Storage

/// The mail network's own texts, in the language of the recipient.
struct MailWording: Sendable {
    let store: Store
    let catalogue: Catalogue

    /// Uses the language of the address's profile, otherwise the operator's.
    func words(for notice: MailNotice, to address: String) async -> MailWords {
        let identity = Identity(network: Configuration.MailSettings.network, account: address.lowercased())
        // Without the database the default language is used.
        let profile = try? await store.profile(for: identity)
        let localizer = profile.map { catalogue.localizer(for: $0.settings) } ?? catalogue.localizer()
        return Self.words(for: notice, in: localizer)
    }

    static func words(for notice: MailNotice, in localizer: Localizer) -> MailWords {
        MailWords(
            text: text(of: notice, in: localizer),
            language: localizer.language,
            isRightToLeft: Locale.Language(identifier: localizer.language).characterDirection == .rightToLeft
        )
    }

    private static func text(of notice: MailNotice, in localizer: Localizer) -> RichText {
        switch notice {
        case .pushFooter(let stop): footer(localizer.spans("mail.pushFooter", ["stop": .text(stop)]))
        case .answerFooter: footer(localizer.spans("mail.answerFooter"))
        case .confirmPushes(let code): localizer.richText("mail.confirmPushes", ["code": .text(code)])
        case .confirmSender(let code): localizer.richText("mail.confirmSender", ["code": .text(code)])
        case .confirmLines(let lines, let code):
            localizer.richText(
                code == nil ? "mail.confirmLinesLater" : "mail.confirmLines",
                ["code": .text(code ?? "")]
            ) + RichText([.preformatted(lines.joined(separator: "\n"))])
        case .confirmEnd(let code):
            localizer.richText(
                code == nil ? "mail.confirmEndLater" : "mail.confirmEnd",
                ["code": .text(code ?? "")]
            )
        case .cannotWait: localizer.richText("mail.cannotWait")
        case .noCommand: localizer.richText("mail.noCommand")
        case .confirmed: localizer.richText("mail.confirmed")
        case .mailIsOff: localizer.richText("mail.isOff")
        case .nothingChanged: localizer.richText("mail.nothingChanged")
        case .badCode: localizer.richText("mail.badCode")
        case .unsubscribed(let resume): localizer.richText("mail.unsubscribed", ["resume": .text(resume)])
        case .unsubscribedBy(let sender, let resume):
            localizer.richText("mail.unsubscribedBy", ["sender": .text(sender), "resume": .text(resume)])
        case .endedForOther: localizer.richText("mail.endedForOther")
        case .resubscribed: localizer.richText("mail.resubscribed")
        case .tooManyCommands(let limit, let left, let more):
            localizer.richText("mail.tooManyCommands", ["n": .number(limit)])
                + RichText([.preformatted(left.joined(separator: "\n"))])
                + (more > 0 ? localizer.richText("mail.moreCommands", ["n": .number(more)]) : RichText())
        case .unread(let lines, let reason):
            localizer.richText("mail.unread.\(reason)") + RichText([.preformatted(lines.joined(separator: "\n"))])
        case .notUnderstood(let text): localizer.richText("mail.notUnderstood", ["text": .text(text)])
        case .wordsAround(let text, let line):
            localizer.richText("mail.wordsAround", ["text": .text(text), "line": .text(line)])
        case .emptyReply(let line):
            localizer.richText(
                line == nil ? "mail.emptyReply" : "mail.emptyReplyToCommand",
                ["line": .text(line ?? "")]
            )
        case .tooLarge(let limit): localizer.richText("mail.tooLarge", ["limit": .number(limit)])
        case .resting(let limit): localizer.richText("mail.resting", ["n": .number(limit)])
        case .unanswered(let text): localizer.richText("mail.unanswered", ["text": .text(text)])
        case .answerSubject(let bot): localizer.richText("mail.answerSubject", ["bot": .text(bot)])
        }
    }

    private static func footer(_ spans: [RichText.Span]) -> RichText { RichText([.footer(spans)]) }
}
