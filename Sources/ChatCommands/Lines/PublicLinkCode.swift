/// A link code that was typed in a room: `link ABCD2345`, `!link abcd2345`, `crier: link ABCD2345`.
struct PublicLinkCode: Hashable {
    let code: String

    static let symbols = Set("23456789BCDFGHJKMNPQRSTVWXZ")

    init?(_ line: String, _ table: CommandTable = .standard) {
        let words = line.prefix(400).split(separator: " ")
        for (word, next) in zip(words, words.dropFirst()) where table.takesSecretCode(word) {
            let code = next.uppercased().filter { Self.symbols.contains($0) }
            guard code.count == 8, next.count <= 10 else { continue }
            self.code = code
            return
        }
        return nil
    }
}
