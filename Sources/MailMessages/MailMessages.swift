// MailMessages: reads and writes mail: RFC 5322, MIME, delivery reports and authentication results.
// `OutgoingMail` is written as bytes, and bytes are read as `IncomingMail`. The folder `Understanding` finds out
// its unquoted text, whether a program sent it, which recipients failed, and whether its sender is verified.
// It opens no connection, reads no clock, converts no HTML to text and does not know news.
// Used by MailTalk, ChatNetworks and crier.

/// Why a value cannot be part of a mail.
package enum MailMessagesError: Error, Sendable, Equatable {
    /// Rejected by RFC 5321: no `@`, invalid characters or lengths, an address literal, or letters
    /// outside ASCII before the `@` (they would need SMTPUTF8 on every hop).
    case invalidAddress(String)
    case invalidDomain(String)
    case invalidHeaderName(String)
    /// Not allowed between `<` and `>` of a list header: not absolute, too long, or with spaces or control characters.
    /// The text is left out, because errors are logged and it may contain a token.
    case invalidURL
}
