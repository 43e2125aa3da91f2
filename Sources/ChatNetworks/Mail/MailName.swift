import MailMessages
import NewsModel

/// Which of our mails a Message-ID names; the same name gives the same Message-ID after a crash.
enum MailName: Hashable, Sendable {
    /// A part that is sent without being asked for at that moment: `push.7-0.INSTALLATION`.
    case push(PartKey)
    /// The answer to a kept mail, by its number: `answer.7.INSTALLATION`.
    case answer(mail: Int64)

    var text: String {
        switch self {
        case .push(let key): "push.\(key.text)"
        case .answer(let mail): "answer.\(mail)"
        }
    }

    func messageID(installation: String, domain: MailDomain) -> MailMessageID {
        MailMessageID(stableID: "\(text).\(installation)", domain: domain)
    }

    /// The number of the mail that one of our answers answered; nil for any other Message-ID.
    static func answeredMail(_ messageID: MailMessageID) -> Int64? {
        let words = messageID.text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        return words.count == 3 && words[0] == "answer" ? Int64(words[1]) : nil
    }
}
