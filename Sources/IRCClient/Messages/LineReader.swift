/// Splits a byte stream into lines; never holds more bytes than the longest line may have.
struct LineReader {
    /// IRCv3 message-tags: 8,191 bytes of tags, then the 512 of RFC 1459 (more if LINELEN says so).
    var maximumLineBytes = 8_191 + 512
    /// How many lines were dropped because they were too long.
    private(set) var overlongLines = 0
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// Reads received bytes and passes each completed line to `body`, without line breaks and never empty.
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
