/// Decodes and encodes one scalar in UTF-8.
enum UTF8Decoding {
    /// The scalar that begins at `position` and its length; nil where the bytes are not valid UTF-8.
    static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (value: UInt32, length: Int)? {
        let lead = UInt32(bytes[position])
        let length: Int
        var value: UInt32
        switch lead {
        case 0x00...0x7F: return (lead, 1)
        case 0xC2...0xDF: (length, value) = (2, lead & 0x1F)
        case 0xE0...0xEF: (length, value) = (3, lead & 0x0F)
        case 0xF0...0xF4: (length, value) = (4, lead & 0x07)
        default: return nil
        }
        guard position + length <= bytes.count else { return nil }
        for offset in 1..<length {
            let byte = bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let isShortest = length == 2 || (length == 3 ? value >= 0x800 : value >= 0x10000)
        guard isShortest, Unicode.Scalar(value) != nil else { return nil }
        return (value, length)
    }

    static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
