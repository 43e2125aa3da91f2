/// Stores a mail that was too large to read as its header only.
///
/// Its sender is told.
enum OversizedMail {
    /// Mebibytes, the same as in `IMAPLimits`.
    static let limit = 25

    /// Placed before the first header, where no sender can write.
    private static let mark = Array("X-Crier-Oversized: yes\r\n".utf8)

    static func content(head: [UInt8]) -> [UInt8] { mark + head }

    static func isContent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }
}
