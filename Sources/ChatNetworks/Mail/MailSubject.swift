import MailMessages
import NewsModel

/// Subjects of mails.
enum MailSubject {
    /// The most characters of a subject.
    static let longest = 120

    /// The subject of the first message that has one, else the first text.
    static func of(_ messages: [OutgoingMessage]) -> String {
        let named = messages.lazy.compactMap(\.subject).map { shortened($0, to: longest) }
        if let subject = named.first(where: { !$0.isEmpty }) { return subject }
        let words = messages.lazy.flatMap(\.body.blocks).map { shortened($0.line, to: longest) }
        return words.first { !$0.isEmpty } ?? "Crier"
    }

    /// One line without control and direction marks, cut at a word boundary if one is near.
    static func shortened(_ text: String, to limit: Int) -> String {
        HeaderText.shortened(DisplayText.clean(text), to: limit)
    }
}
