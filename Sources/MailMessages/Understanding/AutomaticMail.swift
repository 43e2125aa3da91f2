/// Why a mail gets no answer: a machine sent it, or an answer would not reach a person (RFC 3834, section 2).
package enum AutomaticSign: Sendable, Hashable {
    /// `Auto-Submitted` other than `no`.
    case autoSubmitted
    /// `Return-Path: <>`.
    case nullReturnPath
    /// A delivery report or a notice of reading.
    case report
    /// `Precedence: bulk`, `junk` or `auto_reply`; `list` alone is people talking.
    case precedence
    /// One of the headers, or subjects, of answering machines.
    case autoReply
    /// mailer-daemon, postmaster, noreply and their kin.
    case systemSender
    /// `List-Id`, `List-Unsubscribe` and their kin.
    case mailingList
    /// The header that we put into our own mail.
    case loop
    case ownAddress
    /// No address to answer to.
    case noSender
}

extension IncomingMail {
    /// The first reason not to answer, nil for what a person seems to have written.
    ///
    /// - Parameters:
    ///   - ours: our own addresses; tags of theirs are ours, too.
    ///   - loop: the header that our own mails carry: its name alone counts.
    ///   - envelopeSender: what the transport was told, where it is known; empty for the null sender.
    package func automaticSign(
        ours: [MailAddress],
        loop: HeaderName? = nil,
        envelopeSender: String? = nil
    ) -> AutomaticSign? {
        if hasLoop(loop, ours) { return .loop }
        let mine = Set(ours.map(\.untagged))
        if from.contains(where: { mine.contains($0.address.untagged) }) { return .ownAddress }
        if hasTokens("auto-submitted", otherThan: "no") { return .autoSubmitted }
        if isNull(envelopeSender) { return .nullReturnPath }
        if isReport { return .report }
        let precedence = tokens("precedence")
        if precedence.contains(where: ["bulk", "junk", "auto_reply", "auto-reply"].contains) { return .precedence }
        if isAnsweringMachine { return .autoReply }
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
        // Procmail's convention, which other robots keep for us.
        let marked = headers.all("x-loop").flatMap(AddressList.mailboxes)
        return marked.contains { mark in ours.contains { $0.untagged == mark.address.untagged } }
    }

    /// The values of all headers of a name: their first words in lower case, without comments.
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
        // The topmost is the last server's.
        return headers.first("return-path").map { $0.filter { !$0.isWhitespace } == "<>" } ?? false
    }

    private var isReport: Bool {
        root.type == MIMEType("multipart/report")
            || ["delivery-status", "disposition-notification"].contains(root.type.subtype)
    }

    private var isAnsweringMachine: Bool {
        if Self.machineHeaders.contains(where: headers.contains) { return true }
        let suppressed = headers.all("x-auto-response-suppress").joined(separator: ",").lowercasedASCII
        // What it wants suppressed are answers like ours; `DR, RN, NRN` are receipts.
        if suppressed.split(whereSeparator: { " ,;".contains($0) }).contains(where: {
            ["all", "autoreply"].contains($0)
        }) {
            return true
        }
        let subject = subject.lowercased()
        return Self.machineSubjects.contains { subject.hasPrefix($0) }
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

    /// Of programs that say it nowhere else.
    private static let machineSubjects = [
        "automatic reply:", "auto reply:", "auto-reply:", "autoreply:", "out of office:", "out of office autoreply",
        "auto:",
        "automatische antwort:", "abwesenheitsnotiz", "réponse automatique", "respuesta automática",
        "risposta automatica",
        "resposta automática", "automatisch antwoord", "autosvar", "automaattinen vastaus", "automatyczna odpowiedź",
        "автоответ",
        "автоматический ответ", "自动回复", "自動回覆", "自動回信", "自動応答", "자동 회신",
    ]
}
