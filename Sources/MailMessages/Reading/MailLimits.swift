/// Limits for reading a mail.
///
/// Content beyond them is skipped, and the mail is still accepted.
package struct MailLimits: Sendable, Hashable {
    package var bytes = 32 << 20
    /// The most header fields of one part.
    package var fields = 1_000
    package var fieldBytes = 64 << 10
    /// The most bytes of all fields of one part, because each field is read several times.
    package var headerBytes = 256 << 10
    /// The deepest nesting of multiparts and messages.
    ///
    /// Deeper ones are not opened.
    package var depth = 20
    package var parts = 500
    /// The most decoded bytes of all enclosed messages with a transfer encoding.
    ///
    /// Further ones are not opened.
    package var decodedBytes = 32 << 20

    package init() {}
}
