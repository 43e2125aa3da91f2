package import MailMessages
package import NewsModel

/// The answer to one command.
package struct MailAnswer: Hashable, Sendable {
    /// The command as written; nil for texts that the bot sends on its own.
    package var command: String?
    package var messages: [OutgoingMessage]

    package init(command: String?, messages: [OutgoingMessage]) {
        self.command = command
        self.messages = messages
    }
}

/// The body of a mail: a complete plain text, the same as HTML, and files.
package struct MailContent: Hashable, Sendable {
    package var subject: String
    package var text: FlowedText
    package var html: String
    package var files: [OutgoingFile]
}

/// Renders rich text as the body of a mail.
package struct MailRendering: Sendable {
    private let template: MailTemplate

    package init(template: MailTemplate) { self.template = template }

    /// The answers in order, each below its command, then the footer.
    ///
    /// - Parameters:
    ///   - pictures: the pictures of each message, in the messages' order.
    ///   - icons: the icons of the feeds that they name.
    func content(
        _ answers: [MailAnswer],
        footer: MailWords,
        pictures: [[EnclosedPicture]] = [],
        icons: [FeedID: OutgoingFile] = [:]
    ) -> MailContent {
        let messages = answers.flatMap(\.messages)
        let subject = MailSubject.of(messages)
        let files = messages.compactMap(MailFile.init)
        let answers = MailRepeats.removed(from: answers)
        return MailContent(
            subject: subject,
            text: text(answers, footer),
            html: html(answers, footer, title: subject, pictures, icons),
            files: files.map(\.file)
        )
    }

    private func text(_ answers: [MailAnswer], _ footer: MailWords) -> FlowedText {
        var pieces: [FlowedText] = []
        for answer in answers {
            if let command = answer.command {
                pieces.append(FlowedText(Self.shown(command), quoteDepth: 1))
            }
            pieces += answer.messages.map {
                MailText.render($0.shownBody, summaries: $0.summaries ?? [], isPlain: $0.isPlain == true)
            }
        }
        var text = FlowedText("")
        for piece in pieces where !piece.paragraphs.isEmpty {
            text = text.paragraphs.isEmpty ? piece : text + FlowedText("\n") + piece
        }
        let closing = MailText.render(footer.text)
        guard !closing.paragraphs.isEmpty else { return text }
        // RFC 3676, 4.3: the signature separator. Mail programs hide what follows and omit it from replies.
        return text + FlowedText("\n-- ") + closing
    }

    /// Removes quote marks from a command, so that it is quoted only once.
    private static func shown(_ command: String) -> String {
        String(DisplayText.clean(command).drop { $0 == ">" || $0 == " " })
    }

    private func html(
        _ answers: [MailAnswer],
        _ footer: MailWords,
        title: String,
        _ pictures: [[EnclosedPicture]],
        _ icons: [FeedID: OutgoingFile]
    ) -> String {
        let whole = page(answers, footer, title: title, pictures, icons, isLean: false)
        guard whole.utf8.count > MailHTML.largest else { return whole }
        return page(answers, footer, title: title, pictures, icons, isLean: true)
    }

    private func page(
        _ answers: [MailAnswer],
        _ footer: MailWords,
        title: String,
        _ pictures: [[EnclosedPicture]],
        _ icons: [FeedID: OutgoingFile],
        isLean: Bool
    ) -> String {
        var blocks: [[String: Any]] = []
        var html = MailHTML(isLean: isLean)
        html.icons = icons
        var ofMessages = pictures[...]
        for answer in answers {
            if let command = answer.command { blocks.append(html.quote(Self.shown(command))) }
            for message in answer.messages {
                // Each message numbers its items anew.
                html.pictures = ofMessages.popFirst() ?? []
                html.summaries = message.summaries ?? []
                blocks += html.values(message.shownBody)
            }
        }
        let closing = html.lines(footer.text)
        var values: [String: Any] = [
            "language": HTMLRendering.escaped(footer.language), "direction": footer.isRightToLeft ? "rtl" : "ltr",
            "colours": Palette.styleSheet.light, "darkColours": Palette.styleSheet.dark,
            "title": HTMLRendering.escaped(title), "blocks": blocks, "hasFooter": !closing.isEmpty, "footer": closing,
        ]
        let preheader = preheader(answers.flatMap(\.messages))
        if !preheader.isEmpty { values["preheader"] = HTMLRendering.escaped(preheader) }
        return template.render(values)
    }

    /// The preview text that mailboxes show beside the subject: the first stories, because the subject has the heading.
    private func preheader(_ messages: [OutgoingMessage]) -> String {
        var words = ""
        let separator = messages.contains { $0.isPlain == true } ? ", " : " · "
        for block in messages.flatMap(\.shownBody.blocks) where words.count < 110 {
            guard !block.isFrame else { continue }
            words += (words.isEmpty ? "" : separator) + MailSubject.shortened(block.line, to: 110)
        }
        return MailSubject.shortened(words, to: 140)
    }
}

extension OutgoingMessage {
    /// The text shown in the mail itself.
    ///
    /// For a list of feeds it is only the file name.
    var shownBody: RichText {
        guard let file = MailFile(self) else { return body }
        let mark: [RichText.Span] = isPlain == true ? [] : [.text("📎 ")]
        let name = RichText([.paragraph(mark + [.text(file.name)])])
        return form == .opml ? name : body + name
    }
}

extension RichText.Block {
    /// Whether the block contains no news.
    fileprivate var isFrame: Bool {
        switch self {
        case .heading, .footer, .preformatted, .table, .grid: true
        case .paragraph, .item: false
        }
    }
}
