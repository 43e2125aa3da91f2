import Foundation

/// Standard input as lines, read by a thread of its own so that no task blocks.
enum StandardInput {
    /// Longer lines are cut here.
    private static let longestLine = 8_192

    /// Ends at the end of input.
    static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(String(line.prefix(longestLine))) }
                lines.finish()
            }
        }
    }
}
