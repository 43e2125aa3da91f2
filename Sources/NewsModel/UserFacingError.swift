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
/// A number picks the plural form and is written in the reader's digits and grouping.
package enum MessageArgument: Hashable, Sendable {
    case text(String)
    case number(Int)
}

extension MessageArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
}
