/// Makes texts comparable regardless of case, accents and width.
package enum TextFolding {
    /// The text in lower case without accents: "Łódź" and "lodz", "ＴＯＫＹＯ" and "tokyo" fold alike.
    ///
    /// The rules are the same for every language, so that index and query agree: "ß" is "ss", "ä" is "a", "ı" and "İ"
    /// are "i". Folding twice changes nothing.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
            return String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        let folding = ScalarFolding.shared
        var last: UInt32 = 0
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let folded = folding.fold(scalar.value)
            guard folded.first != 0 else { continue }
            if let whole = ScalarRanges.composed(last, folded.first), let scalar = Unicode.Scalar(whole) {
                result.removeLast()
                result.append(scalar)
                last = whole
                continue
            }
            append(folded.first, to: &result)
            for value in folded.rest { append(value, to: &result) }
            last = folded.rest.last ?? folded.first
        }
        return String(result)
    }

    private static func append(_ value: UInt32, to result: inout String.UnicodeScalarView) {
        if let scalar = Unicode.Scalar(value) { result.append(scalar) }
    }
}
