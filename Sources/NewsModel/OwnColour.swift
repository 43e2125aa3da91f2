/// A colour that somebody chose for a category: red, green and blue, each 0 to 255 (sRGB).
package struct OwnColour: Hashable, Sendable, Codable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The colours that have a name, in the order in which they are offered.
    package static let named: [(name: String, colour: OwnColour)] = [
        ("red", OwnColour(red: 0xD7, green: 0x4C, blue: 0x42)),
        ("orange", OwnColour(red: 0xD9, green: 0x77, blue: 0x06)),
        ("yellow", OwnColour(red: 0xC0, green: 0x8A, blue: 0x00)),
        ("green", OwnColour(red: 0x2E, green: 0x8C, blue: 0x4D)),
        ("teal", OwnColour(red: 0x21, green: 0x88, blue: 0x8D)),
        ("blue", OwnColour(red: 0x37, green: 0x7A, blue: 0xDF)),
        ("purple", OwnColour(red: 0x95, green: 0x64, blue: 0xCE)),
        ("pink", OwnColour(red: 0xCD, green: 0x49, blue: 0x98)),
        ("brown", OwnColour(red: 0x8D, green: 0x63, blue: 0x4A)),
        ("grey", OwnColour(red: 0x77, green: 0x7C, blue: 0x82)),
    ]

    /// Reads a name of `named`, `#33aa99` or `#3a9`; nil for anything else.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let known = Self.named.first(where: { $0.name == (text == "gray" ? "grey" : text) }) {
            self = known.colour
            return
        }
        guard text.hasPrefix("#") else { return nil }
        var digits: [UInt8] = []
        for character in text.dropFirst() {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6:
            self.init(
                red: digits[0] * 16 + digits[1],
                green: digits[2] * 16 + digits[3],
                blue: digits[4] * 16 + digits[5]
            )
        default: return nil
        }
    }

    /// `#33aa99`.
    package var text: String {
        let digits = [red, green, blue].map { value in
            let hex = String(value, radix: 16)
            return hex.count == 1 ? "0" + hex : hex
        }
        return "#" + digits.joined()
    }
}
