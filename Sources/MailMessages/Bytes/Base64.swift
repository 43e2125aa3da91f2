/// Base64 (RFC 4648; lines as in RFC 2045, section 6.8).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each letter, including the URL alphabet; 255 for other bytes.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { table[Int(letter)] = UInt8(value) }
        table[Int(UInt8.hyphen)] = 62
        table[Int(UInt8.underscore)] = 63
        return table
    }()

    /// Encodes without line breaks.
    static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] { encode(bytes, lineLength: Int.max) }

    /// Encodes in lines of 76 characters, each with CRLF.
    static func encodeLines(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var output = encode(bytes, lineLength: 76)
        if output.last != .lineFeed, !output.isEmpty { output += [.carriageReturn, .lineFeed] }
        return output
    }

    private static func encode(_ bytes: some Collection<UInt8>, lineLength: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 57 * 78 + 80)
        var (word, count, column) = (UInt32(0), 0, 0)
        func write(_ word: UInt32, padding: Int) {
            for place in 0..<4 {
                let isPadding = place >= 4 - padding
                output.append(isPadding ? .equals : alphabet[Int(word >> UInt32(18 - 6 * place)) & 63])
            }
            column += 4
            if column >= lineLength {
                output += [.carriageReturn, .lineFeed]
                column = 0
            }
        }
        for byte in bytes {
            word = word << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                write(word, padding: 0)
                (word, count) = (0, 0)
            }
        }
        if count == 1 { write(word << 16, padding: 2) }
        if count == 2 { write(word << 8, padding: 1) }
        return output
    }

    /// Decodes as much as possible.
    ///
    /// Invalid characters are skipped, and new data may follow padding.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 4 * 3)
        let values = Self.values
        var (word, count) = (UInt32(0), 0)
        for byte in bytes {
            let value = values[Int(byte)]
            if value == 255 {
                // Two bodies were joined, or a footer follows: start again.
                guard byte == .equals else { continue }
                appendRest(word, count, to: &output)
                (word, count) = (0, 0)
                continue
            }
            word = word << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            output.append(UInt8(truncatingIfNeeded: word >> 16))
            output.append(UInt8(truncatingIfNeeded: word >> 8))
            output.append(UInt8(truncatingIfNeeded: word))
            (word, count) = (0, 0)
        }
        appendRest(word, count, to: &output)
        return output
    }

    private static func appendRest(_ word: UInt32, _ count: Int, to output: inout [UInt8]) {
        if count == 2 { output.append(UInt8(truncatingIfNeeded: word >> 4)) }
        if count == 3 {
            output.append(UInt8(truncatingIfNeeded: word >> 10))
            output.append(UInt8(truncatingIfNeeded: word >> 2))
        }
    }
}
