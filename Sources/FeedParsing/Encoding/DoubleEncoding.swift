/// UTF-8 that was read as ISO-8859-1 and encoded as UTF-8 again: `CataluÃ±a`.
enum DoubleEncoding {
    /// The original text; nil when the bytes are not encoded twice.
    static func undone(_ bytes: [UInt8]) -> [UInt8]? {
        guard hasMark(bytes) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            guard scalar.value <= 0xff else { return nil }
            output.append(UInt8(scalar.value))
        }
        let profile = output.withUnsafeBufferPointer { UTF8Profile($0) }
        return profile.isValid && profile.validSequences > 0 ? output : nil
    }

    /// Whether there is a `Ã`, `Â` or `â` before another character beyond ASCII.
    private static func hasMark(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { all in
            var index = 0
            while let found = all.nextIndex(of: 0xc3, from: index), found + 2 < all.count {
                let second = all[found + 1]
                if second == 0x83 || second == 0x82 || second == 0xa2, all[found + 2] == 0xc2 { return true }
                index = found + 2
            }
            return false
        }
    }
}
