package import MailTalk
import Foundation
package import MailMessages
import NewsModel

/// A mail with its SMTP envelope.
package struct ComposedMail: Hashable, Sendable {
    /// MAIL FROM: bounces are sent to this address.
    package var sender: MailAddress
    /// RCPT TO; a mail has exactly one recipient.
    package var recipient: MailAddress
    package var mail: OutgoingMail

    package var bytes: [UInt8] { mail.bytes() }
    /// The id that `NetworkStateStore.recordPosted` stores and `Question.repliesTo` names.
    package var eventID: String { mail.messageID.text }
}

/// Composes whole mails: body, headers and envelope.
package struct MailComposer: Sendable {
    package let tokens: MailTokens
    private let options: MailNetworkOptions
    private let rendering: MailRendering
    private let installation: String

    /// - Parameter installation: unique to this installation and constant over restarts.
    package init(
        options: MailNetworkOptions,
        template: MailTemplate,
        installation: String
    ) throws(MailMessagesError) {
        tokens = MailTokens(own: try MailAddress(options.address), separator: options.separator)
        self.options = options
        self.installation = installation
        rendering = MailRendering(template: template)
    }

    /// A mail that answers no other mail.
    ///
    /// The same key always gives the same Message-ID.
    ///
    /// Nil when the correspondent's address is not a valid mail address.
    func push(
        _ message: OutgoingMessage,
        pictures: [EnclosedPicture] = [],
        icons: [FeedID: OutgoingFile] = [:],
        key: PartKey,
        to correspondent: MailCorrespondent,
        footer: MailWords,
        at time: Date
    ) -> ComposedMail? {
        let answers = [MailAnswer(command: nil, messages: [message])]
        let content = rendering.content(answers, footer: footer, pictures: [pictures], icons: icons)
        let id = MailName.push(key).messageID(installation: installation, domain: tokens.own.domain)
        guard var composed = envelope(content, id: id, to: correspondent, at: time) else { return nil }
        composed.mail.html?.images = pictures.map(\.file) + MailIcons.files(icons)
        composed.mail.autoSubmitted = .generated
        composed.mail.list = list(correspondent)
        if let question = message.question {
            let thread = [question.thread, question.messageID].compactMap { $0.flatMap { MailMessageID($0) } }
            composed.mail.inReplyTo = thread.last
            composed.mail.references = thread
        }
        return composed
    }

    /// The answers to the commands of one mail.
    ///
    /// The same `mailID` always gives the same Message-ID.
    ///
    /// - Parameters:
    ///   - pictures: the pictures of each message, in the messages' order.
    ///   - icons: the icons of the feeds that they name.
    ///   - mailID: the number of the stored mail.
    ///   - usualSubject: the subject when the mail has neither a subject nor a command.
    ///   - hidesMail: the answer shows nothing of the mail but its Message-ID.
    func answer(
        _ answers: [MailAnswer],
        pictures: [[EnclosedPicture]] = [],
        icons: [FeedID: OutgoingFile] = [:],
        to mail: IncomingMail,
        id mailID: Int64,
        of correspondent: MailCorrespondent,
        usualSubject: String,
        hidesMail: Bool = false,
        footer: MailWords,
        at time: Date
    ) -> ComposedMail? {
        let content = rendering.content(answers, footer: footer, pictures: pictures, icons: icons)
        let id = MailName.answer(mail: mailID).messageID(installation: installation, domain: tokens.own.domain)
        guard var composed = envelope(content, id: id, to: correspondent, at: time) else { return nil }
        composed.mail.html?.images = pictures.joined().map(\.file) + MailIcons.files(icons)
        composed.mail.autoSubmitted = .replied
        if hidesMail {
            let plain = mail.messageID.flatMap { $0.isPlain ? $0 : nil }
            composed.mail.inReplyTo = plain
            composed.mail.references = plain.map { [$0] } ?? []
            composed.mail.subject = HeaderText(MailSubject.shortened(usualSubject, to: MailSubject.longest))
            return composed
        }
        composed.mail.answer(mail)
        let command = answers.lazy.compactMap(\.command).first.map(DisplayText.clean)
        let own = command.map { "Re: " + $0 } ?? usualSubject
        let asked = HeaderText(mail.subject).text.isEmpty ? own : composed.mail.subject.text
        composed.mail.subject = HeaderText(MailSubject.shortened(asked, to: MailSubject.longest))
        return composed
    }

    private func envelope(
        _ content: MailContent,
        id: MailMessageID,
        to correspondent: MailCorrespondent,
        at time: Date
    ) -> ComposedMail? {
        guard let recipient = try? MailAddress(correspondent.address) else { return nil }
        var mail = OutgoingMail(
            messageID: id,
            date: time,
            from: Mailbox(name: HeaderText(options.displayName), address: tokens.own),
            to: [Mailbox(address: recipient)],
            subject: HeaderText(content.subject),
            text: content.text,
            html: HTMLBody(content.html)
        )
        mail.replyTo = Mailbox(address: tokens.address(correspondent.token))
        mail.suppressesAutoResponses = true
        mail.attachments = content.files
        mail.fields = [
            (MailHeaderNames.loop, tokens.own.description),
            (MailHeaderNames.recipient, MailTokens.bounceToken(of: correspondent)),
        ]
        .compactMap { name, value in (try? HeaderName(name)).map { HeaderField($0, HeaderText(value)) } }
        return ComposedMail(sender: tokens.bounceAddress(of: correspondent), recipient: recipient, mail: mail)
    }

    /// Headers for filing and for unsubscribing by one click or one mail (RFC 2919, RFC 8058).
    ///
    /// Proxies, scanners and people who get a forwarded mail see these addresses. So they contain a token that can only
    /// unsubscribe.
    private func list(_ correspondent: MailCorrespondent) -> ListHeaders {
        let local = tokens.own.localPart.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let id = (try? MailDomain("\(local).\(tokens.own.domain)")) ?? tokens.own.domain
        let pageToken = correspondent.unsubscribeToken
        let page = options.unsubscribeURL.flatMap { address in
            pageToken.isEmpty ? nil : try? HeaderURL((address.hasSuffix("/") ? address : address + "/") + pageToken)
        }
        let mailToken = pageToken.isEmpty ? correspondent.token : pageToken
        func mail(asking role: CommandVocabulary.Role) -> HeaderURL? {
            options.vocabulary.word(for: role).flatMap {
                try? HeaderURL(mailTo: tokens.address(mailToken), subject: HeaderText($0))
            }
        }
        return ListHeaders(
            name: HeaderText(options.displayName),
            id: id,
            unsubscribe: [page, mail(asking: .ending)].compactMap(\.self),
            isOneClick: page != nil,
            help: mail(asking: .help)
        )
    }
}
