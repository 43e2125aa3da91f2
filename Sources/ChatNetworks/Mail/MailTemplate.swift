internal import Foundation
internal import Mustache

/// The frame of every HTML mail, `mail.mustache`.
///
/// Nothing is escaped by the template: only what `MailHTML` made, and so escaped, is ever handed to it.
/// Mustache's own escaping goes by characters, and a browser does not: some marks make one character
/// of themselves and the `<` before them.
package struct MailTemplate: Sendable {
    private static let name = "mail"
    private static let unescaped = "{{% CONTENT_TYPE:TEXT}}\n"

    private let template: MustacheTemplate

    /// - Parameter folder: where `mail.mustache` is.
    package init(folder: String) throws(MailTemplateError) {
        let path = URL(fileURLWithPath: folder).appendingPathComponent(Self.name)
            .appendingPathExtension("mustache").path
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw .unreadable(path: path)
        }
        try self.init(text: text, path: path)
    }

    init(text: String, path: String) throws(MailTemplateError) {
        do {
            template = try MustacheTemplate(string: Self.unescaped + text)
        } catch {
            throw .malformed(path: path, reason: "\(error)")
        }
    }

    func render(_ values: [String: Any]) -> String { template.render(values) }
}

/// Why mail cannot be made.
package enum MailTemplateError: Error, Hashable, Sendable {
    case unreadable(path: String)
    case malformed(path: String, reason: String)
}
