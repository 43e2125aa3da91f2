internal import Foundation
internal import Mustache

/// The template of every HTML mail, `mail.mustache`.
///
/// The template escapes nothing: all its values come from `MailHTML`, which has escaped them. Mustache
/// escapes by characters, but browsers read scalars: a combining mark joins with the `<` before it to
/// one character, which Mustache would not escape.
package struct MailTemplate: Sendable {
    private static let name = "mail"
    private static let unescaped = "{{% CONTENT_TYPE:TEXT}}\n"

    private let template: MustacheTemplate

    /// - Parameter folder: the folder of `mail.mustache`.
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

/// Why the template cannot be used.
package enum MailTemplateError: Error, Hashable, Sendable {
    case unreadable(path: String)
    case malformed(path: String, reason: String)
}
