package import MailTalk
package import NewsModel

/// The result of a bounce report.
package enum MailBounceVerdict: Hashable, Sendable {
    /// Nothing needs to be done: the mail is delayed, was delivered, or failed temporarily.
    case harmless
    /// The address is permanently unreachable.
    case gone(reason: String)
}

/// Counts failed deliveries for the addresses that a bounce report proves.
package struct MailBounces: Sendable {
    /// After this many temporary failures in a row the address counts as unreachable.
    package static let mostSoft = 3

    private let keeping: any MailKeeping
    private let network: String

    package init(keeping: any MailKeeping, network: String) {
        self.keeping = keeping
        self.network = network
    }

    /// The correspondents that the report's proof tokens name.
    package func reported(by mail: ReceivedMail) async throws -> [MailCorrespondent] {
        var reported: [MailCorrespondent] = []
        for proof in mail.proofs {
            let replyToken = String(proof.prefix { $0 != "-" })
            if let owner = try await keeping.correspondent(token: replyToken, network: network) {
                reported.append(owner)
            }
        }
        return reported
    }

    package func count(_ finding: BounceFinding, of address: String) async throws -> MailBounceVerdict {
        switch finding {
        case .none: return .harmless
        case .permanent(let reason): return .gone(reason: reason)
        case .passing(let reason):
            let count = try await keeping.countBounce(of: address, network: network)
            return count >= Self.mostSoft ? .gone(reason: reason) : .harmless
        }
    }
}
