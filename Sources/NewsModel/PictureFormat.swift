/// A picture's format and size, read from its first bytes and not from its name.
package struct PictureFormat: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case gif, jpeg, png, webp
    }

    package var kind: Kind
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int

    package var mimeType: String { "image/\(kind.rawValue)" }

    /// Nil for formats that mail programs do not show, and for pictures broken before their size.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
            // PNG specification, 11.2.2: the header chunk is the first.
            self.init(.png, Self.big(bytes, 16, 4), Self.big(bytes, 20, 4))
        } else if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
            self.init(.gif, Self.little(bytes, 6, 2), Self.little(bytes, 8, 2))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]), let size = Self.frame(bytes) {
            self.init(.jpeg, size.width, size.height)
        } else if bytes.starts(with: "RIFF".utf8), bytes.count >= 30, let size = Self.webP(bytes) {
            self.init(.webp, size.width, size.height)
        } else {
            return nil
        }
    }

    private init(_ kind: Kind, _ width: Int, _ height: Int) {
        self.kind = kind
        self.width = width
        self.height = height
    }

    /// The frame header of a JPEG (ITU T.81, B.2.2); the segments before it declare their lengths.
    private static func frame(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var index = 2
        while index + 9 < bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (big(bytes, index + 7, 2), big(bytes, index + 5, 2))
            }
            // Fill bytes may precede a marker.
            index += marker == 0xFF ? 1 : 2 + big(bytes, index + 2, 2)
        }
        return nil
    }

    /// The three kinds of WebP (RFC 9649, 2.5 to 2.7).
    private static func webP(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch String(decoding: bytes[8..<16], as: UTF8.self) {
        case "WEBPVP8X": (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
        case "WEBPVP8 ": (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        case "WEBPVP8L":
            (little(bytes, 21, 2) & 0x3FFF + 1, (little(bytes, 22, 3) >> 6) & 0x3FFF + 1)
        default: nil
        }
    }

    private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
