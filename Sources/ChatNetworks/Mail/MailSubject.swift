import MailMessages
import NewsModel

/// The line that a mailbox lists.
enum MailSubject {
    /// Characters.
    static let longest = 120

    /// The first message's own, else its first words.
    static func of(_ messages: [OutgoingMessage]) -> String {
        let named = messages.lazy.compactMap(\.subject).map { shortened($0, to: longest) }
        if let subject = named.first(where: { !$0.isEmpty }) { return subject }
        let words = messages.lazy.flatMap(\.body.blocks).map { shortened($0.words, to: longest) }
        return words.first { !$0.isEmpty } ?? "Crier"
    }

    /// One line without controls and turned writing, cut after a word where one ends near.
    static func shortened(_ text: String, to limit: Int) -> String {
        // One character may be endless marks on one letter.
        let scalars = DisplayText.clean(text).unicodeScalars.prefix(limit * 4)
        let line = HeaderText(String(String.UnicodeScalarView(scalars))).text
        guard line.count > limit else { return line }
        let head = line.prefix(limit - 1)
        if let space = head.lastIndex(of: " "), head.distance(from: space, to: head.endIndex) <= 20 {
            return head[..<space] + "…"
        }
        return head + "…"
    }
}
