/// Texts that nobody can guess, from the system's random numbers.
enum Secret {
    /// Capitals and digits that are not taken for each other and make no words; five of them are 23 bits.
    static func code(length: Int) -> String { text(length, of: Array("23456789BCDFGHJKMNPQRSTVWXZ")) }

    /// Lower-case letters and digits, 103 bits.
    static func token() -> String { text(20, of: Array("abcdefghijklmnopqrstuvwxyz0123456789")) }

    private static func text(_ length: Int, of symbols: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<max(0, length)).compactMap { _ in symbols.randomElement(using: &generator) })
    }
}
