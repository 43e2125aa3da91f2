/// Why a value cannot be part of a mail.
package enum MailMessagesError: Error, Sendable, Equatable {
    /// RFC 5321: no `@`, characters or lengths that no mail server accepts, an address literal, or letters
    /// beyond ASCII before the `@` (they would need SMTPUTF8 on every hop).
    case invalidAddress(String)
    case invalidDomain(String)
    case invalidHeaderName(String)
    /// Nothing that can stand between `<` and `>` of a list header: not absolute, too long, or with spaces or controls.
    /// It is not said here: errors are logged, and it may hold a token all the same.
    case invalidURL
}
