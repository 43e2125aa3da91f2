package import Foundation

/// A mail to be sent.
///
/// Every value in it is of a type that cannot break a line, so that `bytes()` always succeeds, and always with the same bytes.
package struct OutgoingMail: Sendable, Hashable {
    /// RFC 3834, section 5.
    package enum AutoSubmitted: String, Sendable {
        /// A digest or an alert: nobody wrote to get it.
        case generated = "auto-generated"
        /// The answer to a mail.
        case replied = "auto-replied"
    }

    package var messageID: MailMessageID
    package var date: Date
    package var from: Mailbox
    package var to: [Mailbox]
    package var copies: [Mailbox] = []
    package var replyTo: Mailbox?
    package var subject: HeaderText
    package var inReplyTo: MailMessageID?
    /// The thread, oldest first; of a long one the first and the last twenty are written.
    package var references: [MailMessageID] = []
    package var list: ListHeaders?
    package var autoSubmitted: AutoSubmitted?
    /// `X-Auto-Response-Suppress: All`, which Exchange obeys.
    package var suppressesAutoResponses = false
    /// `Precedence: bulk`, for what goes to many.
    package var isBulk = false
    /// Further headers; one whose name this type writes itself is left out.
    package var fields: [HeaderField] = []
    package var text: FlowedText
    package var html: HTMLBody?
    package var attachments: [OutgoingFile] = []

    package init(
        messageID: MailMessageID,
        date: Date,
        from: Mailbox,
        to: [Mailbox],
        subject: HeaderText,
        text: FlowedText,
        html: HTMLBody? = nil
    ) {
        self.messageID = messageID
        self.date = date
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
    }

    /// Answers a message: the subject with one `Re:`, and the thread it belongs to (RFC 5322, section 3.6.4).
    package mutating func answer(_ mail: IncomingMail) {
        inReplyTo = mail.messageID
        let thread = mail.references.isEmpty ? mail.inReplyTo : mail.references
        references = thread + (mail.messageID.map { [$0] } ?? [])
        let old = mail.subject
        subject = HeaderText(old.lowercased().hasPrefix("re:") ? old : "Re: \(old)")
    }
}

/// The styled twin of the text.
package struct HTMLBody: Sendable, Hashable {
    package var markup: String
    /// Shown where the markup says `cid:` and the image's content id.
    package var images: [OutgoingFile]

    package init(_ markup: String, images: [OutgoingFile] = []) {
        self.markup = markup
        self.images = images
    }
}

/// An attachment, or an image of the HTML body.
package struct OutgoingFile: Sendable, Hashable {
    package var name: HeaderText?
    package var type: MIMEType
    package var content: [UInt8]
    /// What `cid:` in the markup names, without angle brackets.
    package var contentID: MailMessageID?

    package init(name: HeaderText?, type: MIMEType, content: [UInt8], contentID: MailMessageID? = nil) {
        self.name = name
        self.type = type
        self.content = content
        self.contentID = contentID
    }
}

/// What tells mail programs and their people how to leave (RFC 2369, RFC 2919, RFC 8058).
package struct ListHeaders: Sendable, Hashable {
    package var name: HeaderText?
    /// `digest.crier.example.org`.
    package var id: MailDomain
    /// The preferred way first.
    package var unsubscribe: [HeaderURL]
    /// `List-Unsubscribe-Post`; written only where `unsubscribe` has an `https:` address, as RFC 8058 (3.1) wants.
    package var isOneClick: Bool
    package var help: HeaderURL?

    package init(
        name: HeaderText? = nil,
        id: MailDomain,
        unsubscribe: [HeaderURL] = [],
        isOneClick: Bool = false,
        help: HeaderURL? = nil
    ) {
        self.name = name
        self.id = id
        self.unsubscribe = unsubscribe
        self.isOneClick = isOneClick
        self.help = help
    }

    func write(to writer: inout HeaderWriter) {
        writer.write("List-Id", tokens: (name.map { Mailbox.phrase($0.text, column: 9) } ?? []) + ["<\(id)>"])
        if let help { writer.write("List-Help", tokens: ["<\(help)>"]) }
        guard !unsubscribe.isEmpty else { return }
        let last = unsubscribe.count - 1
        writer.write(
            "List-Unsubscribe",
            tokens: unsubscribe.enumerated().map { "<\($0.element)>" + ($0.offset == last ? "" : ",") }
        )
        if isOneClick, unsubscribe.contains(where: { $0.text.lowercasedASCII.hasPrefix("https:") }) {
            writer.write("List-Unsubscribe-Post", tokens: ["List-Unsubscribe=One-Click"])
        }
    }
}
