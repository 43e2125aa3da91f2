import MailTalk
import Logging
import MailMessages
import NewsModel

/// Limits the number of answers.
extension MailIntake {
    /// The notices to add to the answer; nil when the mail must not be answered.
    ///
    /// An answer to a forged mail is unwanted mail for its recipient, so all strangers share one limit. Each domain
    /// has a smaller limit and each address a small one, so nobody can use all of it. Mail that strangers send in
    /// somebody's name does not count against that person.
    func countAnswer(to address: MailAddress, _ kept: KeptMail, _ trust: MailTrust) async throws -> [MailNotice]? {
        // The mail was counted already, or its confirmation code was sent already.
        guard kept.attempts == 0, kept.confirmedCommands == nil else { return [] }
        var shared: [MailAnswerLimit] = []
        var (name, most) = (address.folded, options.answersPerHour)
        switch trust {
        case .owner: break
        case .reader: name = "token " + name
        case .guest, .doubted, .forged:
            (name, most) = ("guest " + name, options.answersPerGuest)
            shared = [
                MailAnswerLimit("domain " + address.domain.household, most: options.guestAnswersPerDomain),
                MailAnswerLimit("guests", most: options.guestAnswersPerHour),
            ]
        }
        for (most, notices) in [(most - 1, []), (most, [MailNotice.resting(limit: most)])] {
            let limits = [MailAnswerLimit(name, most: most)] + shared
            if try await keeping.countAnswer(limits, network: network, at: time.now) { return notices }
        }
        log.notice("Mail dropped: too many from there", metadata: facts(kept))
        return nil
    }
}

extension MailDomain {
    /// The part of a domain that roughly one owner holds: the last two labels, or three below `co.uk` and the like.
    fileprivate var household: String {
        let labels = name.split(separator: ".")
        let isShared =
            labels.count > 2 && labels.last?.utf8.count == 2
            && Self.sharedLabels.contains(String(labels[labels.count - 2]))
        return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
    }

    private static let sharedLabels: Set = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]
}
