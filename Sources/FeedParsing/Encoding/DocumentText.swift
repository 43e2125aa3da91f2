/// Converts a document from any encoding to UTF-8.
///
/// These are tried in order: byte order mark, zero bytes, valid UTF-8, the HTTP header, the document's own declaration,
/// and a guess from the letters. Valid UTF-8 with characters beyond ASCII is UTF-8, whatever was declared.
enum DocumentText {
    static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        if let wide = WideText.utf8(bytes) { return wide }
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let profile = bytes.withUnsafeBufferPointer { UTF8Profile(UnsafeBufferPointer(rebasing: $0[start...])) }
        if profile.isValid {
            if profile.isASCII, let decoded = sevenBit(bytes, contentType) { return decoded }
            return start == 0 ? bytes : Array(bytes[start...])
        }
        return legacy(Array(bytes[start...]), contentType, profile)
    }

    private static func legacy(_ bytes: [UInt8], _ contentType: String?, _ profile: UTF8Profile) -> [UInt8] {
        let declared = [charset(inHeader: contentType), declaration(bytes)].compactMap { $0 }
        // Mostly UTF-8 with a few errors, such as a quotation pasted from another encoding or a character cut in two.
        let isDeclared = declared.contains(where: isUnicode)
        let needed = isDeclared ? max(1, profile.invalidSequences - 1) : profile.invalidSequences * 2 + 1
        if profile.validSequences >= needed { return MixedText.utf8(bytes) }
        for name in declared where !isUnicode(name) {
            if let decoded = LegacyEncoding.decode(bytes, from: name) { return decoded }
        }
        return EncodingGuess.utf8(bytes)
    }

    /// ISO-2022-JP and HZ look like ASCII.
    private static func sevenBit(_ bytes: [UInt8], _ contentType: String?) -> [UInt8]? {
        let hasMark = bytes.withUnsafeBufferPointer {
            $0.nextIndex(of: 0x1b, from: 0) != nil || $0.nextIndex(of: UInt8(ascii: "~"), from: 0) != nil
        }
        guard hasMark else { return nil }
        for name in [charset(inHeader: contentType), declaration(bytes)].compactMap({ $0 })
        where name.hasPrefix("iso-2022") || name.hasPrefix("hz") || name == "csiso2022jp" {
            return LegacyEncoding.decode(bytes, from: name)
        }
        return nil
    }

    private static func isUnicode(_ name: String) -> Bool {
        name.hasPrefix("utf") || name.hasPrefix("ucs") || name.hasPrefix("unicode") || name == "us-ascii"
            || name == "ascii"
    }

    static func charset(inHeader contentType: String?) -> String? {
        guard let lower = contentType?.lowercased(), let found = lower.firstRange(of: "charset=") else { return nil }
        return name(lower[found.upperBound...])
    }

    /// `encoding="…"` in XML or `charset=…` in HTML within the first kilobytes.
    private static func declaration(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4_096).map { $0 < 0x80 ? $0 : 0x3f }, as: UTF8.self).lowercased()
        for (mark, end) in [("encoding", head.firstRange(of: "?>")?.lowerBound), ("charset", nil)] {
            guard let found = head.firstRange(of: mark), end.map({ found.lowerBound < $0 }) ?? true else { continue }
            let rest = head[found.upperBound...].drop { $0 == " " || $0 == "=" }
            if let name = name(rest) { return name }
        }
        return nil
    }

    private static func name(_ text: Substring) -> String? {
        let open = text.drop { $0 == "\"" || $0 == "'" || $0 == " " }
        let name = open.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ":") }
        return name.isEmpty || name.count > 40 ? nil : String(name)
    }
}

extension String {
    func firstRange(of text: String) -> Range<Index>? {
        var source = self
        var wanted = text
        let offset = source.withUTF8 { all in wanted.withUTF8 { all.firstRange(of: $0) } }
        guard let offset else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }
}

extension StringProtocol {
    /// Whether the bytes of another text occur in it.
    ///
    /// It is faster than `contains`, which compares characters and builds a table for each search.
    func holds(_ text: String) -> Bool {
        var text = text
        let isFound = utf8.withContiguousStorageIfAvailable { all in text.withUTF8 { all.firstRange(of: $0) != nil } }
        return isFound ?? contains(text)
    }
}
