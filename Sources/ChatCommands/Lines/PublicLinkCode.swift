/// Link codes that were typed in a room: `link ABCD2345`, `!link abcd2345`, `crier: link ABCD2345`.
struct PublicLinkCode: Hashable {
    /// What has the form of a code, at most five.
    let codes: [String]

    private static let mostCodes = 5

    static let symbols = Set("23456789BCDFGHJKMNPQRSTVWXZ")

    init?(_ line: String, _ table: CommandTable = .standard) {
        let words = line.split(whereSeparator: \.isWhitespace)
        var codes: [String] = []
        for (word, next) in zip(words, words.dropFirst()) where codes.count < Self.mostCodes {
            guard (8...40).contains(next.utf8.count), word.utf8.count <= 80, table.takesSecretCode(word) else {
                continue
            }
            let code = next.uppercased().filter { Self.symbols.contains($0) }
            if code.count == 8, next.count <= 10 { codes.append(code) }
        }
        guard !codes.isEmpty else { return nil }
        self.codes = codes
    }
}
