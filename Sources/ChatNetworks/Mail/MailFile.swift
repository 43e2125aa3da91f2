import MailMessages
import NewsModel

/// A message that is sent as an attached file: Markdown, an HTML page or a list of feeds.
struct MailFile {
    let name: String
    private let type: MIMEType
    private let text: String

    /// Nil for a message that is shown only in the mail's text.
    init?(_ message: OutgoingMessage) {
        let title = message.subject ?? ""
        let ending: String
        switch message.form {
        case .chat, .text: return nil
        case .markdown:
            (ending, type) = (".md", MIMEType("text/markdown") ?? .plainText)
            text = MarkdownRendering.document(message.body)
        case .html:
            (ending, type) = (".html", .html)
            text = HTMLRendering.document(message.body, title: title)
        case .opml:
            (ending, type) = (".opml", MIMEType("text/x-opml") ?? .octetStream)
            text = LineRendering.lines(message.body).joined(separator: "\n") + "\n"
        }
        name = Self.fileName(title, ending: ending)
    }

    var file: OutgoingFile { OutgoingFile(name: HeaderText(name), type: type, content: Array(text.utf8)) }

    private static func fileName(_ title: String, ending: String) -> String {
        var name = HeaderText(DisplayText.clean(title)).text
        if name.lowercased().hasSuffix(ending) { name.removeLast(ending.count) }
        name = String(name.filter { !"/\\:*?\"<>|".contains($0) }.prefix(80))
        while name.hasPrefix(".") || name.hasPrefix(" ") { name.removeFirst() }
        return (name.isEmpty ? "Crier" : name) + ending
    }
}
