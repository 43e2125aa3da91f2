/// A mail that was too large to be read, as it goes through the queue: its header alone, and its sender is told.
enum OversizedMail {
    /// Mebibytes, as `IMAPLimits` has them.
    static let limit = 25

    /// Above all that mail servers write on top, where nobody who sends a mail can write.
    private static let mark = Array("X-Crier-Oversized: yes\r\n".utf8)

    static func content(head: [UInt8]) -> [UInt8] { mark + head }

    static func isContent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }
}
