/// Decodes base64 in Atom (RFC 4648), ignoring white space.
enum AtomBase64 {
    /// The decoded text; nil when it is not text.
    static func text(_ encoded: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in encoded.utf8 {
            if byte == UInt8(ascii: "=") { break }
            guard let value = value(byte) else {
                if byte.isHTMLSpace { continue }
                return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return String(validating: bytes, as: UTF8.self).map { String($0.trimmingSpace()) }
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5a: byte - 0x41
        case 0x61...0x7a: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
