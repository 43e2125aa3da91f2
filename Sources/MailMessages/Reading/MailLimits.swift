/// How much of a mail is read; what lies beyond is left out, never refused.
package struct MailLimits: Sendable, Hashable {
    package var bytes = 32 << 20
    /// Header fields of one part.
    package var fields = 1_000
    package var fieldBytes = 64 << 10
    /// Of all fields of one part together: each is read several times.
    package var headerBytes = 256 << 10
    /// Multiparts and messages within each other; deeper ones stay unopened.
    package var depth = 20
    package var parts = 500
    /// Of messages that are enclosed in a transfer encoding, all together; those beyond stay unopened.
    package var decodedBytes = 32 << 20

    package init() {}
}
