import MatrixClient
import NewsModel

/// A message that is sent as a file: an HTML page or a list of feeds.
struct MatrixFile {
    /// The file's text in a part that is not sent yet.
    ///
    /// Sending uploads the text and inserts its address.
    static let textKey = "chat.crier.file"

    private let name: String
    private let type: String
    private let text: String

    /// Nil for a message that is sent as text.
    init?(_ message: OutgoingMessage) {
        let title = message.subject ?? "Crier"
        switch message.form {
        case .chat, .text, .markdown: return nil
        case .html:
            name = Self.fileName(title, ending: ".html")
            type = "text/html"
            text = HTMLRendering.document(message.body, title: title)
        case .opml:
            name = Self.fileName(title, ending: ".opml")
            type = "text/x-opml"
            text = LineRendering.lines(message.body).joined(separator: "\n") + "\n"
        }
    }

    var content: [String: JSONValue] {
        [
            "msgtype": "m.file", "body": .string(name), "filename": .string(name), "m.mentions": [:],
            "info": ["mimetype": .string(type), "size": .number(Double(text.utf8.count))],
            Self.textKey: .string(text),
        ]
    }

    private static func fileName(_ title: String, ending: String) -> String {
        var name = DisplayText.clean(title)
        if name.lowercased().hasSuffix(ending) { name.removeLast(ending.count) }
        name = String(name.filter { !"/\\:*?\"<>|".contains($0) }.prefix(80))
        return (name.isEmpty ? "Crier" : name) + ending
    }
}
