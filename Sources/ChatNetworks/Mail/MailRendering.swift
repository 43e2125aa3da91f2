package import MailMessages
package import NewsModel

/// What was asked for by one command, and what is said to it.
package struct MailAnswer: Hashable, Sendable {
    /// The command as it was written; nil for what the bot says of itself.
    package var command: String?
    package var messages: [OutgoingMessage]

    package init(command: String?, messages: [OutgoingMessage]) {
        self.command = command
        self.messages = messages
    }
}

/// The body of a mail: text that stands alone, the same as HTML, and files.
package struct MailContent: Hashable, Sendable {
    package var subject: String
    package var text: FlowedText
    package var html: String
    package var files: [OutgoingFile]
}

/// Rich text as the body of a mail.
package struct MailRendering: Sendable {
    private let template: MailTemplate

    package init(template: MailTemplate) { self.template = template }

    /// Answers in their order, each below its command, then the frame's words.
    ///
    /// - Parameter pictures: those of each message, in the messages' order.
    func content(
        _ answers: [MailAnswer],
        footer: MailWords,
        pictures: [[EnclosedPicture]] = []
    ) -> MailContent {
        let messages = answers.flatMap(\.messages)
        let subject = MailSubject.of(messages)
        let files = messages.compactMap(MailFile.init)
        let answers = MailRepeats.leftOut(of: answers)
        return MailContent(
            subject: subject,
            text: text(answers, footer),
            html: html(answers, footer, title: subject, pictures),
            files: files.map(\.file)
        )
    }

    private func text(_ answers: [MailAnswer], _ footer: MailWords) -> FlowedText {
        var pieces: [FlowedText] = []
        for answer in answers {
            if let command = answer.command {
                pieces.append(FlowedText(Self.shown(command), quoteDepth: 1))
            }
            pieces += answer.messages.map { MailText.render($0.shownBody, summaries: $0.summaries ?? []) }
        }
        var text = FlowedText("")
        for piece in pieces where !piece.paragraphs.isEmpty {
            text = text.paragraphs.isEmpty ? piece : text + FlowedText("\n") + piece
        }
        let closing = MailText.render(footer.text)
        guard !closing.paragraphs.isEmpty else { return text }
        // RFC 3676, 4.3: what mail programs fold away, and leave out of an answer.
        return text + FlowedText("\n-- ") + closing
    }

    /// A command that was quoted where it was found is quoted once.
    private static func shown(_ command: String) -> String {
        String(DisplayText.clean(command).drop { $0 == ">" || $0 == " " })
    }

    private func html(
        _ answers: [MailAnswer],
        _ footer: MailWords,
        title: String,
        _ pictures: [[EnclosedPicture]]
    ) -> String {
        let whole = page(answers, footer, title: title, pictures, isLean: false)
        guard whole.utf8.count > MailHTML.largest else { return whole }
        return page(answers, footer, title: title, pictures, isLean: true)
    }

    private func page(
        _ answers: [MailAnswer],
        _ footer: MailWords,
        title: String,
        _ pictures: [[EnclosedPicture]],
        isLean: Bool
    ) -> String {
        var blocks: [[String: Any]] = []
        var html = MailHTML(isLean: isLean)
        var ofMessages = pictures[...]
        for answer in answers {
            if let command = answer.command { blocks.append(html.quote(Self.shown(command))) }
            for message in answer.messages {
                // Numbers begin anew in each message.
                html.pictures = ofMessages.popFirst() ?? []
                html.summaries = message.summaries ?? []
                blocks += html.values(message.shownBody)
            }
        }
        let closing = html.lines(footer.text)
        var values: [String: Any] = [
            "language": HTMLRendering.escaped(footer.language), "direction": footer.isRightToLeft ? "rtl" : "ltr",
            "title": HTMLRendering.escaped(title), "blocks": blocks, "hasFooter": !closing.isEmpty, "footer": closing,
        ]
        let preheader = preheader(answers.flatMap(\.messages))
        if !preheader.isEmpty { values["preheader"] = HTMLRendering.escaped(preheader) }
        return template.render(values)
    }

    /// What a list of mails shows beside the subject: the first stories, for the heading is in the subject.
    private func preheader(_ messages: [OutgoingMessage]) -> String {
        var words = ""
        for block in messages.flatMap(\.shownBody.blocks) where words.count < 110 {
            guard !block.isFrame else { continue }
            words += (words.isEmpty ? "" : " · ") + MailSubject.shortened(block.words, to: 110)
        }
        return MailSubject.shortened(words, to: 140)
    }
}

extension OutgoingMessage {
    /// What stands in the mail itself; of a list of feeds nobody reads the markup.
    var shownBody: RichText {
        guard let file = MailFile(self) else { return body }
        let name = RichText([.paragraph([.text("📎 \(file.name)")])])
        return form == .opml ? name : body + name
    }
}

extension RichText.Block {
    /// Says nothing of what is new.
    fileprivate var isFrame: Bool {
        switch self {
        case .heading, .footer, .preformatted: true
        case .paragraph, .item: false
        }
    }
}
