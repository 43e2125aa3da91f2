/// Random texts that cannot be guessed, from the system's random number generator.
enum Secret {
    /// Capitals and digits, without those that look alike and without vowels, so that no words appear; five of them are
    /// 23 bits.
    static func code(length: Int) -> String { text(length, of: Array("23456789BCDFGHJKMNPQRSTVWXZ")) }

    /// Lower-case letters and digits, 103 bits.
    static func token() -> String { text(20, of: Array("abcdefghijklmnopqrstuvwxyz0123456789")) }

    private static func text(_ length: Int, of symbols: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<max(0, length)).compactMap { _ in symbols.randomElement(using: &generator) })
    }
}
