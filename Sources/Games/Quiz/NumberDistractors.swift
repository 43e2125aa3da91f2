/// Makes wrong numbers that look like the right one.
enum NumberDistractors {
    /// Three numbers like `text`, with the same decimals, the same separators and a similar size.
    ///
    /// None is equal to it.
    static func near(_ text: String, using generator: inout some RandomNumberGenerator) -> [String] {
        let digits = text.filter(\.isNumber)
        guard let value = Int(String(digits.prefix(12))), digits.count <= 12, digits.allSatisfy(\.isASCII) else {
            return []
        }
        var found: [String] = []
        // Years differ by a few, other numbers by up to a half.
        let isYear = digits.count == 4 && digits == text && (1_500...2_100).contains(value)
        let span = isYear ? 12 : max(4, value / 2)
        // A round number gets round alternatives.
        let step = isYear ? 1 : roundness(value)
        for _ in 0..<200 where found.count < 3 {
            let offset = Int.random(in: 1...max(1, span / step), using: &generator) * step
            let other = Bool.random(using: &generator) ? value + offset : value - offset
            guard other > 0 || (value == 0 && other >= 0) else { continue }
            let shown = write(other, like: text)
            if shown != text, !found.contains(shown) { found.append(shown) }
        }
        return found
    }

    private static func roundness(_ value: Int) -> Int {
        var step = 1
        while value > 0, value % (step * 10) == 0, step * 10 < value { step *= 10 }
        return step
    }

    /// Writes a number in the style of a text: `12345` like `40,000` is `12,345`; `512` like `5.8` is `51.2`.
    private static func write(_ value: Int, like text: String) -> String {
        let digits = Array(String(value))
        guard let separator = text.last(where: { $0 == "," || $0 == "." }) else { return String(digits) }
        let tail = text.reversed().prefix { $0 != separator }.count
        let isGrouping = tail == 3 && text.filter(\.isNumber).count > 3
        if isGrouping {
            var result: [Character] = []
            for (index, digit) in digits.reversed().enumerated() {
                if index > 0 && index % 3 == 0 { result.append(separator) }
                result.append(digit)
            }
            return String(result.reversed())
        }
        let padded = Array(repeating: Character("0"), count: max(0, tail + 1 - digits.count)) + digits
        return String(padded.dropLast(tail)) + String(separator) + String(padded.suffix(tail))
    }
}
