package import MailMessages
package import NewsModel

/// The name of a mail we send.
///
/// The same name gives the same Message-ID, even after a crash.
package enum MailName: Hashable, Sendable {
    /// A part that is pushed: `push.7-0.INSTALLATION`.
    case push(PartKey)
    /// The answer to a queued mail, by its number: `answer.7.INSTALLATION`.
    case answer(mail: Int64)

    package var text: String {
        switch self {
        case .push(let key): "push.\(key.text)"
        case .answer(let mail): "answer.\(mail)"
        }
    }

    package func messageID(installation: String, domain: MailDomain) -> MailMessageID {
        MailMessageID(stableID: "\(text).\(installation)", domain: domain)
    }

    /// The number of the mail that our answer with this Message-ID answered; nil for any other Message-ID.
    package static func answeredMail(_ messageID: MailMessageID) -> Int64? {
        let words = messageID.text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        return words.count == 3 && words[0] == "answer" ? Int64(words[1]) : nil
    }
}
