package import Foundation

/// A mail to send.
///
/// No value in it can contain a line break. `bytes()` therefore always succeeds, and always returns the same bytes.
package struct OutgoingMail: Sendable, Hashable {
    /// RFC 3834, section 5.
    package enum AutoSubmitted: String, Sendable {
        /// A digest or alert that is not an answer to a mail.
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
    /// The thread, oldest first.
    ///
    /// Of a long thread only the first and the last twenty are written.
    package var references: [MailMessageID] = []
    package var list: ListHeaders?
    package var autoSubmitted: AutoSubmitted?
    /// `X-Auto-Response-Suppress: All`, for Exchange.
    package var suppressesAutoResponses = false
    /// `Precedence: bulk`, for mail to many recipients.
    package var isBulk = false
    /// Additional headers.
    ///
    /// A header that this type writes itself is ignored.
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

    /// Makes this mail an answer: the subject with one `Re:`, and the thread (RFC 5322, section 3.6.4).
    package mutating func answer(_ mail: IncomingMail) {
        inReplyTo = mail.messageID
        let thread = mail.references.isEmpty ? mail.inReplyTo : mail.references
        references = thread + (mail.messageID.map { [$0] } ?? [])
        let old = mail.subject
        subject = HeaderText(old.lowercased().hasPrefix("re:") ? old : "Re: \(old)")
    }
}

/// The HTML version of the text.
package struct HTMLBody: Sendable, Hashable {
    package var markup: String
    /// Images that the HTML refers to by `cid:` and their content id.
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
    /// The target of `cid:` links, without angle brackets.
    package var contentID: MailMessageID?

    package init(name: HeaderText?, type: MIMEType, content: [UInt8], contentID: MailMessageID? = nil) {
        self.name = name
        self.type = type
        self.content = content
        self.contentID = contentID
    }
}

/// Headers that tell mail programs how to unsubscribe (RFC 2369, RFC 2919, RFC 8058).
package struct ListHeaders: Sendable, Hashable {
    package var name: HeaderText?
    /// For example `digest.crier.example.org`.
    package var id: MailDomain
    /// The preferred address first.
    package var unsubscribe: [HeaderURL]
    /// `List-Unsubscribe-Post`.
    ///
    /// It is written only if `unsubscribe` has an `https:` address (RFC 8058, 3.1).
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
