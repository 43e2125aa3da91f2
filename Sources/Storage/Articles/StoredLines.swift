/// Columns that have several texts, one a line.
///
/// They are divided by bytes: lists read hundreds of them, and graphemes take ten times as long.
enum StoredLines {
    /// The lines of a column, without empty ones; none for NULL.
    static func lines(of column: String?) -> [String] {
        guard let column, !column.isEmpty else { return [] }
        return column.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
    }

    /// The fields of a line, between tabs.
    static func fields(of line: String, maxSplits: Int = .max) -> [String] {
        line.utf8.split(separator: UInt8(ascii: "\t"), maxSplits: maxSplits, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }
}
