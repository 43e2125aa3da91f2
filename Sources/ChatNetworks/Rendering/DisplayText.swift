/// Makes untrusted text safe to show on one line.
package enum DisplayText {
    /// Replaces runs of line breaks and control characters by one space; drops marks that change the writing
    /// direction (Unicode TR 36, bidirectional text spoofing).
    package static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 >= 0x80 }) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var lastWasSpace = false
        for scalar in text.unicodeScalars {
            if isDropped(scalar) { continue }
            if isBlank(scalar) {
                if !lastWasSpace { result.unicodeScalars.append(" ") }
                lastWasSpace = true
                continue
            }
            lastWasSpace = scalar == " "
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// The address with unsafe characters percent-encoded; nil when it must not be shown as a link.
    package static func link(_ url: String) -> String? {
        let lowered = url.prefix(8).lowercased()
        guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") || lowered.hasPrefix("mailto:"),
            url.utf8.count <= 2_000
        else { return nil }
        var result = ""
        for scalar in url.unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0x7f || "<>\"`\\^{}|".unicodeScalars.contains(scalar)
                || (0x80...0x9f).contains(scalar.value) || isDropped(scalar) || isBlank(scalar)
            {
                for byte in String(scalar).utf8 {
                    result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202a...0x202e, 0x2066...0x2069, 0x200e, 0x200f, 0xfeff, 0xfff9...0xfffb: true
        default: false
        }
    }
}
