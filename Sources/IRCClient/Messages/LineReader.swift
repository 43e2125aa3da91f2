/// Cuts a stream of bytes into lines, never keeping more than one line's limit.
struct LineReader {
    /// IRCv3 message-tags: 8,191 bytes of tags, then the 512 of RFC 1459 (more if LINELEN says so).
    var maximumLineBytes = 8_191 + 512
    /// Lines thrown away because they were too long.
    private(set) var overlongLines = 0
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// Takes what has arrived; gives the lines it completes to `body`, without line breaks and never empty.
    mutating func receive(_ bytes: some Collection<UInt8>, _ body: ([UInt8]) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) {
            keep(rest[..<end])
            if !isSkipping, !partial.isEmpty { body(partial) }
            partial.removeAll(keepingCapacity: partial.capacity <= 1_024)
            isSkipping = false
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        guard !isSkipping else { return }
        guard partial.count + bytes.count <= maximumLineBytes else {
            isSkipping = true
            overlongLines += 1
            partial = []
            return
        }
        partial += bytes
    }
}
