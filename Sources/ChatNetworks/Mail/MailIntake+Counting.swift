import Logging
import MailMessages
import NewsModel

/// How many answers go out.
extension MailIntake {
    /// What is to be said beside the answer; nil when there is to be none.
    ///
    /// Answers to forged mail are mail that nobody asked for, whoever gets it, and so strangers share a number of them. Each has few of
    /// their own, and each domain a part: nobody takes all. What strangers send in somebody's name is not counted against them.
    func countAnswer(to address: MailAddress, _ kept: KeptMail, _ trust: MailTrust) async throws -> [MailNotice]? {
        // Counted already; and a code is asked for once.
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
    /// Roughly what one owner holds: the last two labels, or three below `co.uk` and its kin.
    fileprivate var household: String {
        let labels = name.split(separator: ".")
        let isShared =
            labels.count > 2 && labels.last?.utf8.count == 2
            && Self.sharedLabels.contains(String(labels[labels.count - 2]))
        return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
    }

    private static let sharedLabels: Set = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]
}
