/// An error with a text for people: a message key and its arguments.
///
/// `Localization` translates it.
package protocol UserFacingError: Error {
    var message: LocalizedMessage { get }
}

/// A key of `locales/` with its arguments, not yet translated.
package struct LocalizedMessage: Hashable, Sendable {
    package var key: String
    package var arguments: [String: MessageArgument]

    package init(_ key: String, _ arguments: [String: MessageArgument] = [:]) {
        self.key = key
        self.arguments = arguments
    }
}

/// One argument of a message.
///
/// A number is written in the reader's digits. The argument `n` picks the plural form. `number` is no quantity but what
/// something is called (alert 7, puzzle 1234), so its digits are not grouped.
package enum MessageArgument: Hashable, Sendable {
    case text(String)
    case number(Int)
    /// Names or words in a row; between them stands what the reader's language has there.
    case names([String])
}

extension MessageArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
}
