/// The limits of a message of several rows: the value of `draft/multiline`, capped by our own limits.
package struct IRCMultilineLimits: Sendable, Equatable {
    /// UTF-8 bytes of all rows, with one line feed counted for each.
    package var bytes: Int
    package var lines: Int

    package init(bytes: Int, lines: Int) {
        self.bytes = bytes
        self.lines = lines
    }

    /// Reads `max-bytes=4096,max-lines=24`.
    ///
    /// Without a number of lines, 24 are allowed.
    init(value: String) {
        var numbers: [Substring: Int] = [:]
        for token in value.split(separator: ",") {
            let parts = token.split(separator: "=", maxSplits: 1)
            if parts.count == 2, let number = Int(parts[1]), number > 0 { numbers[parts[0]] = number }
        }
        bytes = min(numbers["max-bytes"] ?? 4_096, 16_384)
        lines = min(numbers["max-lines"] ?? 24, 24)
    }
}
