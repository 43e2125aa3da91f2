import MailMessages

/// The worst result that a delivery report (RFC 3464) states for one of our mails.
///
/// Each of our mails has one recipient.
package enum BounceFinding: Hashable, Sendable {
    /// The mail was delayed, or delivered in the end.
    case none
    case passing(reason: String)
    case permanent(reason: String)

    init(_ report: DeliveryReport, _ words: ProgramWords) {
        let failed = report.recipients.filter { $0.action == .failed }
        if let recipient = failed.first(where: { $0.isPermanent(words) }) {
            self = .permanent(reason: Self.reason(recipient))
        } else if let recipient = failed.first {
            self = .passing(reason: Self.reason(recipient))
        } else {
            self = .none
        }
    }

    /// For example "5.1.1: User unknown", on one line.
    private static func reason(_ recipient: DeliveryReport.Recipient) -> String {
        let words = [recipient.status?.description, recipient.diagnostic].compactMap(\.self).filter { !$0.isEmpty }
        return HeaderText.shortened(words.joined(separator: ": "), to: 200)
    }
}
