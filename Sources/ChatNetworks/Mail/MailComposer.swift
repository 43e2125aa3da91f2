import Foundation
package import MailMessages
import NewsModel

/// A mail with the envelope it travels in.
package struct ComposedMail: Hashable, Sendable {
    /// MAIL FROM: bounces come back to it.
    package var sender: MailAddress
    /// RCPT TO, the only one.
    package var recipient: MailAddress
    package var mail: OutgoingMail

    package var bytes: [UInt8] { mail.bytes() }
    /// As `NetworkStateStore.recordPosted` keeps it, and `Question.repliesTo` names it.
    package var eventID: String { mail.messageID.text }
}

/// Makes whole mails of what is to be said: body, headers and envelope.
package struct MailComposer: Sendable {
    package let tokens: MailTokens
    private let options: MailNetworkOptions
    private let rendering: MailRendering
    private let installation: String

    /// - Parameter installation: told apart from every other, and kept over restarts.
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

    /// What nobody asked for at that moment; the same key gives the same Message-ID, whenever it is made.
    ///
    /// Nil when the correspondent's address is none that mail can be sent to.
    func push(
        _ message: OutgoingMessage,
        pictures: [EnclosedPicture] = [],
        key: PartKey,
        to correspondent: MailCorrespondent,
        footer: MailWords,
        at time: Date
    ) -> ComposedMail? {
        let answers = [MailAnswer(command: nil, messages: [message])]
        let content = rendering.content(answers, footer: footer, pictures: [pictures])
        let id = MailName.push(key).messageID(installation: installation, domain: tokens.own.domain)
        guard var composed = envelope(content, id: id, to: correspondent, at: time) else { return nil }
        composed.mail.html?.images = pictures.map(\.file)
        composed.mail.autoSubmitted = .generated
        composed.mail.list = list(correspondent)
        if let question = message.question {
            let thread = [question.thread, question.messageID].compactMap { $0.flatMap { MailMessageID($0) } }
            composed.mail.inReplyTo = thread.last
            composed.mail.references = thread
        }
        return composed
    }

    /// The answers to the commands of one mail; the same id gives the same Message-ID.
    ///
    /// - Parameters:
    ///   - pictures: those of each message, in the messages' order.
    ///   - mailID: the kept mail's number.
    ///   - usualSubject: for what answers a mail with neither a subject nor a command.
    ///   - hidesMail: nothing of the mail is to be seen in the answer, but for its id.
    func answer(
        _ answers: [MailAnswer],
        pictures: [[EnclosedPicture]] = [],
        to mail: IncomingMail,
        id mailID: Int64,
        of correspondent: MailCorrespondent,
        usualSubject: String,
        hidesMail: Bool = false,
        footer: MailWords,
        at time: Date
    ) -> ComposedMail? {
        let content = rendering.content(answers, footer: footer, pictures: pictures)
        let id = MailName.answer(mail: mailID).messageID(installation: installation, domain: tokens.own.domain)
        guard var composed = envelope(content, id: id, to: correspondent, at: time) else { return nil }
        composed.mail.html?.images = pictures.joined().map(\.file)
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

    /// RFC 2919 and 8058: filed by one name, and left by one click or one mail.
    ///
    /// Proxies and scanners see these addresses, and who gets a mail passed on: they name a token that is good for nothing else.
    private func list(_ correspondent: MailCorrespondent) -> ListHeaders {
        let local = tokens.own.localPart.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let id = (try? MailDomain("\(local).\(tokens.own.domain)")) ?? tokens.own.domain
        let pageToken = correspondent.unsubscribeToken
        let page = options.unsubscribeURL.flatMap { address in
            pageToken.isEmpty ? nil : try? HeaderURL((address.hasSuffix("/") ? address : address + "/") + pageToken)
        }
        let mailToken = pageToken.isEmpty ? correspondent.token : pageToken
        let mail = try? HeaderURL(mailTo: tokens.address(mailToken), subject: "unsubscribe")
        return ListHeaders(
            name: HeaderText(options.displayName),
            id: id,
            unsubscribe: [page, mail].compactMap(\.self),
            isOneClick: page != nil,
            help: try? HeaderURL(mailTo: tokens.address(mailToken), subject: "help")
        )
    }
}

/// Headers of ours that come back to us.
package enum MailHeaderNames {
    /// Holds our address: who finds it in a mail knows that it is our own, or the answer of one like us.
    package static let loop = "X-Loop"
    /// Holds the correspondent's tokens: what is returned with it was surely sent to them.
    package static let recipient = "X-Crier-Recipient"
}
