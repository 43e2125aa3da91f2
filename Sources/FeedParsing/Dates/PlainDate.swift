/// Signs of other scripts that stand in dates as what they are in ASCII.
enum PlainDate {
    static func of(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            // Full-width digits, and the full-width signs between them.
            case 0xff10...0xff19: plain.append(UInt8(scalar.value - 0xff10) + 0x30)
            case 0xff0d, 0xff0e, 0xff0f, 0xff1a: plain.append(UInt8(scalar.value - 0xff0d) + 0x2d)
            // Minus and the hyphens that look like it.
            case 0x2212, 0x2010, 0x2011: plain.append(UInt8(ascii: "-"))
            case 0xa0, 0x2007, 0x2009, 0x202f, 0x3000: plain.append(0x20)
            default: plain += String(scalar).utf8
            }
        }
        return plain
    }
}
