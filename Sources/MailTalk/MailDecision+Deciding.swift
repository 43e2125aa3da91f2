import MailMessages
import NewsModel

extension MailDecision {
    /// Decides on a mail.
    ///
    /// After a `redeem` decision, call it again with `SenderFacts.code` set.
    package init(_ mail: ReceivedMail, from facts: SenderFacts, rules: MailRules) {
        if let bounce = Self.bounce(mail, facts, rules) {
            self = bounce
            return
        }
        let trust = mail.trust(facts.named, rules)
        switch mail.kind {
        case .unsubscribe(let from, let isAnswered):
            self = Self.end(mail, from: from, isAnswered: isAnswered, facts, trust, rules)
        case .automatic(let sign): self = .ignore(.automatic(sign))
        case .senderless: self = .ignore(.senderless)
        case .personal(let from):
            if let limit = mail.passedLimit {
                self =
                    trust == .forged
                    ? .ignore(.notBelieved)
                    : .answer(MailReply(to: from, trust: trust, opening: [.tooLarge(limit: limit)]))
            } else {
                self = PersonalMail(mail: mail, from: from, facts: facts, rules: rules).decision(trust)
            }
        }
    }

    /// The decision for a delivery report.
    ///
    /// Nil if the mail is no report, or if the report is not proved to be about our mail.
    ///
    /// Anybody can write a report. It is trusted if it was sent to the bounce address of a correspondent
    /// (`MailTokens.bounceAddress`), or if it returns headers with both tokens. People who only received a forwarded
    /// mail or a copy of an answer cannot create such a report.
    private static func bounce(_ mail: ReceivedMail, _ facts: SenderFacts, _ rules: MailRules) -> MailDecision? {
        guard let report = mail.report else { return nil }
        let proved = mail.proofs.lazy.compactMap { token in
            facts.reported.first { MailTokens.bounceToken(of: $0) == token }
        }
        // A person who writes from the mailbox receives our mail. Their holiday notice may look like a server's report.
        let owner = proved.first { owner in !mail.mail.from.contains { $0.address.folded == owner.address } }
        return owner.map { .bounce(address: $0.address, BounceFinding(report, rules.programs)) }
    }

    /// Ends mail for the owners of the tokens, always and at once.
    ///
    /// Without tokens it ends mail for the sender, if the From address is trusted enough (`MailTrust.endsMailByFrom`);
    /// otherwise the owner is asked for a code.
    private static func end(
        _ mail: ReceivedMail,
        from: MailAddress?,
        isAnswered: Bool,
        _ facts: SenderFacts,
        _ trust: MailTrust,
        _ rules: MailRules
    ) -> MailDecision {
        var ended = facts.named.map(\.correspondent.address)
        var hasEndedAny = facts.named.contains { $0.correspondent.unsubscribedAt == nil }
        if ended.isEmpty, let from {
            guard trust.endsMailByFrom else { return isAnswered ? .askAboutEnd(from: from) : .ignore(.notBelieved) }
            ended = [from.folded]
            hasEndedAny = true
        }
        let resume = rules.resumeWord
        let people = ended.map { address in
            let other: MailNotice =
                from.map { .unsubscribedBy(sender: $0.folded, resume: resume) } ?? .unsubscribed(resume: resume)
            return MailEnd.Person(address: address, notice: address == from?.folded ? nil : other)
        }
        guard isAnswered, trust != .forged, let from else { return .endMail(MailEnd(people: people)) }
        var reply = MailReply(to: from, trust: trust)
        if !ended.contains(from.folded) {
            // Answered only once, as the owner is notified only once.
            guard hasEndedAny else { return .endMail(MailEnd(people: people)) }
            reply.opening = [.endedForOther]
        } else {
            let rest = trust.isKnown ? mail.lines.commandsBesideEnd : []
            reply.opening = [.unsubscribed(resume: resume)]
            reply.closing = rest.isEmpty ? [] : [.unread(lines: Array(rest.prefix(MailCommands.limit)), .besideStop)]
        }
        return .endMail(MailEnd(people: people, reply: reply))
    }
}
