/// Encodes letters outside ASCII for host names (RFC 3492).
enum Punycode {
    private static let (base, minimum, maximum, skew, damp) = (36, 1, 26, 38, 700)

    /// The encoded label without `xn--`; nil if a number exceeds 32 bits.
    static func encode(_ label: some StringProtocol) -> String? {
        let scalars = label.unicodeScalars.map { Int($0.value) }
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter { $0 < 0x80 }.compactMap { UInt8(exactly: $0) }
        let basicCount = output.count
        var handled = basicCount
        if basicCount > 0 { output.append(.hyphen) }
        var (code, delta, bias) = (128, 0, 72)
        while handled < scalars.count {
            guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (handled + 1)
            guard delta < Int(Int32.max) else { return nil }
            code = next
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                appendNumber(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return output.asText
    }

    private static func appendNumber(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var (rest, k) = (number, base)
        while true {
            let threshold = min(max(k - bias, minimum), maximum)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > ((base - minimum) * maximum) / 2 {
            delta /= base - minimum
            k += base
        }
        return k + (base - minimum + 1) * delta / (delta + skew)
    }
}
