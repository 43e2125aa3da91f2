import MailMessages
import MailTalk
import NewsModel

/// Collects the facts about a mail's sender and decides on the mail.
extension MailIntake {
    /// The decision on a mail.
    ///
    /// A code in the mail has been redeemed by then.
    func decide(_ received: ReceivedMail, _ kept: KeptMail) async throws -> MailDecision {
        var facts = try await senderFacts(received)
        let decision = MailDecision(received, from: facts, rules: rules)
        guard case .redeem(let code, let positions) = decision, case .personal(let from) = received.kind else {
            return decision
        }
        let isRight = try await keeping.redeemConfirmation(
            code,
            of: from.folded,
            network: network,
            bearer: ConfirmingMail(id: kept.id, commands: positions),
            at: time.now
        )
        if isRight { try await confirm(from.folded) }
        facts.code = isRight ? .right : .wrong
        // The right code confirms the sender as owner; before that, nothing was loaded about them.
        if isRight { facts.sender = try await keeping.correspondent(from.folded, network: network, at: time.now) }
        return MailDecision(received, from: facts, rules: rules)
    }

    private func senderFacts(_ received: ReceivedMail) async throws -> SenderFacts {
        var facts = SenderFacts()
        for token in received.tokens {
            if let owner = try await keeping.correspondent(token: token, network: network) {
                facts.named.append(.init(owner))
            } else if let owner = try await keeping.correspondent(unsubscribeToken: token, network: network) {
                facts.named.append(.init(owner, isReplyToken: false))
            }
        }
        facts.reported = try await bounces.reported(by: received)
        guard case .personal(let from) = received.kind else { return facts }
        if let number = received.answeredMail {
            facts.waitingCode = try await keeping.pendingCode(
                mail: number,
                of: from.folded,
                network: network,
                at: time.now
            )
        }
        let trust = received.trust(facts.named, rules)
        guard trust.isKnown else { return facts }
        let sender = try await keeping.correspondent(from.folded, network: network, at: time.now)
        facts.sender = sender
        if trust == .owner, sender.confirmedAt == nil {
            facts.isAskedByChat = try await options.isAsked(from.folded, time.now)
        }
        return facts
    }
}
