extension PictureFormat {
    /// Whether a picture is one frame no larger than it says: a small file may else unfold to gigabytes.
    ///
    /// What breaks off before its frame is still; programs show nothing of it.
    package func isStill(_ bytes: [UInt8]) -> Bool {
        switch kind {
        case .jpeg: true
        case .png: !Self.hasAnimation(png: bytes)
        // RFC 9649, 2.7: the second bit of the flags says that there are frames.
        case .webp: !(bytes.starts(with: "VP8X".utf8, at: 12) && bytes.count > 20 && bytes[20] & 0x02 != 0)
        case .gif: isStill(gif: bytes)
        }
    }

    /// PNG specification (third edition), 11.3.6.1: `acTL` stands before the picture.
    private static func hasAnimation(png bytes: [UInt8]) -> Bool {
        var index = 8
        while index + 8 <= bytes.count {
            if bytes.starts(with: "acTL".utf8, at: index + 4) { return true }
            if bytes.starts(with: "IDAT".utf8, at: index + 4) { return false }
            let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            index += length + 12
        }
        return false
    }

    /// GIF89a specification, 18 to 26.
    private func isStill(gif bytes: [UInt8]) -> Bool {
        guard bytes.count > 13 else { return true }
        var index = 13 + Self.colourTable(bytes[10])
        var frames = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x21:
                index = Self.end(ofBlocksAt: index + 2, in: bytes)
            case 0x2C:
                frames += 1
                guard frames == 1, index + 9 < bytes.count else { return frames == 1 }
                func number(_ place: Int) -> Int { Int(bytes[index + place]) | Int(bytes[index + place + 1]) << 8 }
                guard number(1) + number(5) <= width, number(3) + number(7) <= height else { return false }
                index = Self.end(ofBlocksAt: index + 11 + Self.colourTable(bytes[index + 9]), in: bytes)
            default:
                return true
            }
        }
        return true
    }

    /// Bytes of the colour table that the flags announce.
    private static func colourTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 0x07) + 1) }

    /// Where a row of blocks ends, each of which begins with its length; the last one is empty.
    private static func end(ofBlocksAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0 { index += Int(bytes[index]) + 1 }
        return index + 1
    }
}

extension [UInt8] {
    fileprivate func starts(with text: String.UTF8View, at index: Int) -> Bool {
        index <= count && self[index...].starts(with: text)
    }
}
