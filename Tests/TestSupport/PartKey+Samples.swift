package import NewsModel

extension PartKey {
    /// A part of the ledger's message with that number.
    package static func ledger(_ message: Int64, _ part: Int = 0) -> PartKey {
        .message(MessageID(rawValue: message), part: part)
    }
}
