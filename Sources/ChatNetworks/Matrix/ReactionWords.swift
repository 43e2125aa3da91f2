/// Converts a reaction to one of our messages to the text that one could type instead.
enum ReactionWords {
    /// A command, a letter of a quiz or a number of a list; nil for a reaction without a meaning for us.
    ///
    /// - Parameter commands: the command of each emoji.
    static func word(for key: String, commands: [String: String]) -> String? {
        // Drop the variation selector for coloured emoji.
        let sign = String(String.UnicodeScalarView(key.unicodeScalars.filter { $0.value != 0xfe0f }))
        if let command = commands[sign] { return command }
        let scalars = Array(sign.unicodeScalars)
        guard let first = scalars.first, scalars.count <= 2 else { return nil }
        switch first.value {
        // 🇦 to 🇩, 🅰 and 🅱, and the letters themselves.
        case 0x1f1e6...0x1f1e9 where scalars.count == 1: return letter(first.value - 0x1f1e6)
        case 0x1f170...0x1f171 where scalars.count == 1: return letter(first.value - 0x1f170)
        case 0x61...0x64 where scalars.count == 1: return letter(first.value - 0x61)
        case 0x41...0x44 where scalars.count == 1: return letter(first.value - 0x41)
        // 1⃣ to 9⃣.
        case 0x31...0x39 where scalars.count == 2 && scalars[1].value == 0x20e3: return String(first)
        default: return nil
        }
    }

    private static func letter(_ index: UInt32) -> String? { Unicode.Scalar(0x61 + index).map { String($0) } }
}
