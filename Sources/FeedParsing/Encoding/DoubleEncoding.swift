/// Text that was UTF-8, taken for ISO-8859-1 and written as UTF-8 once more: `CataluÃ±a`.
enum DoubleEncoding {
    /// The text meant; nil when the bytes are not written twice.
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

    /// `Ã`, `Â` or `â` before another character beyond ASCII.
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
