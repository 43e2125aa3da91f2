import Foundation
package import MailMessages
package import NewsModel

/// What a report about undelivered mail comes to.
package enum MailBounceVerdict: Hashable, Sendable {
    /// The mail reports nothing.
    case noReport
    /// It does, but of no mail that surely was ours: anybody can write such a thing.
    case unproven
    /// Nothing is to be done about the address: delayed, delivered after all, or failed for a passing reason.
    case harmless(address: String)
    /// Nothing more can be sent there.
    case gone(address: String, reason: String)
}

/// Judges reports of failed deliveries (RFC 3464) by what only the recipient's servers can know.
///
/// A report is believed when it was sent to the envelope sender of mail to a correspondent (`MailTokens.bounceAddress`), or brings
/// back headers in which that stands: who only got a mail passed on, or a copy of an answer, cannot say that a mailbox is gone.
package struct MailBounces: Sendable {
    /// Failures for passing reasons in a row, from which on the address counts as gone.
    package static let mostSoft = 3

    private let tokens: MailTokens
    private let keeping: any MailKeeping
    private let network: String

    package init(tokens: MailTokens, keeping: any MailKeeping, network: String) {
        self.tokens = tokens
        self.keeping = keeping
        self.network = network
    }

    /// Judges a mail, and counts it against the address where it proves a failure.
    ///
    /// - Parameter recipient: RCPT TO, where it is known.
    package func judge(_ mail: IncomingMail, recipient: String?) async throws -> MailBounceVerdict {
        guard let report = mail.deliveryReport else { return .noReport }
        for token in Self.proofs(in: mail, tokens, recipient: recipient) {
            let replyToken = String(token.prefix { $0 != "-" })
            guard let correspondent = try await keeping.correspondent(token: replyToken, network: network),
                MailTokens.bounceToken(of: correspondent) == token
            else { continue }
            let address = correspondent.address
            // Whoever writes themselves has got our mail: a holiday notice may sound like a server's.
            guard !mail.from.contains(where: { $0.address.folded == address }) else { continue }
            switch Self.finding(in: report) {
            case .none: return .harmless(address: address)
            case .permanent(let reason): return .gone(address: address, reason: reason)
            case .passing(let reason):
                let count = try await keeping.countBounce(of: address, network: network)
                return count >= Self.mostSoft
                    ? .gone(address: address, reason: reason) : .harmless(address: address)
            }
        }
        return .unproven
    }

    /// The tokens that a report shows, at most four: whose mail it was.
    static func proofs(in mail: IncomingMail, _ tokens: MailTokens, recipient: String?) -> [String] {
        var found = tokens.tokens(in: mail, recipient: recipient)
        if let returned = mail.returnedHeaders?.first(MailHeaderNames.recipient) {
            found.append(returned.trimmingCharacters(in: .whitespaces).lowercased())
        }
        return Array(found.filter { (1...64).contains($0.utf8.count) }.prefix(4))
    }

    enum Finding: Hashable, Sendable {
        case none
        case passing(reason: String)
        case permanent(reason: String)
    }

    /// The worst that is told; a mail of ours has one recipient, whatever it was forwarded to.
    static func finding(in report: DeliveryReport) -> Finding {
        let failed = report.recipients.filter { $0.action == .failed }
        if let recipient = failed.first(where: \.isPermanent) { return .permanent(reason: reason(recipient)) }
        return failed.first.map { .passing(reason: reason($0)) } ?? .none
    }

    /// "5.1.1: User unknown", on one line.
    private static func reason(_ recipient: DeliveryReport.Recipient) -> String {
        let words = [recipient.status?.description, recipient.diagnostic].compactMap(\.self).filter { !$0.isEmpty }
        return MailSubject.shortened(words.joined(separator: ": "), to: 200)
    }
}
