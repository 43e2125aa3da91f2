import Foundation

/// Reads standard input line by line, on a thread of its own so that no task blocks.
enum StandardInput {
    /// Longer lines are cut to this number of characters.
    private static let longestLine = 8_192

    /// The stream ends at the end of the input.
    static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(String(line.prefix(longestLine))) }
                lines.finish()
            }
        }
    }
}
