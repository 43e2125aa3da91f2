/// Why a mail gets no answer: a program sent it, or an answer would not reach a person (RFC 3834, section 2).
package enum AutomaticSign: Sendable, Hashable {
    /// `Auto-Submitted` other than `no`.
    case autoSubmitted
    /// `Return-Path: <>`.
    case nullReturnPath
    /// A delivery report or a read receipt.
    case report
    /// `Precedence: bulk`, `junk` or `auto_reply`. `list` alone means a discussion among people.
    case precedence
    /// A header or subject of an auto-reply.
    case autoReply
    /// mailer-daemon, postmaster, noreply and similar names.
    case systemSender
    /// `List-Id`, `List-Unsubscribe` and similar headers.
    case mailingList
    /// The header that marks our own mail.
    case loop
    case ownAddress
    /// There is no address to answer to.
    case noSender
}

extension IncomingMail {
    /// The first reason not to answer; nil if a person seems to have written the mail.
    ///
    /// - Parameters:
    ///   - ours: our own addresses; their tags do not matter.
    ///   - loop: the header of our own mails; only its name matters.
    ///   - envelopeSender: the envelope sender, if known; empty for the null sender.
    ///   - words: words of auto-replies.
    package func automaticSign(
        ours: [MailAddress],
        loop: HeaderName? = nil,
        envelopeSender: String? = nil,
        words: ProgramWords
    ) -> AutomaticSign? {
        if hasLoop(loop, ours) { return .loop }
        let mine = Set(ours.map(\.untagged))
        if from.contains(where: { mine.contains($0.address.untagged) }) { return .ownAddress }
        if hasTokens("auto-submitted", otherThan: "no") { return .autoSubmitted }
        if isNull(envelopeSender) { return .nullReturnPath }
        if isReport { return .report }
        let precedence = tokens("precedence")
        if precedence.contains(where: ["bulk", "junk", "auto_reply", "auto-reply"].contains) { return .precedence }
        if isAnsweringMachine(words) { return .autoReply }
        if (from + (sender.map { [$0] } ?? [])).contains(where: { Self.isSystem($0.address) }) { return .systemSender }
        if let path = headers.first("return-path"),
            AddressList.mailboxes(path).contains(where: { Self.isSystem($0.address) })
        {
            return .systemSender
        }
        if Self.listHeaders.contains(where: headers.contains) { return .mailingList }
        return answerAddress == nil ? .noSender : nil
    }

    private func hasLoop(_ loop: HeaderName?, _ ours: [MailAddress]) -> Bool {
        if let loop, headers.contains(loop.text) { return true }
        // Procmail's convention: other programs copy this header into their answers.
        let marked = headers.all("x-loop").flatMap(AddressList.mailboxes)
        return marked.contains { mark in ours.contains { $0.untagged == mark.address.untagged } }
    }

    /// The first word of each header of a name, in lower case, without comments.
    private func tokens(_ name: String) -> [String] {
        headers.all(name).map { value in
            let words = HeaderScanner.withoutComments(value).split { " \t;,".contains($0) }
            return words.first.map { String($0).lowercasedASCII } ?? ""
        }
    }

    private func hasTokens(_ name: String, otherThan harmless: String) -> Bool {
        tokens(name).contains { $0 != harmless }
    }

    private func isNull(_ envelopeSender: String?) -> Bool {
        if let envelopeSender { return ["", "<>"].contains(envelopeSender.filter { !$0.isWhitespace }) }
        // The topmost Return-Path was added by the last server.
        return headers.first("return-path").map { $0.filter { !$0.isWhitespace } == "<>" } ?? false
    }

    private var isReport: Bool {
        root.type == MIMEType("multipart/report")
            || ["delivery-status", "disposition-notification"].contains(root.type.subtype)
    }

    private func isAnsweringMachine(_ words: ProgramWords) -> Bool {
        if Self.machineHeaders.contains(where: headers.contains) { return true }
        let suppressed = headers.all("x-auto-response-suppress").joined(separator: ",").lowercasedASCII
        // The values suppress automatic answers; `DR, RN, NRN` suppress receipts only.
        if suppressed.split(whereSeparator: { " ,;".contains($0) }).contains(where: {
            ["all", "autoreply"].contains($0)
        }) {
            return true
        }
        let subject = subject.lowercased()
        return words.automaticSubjects.contains { subject.hasPrefix($0) }
    }

    static func isSystem(_ address: MailAddress) -> Bool {
        let local = address.untagged.localPart.lowercasedASCII
        if systemNames.contains(local) { return true }
        let plain = local.filter { $0 != "-" && $0 != "_" && $0 != "." }
        if ["noreply", "donotreply", "noresponse"].contains(where: { plain.hasPrefix($0) }) { return true }
        return local.hasPrefix("owner-") || local.hasPrefix("bounce-") || local.hasPrefix("bounces-")
            || ["-request", "-owner", "-bounces", "-bounce", "-noreply"].contains { local.hasSuffix($0) }
    }

    private static let systemNames: Set = [
        "mailer-daemon", "maildaemon", "mailerdaemon", "postmaster", "daemon", "mail-daemon", "autoresponder",
        "autoreply", "auto-reply",
        "auto", "bounce", "bounces", "nobody", "listserv", "majordomo", "mailman", "mdaemon", "uucp", "devnull",
    ]

    private static let listHeaders = [
        "list-id", "list-unsubscribe", "list-unsubscribe-post", "list-post", "list-help", "list-subscribe",
        "list-owner", "mailing-list",
        "x-mailing-list",
    ]

    private static let machineHeaders = [
        "x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from", "x-autoreply-from", "x-mail-autoreply",
        "x-autogenerated", "x-autoreply-domain", "x-fc-machinegenerated", "x-cron-env", "feedback-id",
        "x-failed-recipients",
        "x-facebook-notify", "x-amazon-auto-reply", "x-ms-exchange-generated-message-source",
    ]
}
