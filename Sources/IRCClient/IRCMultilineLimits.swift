/// How much one message of several rows may hold: the value of `draft/multiline`, within our own bounds.
package struct IRCMultilineLimits: Sendable, Equatable {
    /// UTF-8 bytes of all rows, a line feed counted for each.
    package var bytes: Int
    package var lines: Int

    package init(bytes: Int, lines: Int) {
        self.bytes = bytes
        self.lines = lines
    }

    /// `max-bytes=4096,max-lines=24`; without a number of lines the bytes decide.
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
