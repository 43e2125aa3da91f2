import NewsModel

/// How many rows of a text are already sent, for texts whose rows must be sent one by one.
///
/// Stored over restarts, so that after a lost connection sending continues with the first unconfirmed row.
actor SentRows {
    /// Each lane sends one text at a time.
    ///
    /// Older entries beyond this number belong to withdrawn texts.
    private static let maximum = 200
    private static let key = "saidRows"

    private let network: String
    private let state: any NetworkStateStore
    /// Oldest first.
    private var rows: [(text: String, count: Int)] = []

    init(network: String, state: any NetworkStateStore) {
        self.network = network
        self.state = state
    }

    func load() async throws {
        let lines = try await state.networkState(network, key: Self.key)?.split(separator: "\n") ?? []
        rows = lines.compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0 else { return nil }
            return (String(words[0]), count)
        }
    }

    func count(of key: PartKey) -> Int { rows.first { $0.text == Self.word(key) }?.count ?? 0 }

    /// Stores the number of sent rows; nil removes the text.
    func note(_ count: Int?, of key: PartKey) async throws {
        let word = Self.word(key)
        rows.removeAll { $0.text == word }
        if let count { rows.append((word, count)) }
        if rows.count > Self.maximum { rows.removeFirst() }
        let value = rows.map { "\($0.text) \($0.count)" }.joined(separator: "\n")
        try await state.setNetworkState(network, key: Self.key, value: value.isEmpty ? nil : value)
    }

    private static func word(_ key: PartKey) -> String { key.text.filter { !$0.isWhitespace } }
}
