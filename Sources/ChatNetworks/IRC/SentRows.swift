import Foundation
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

    private struct Entry: Codable {
        var text: PartKey
        var count: Int
    }

    private let network: String
    private let state: any NetworkStateStore
    /// Oldest first.
    private var rows: [Entry] = []

    init(network: String, state: any NetworkStateStore) {
        self.network = network
        self.state = state
    }

    func load() async throws {
        let stored = try await state.networkState(network, key: Self.key) ?? ""
        rows = (try? JSONDecoder().decode([Entry].self, from: Data(stored.utf8))) ?? Self.lines(stored)
    }

    /// Early versions stored a line for each text, its key and the number.
    private static func lines(_ stored: String) -> [Entry] {
        stored.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let key = PartKey(words[0]), let count = Int(words[1]) else { return nil }
            return Entry(text: key, count: count)
        }
    }

    func count(of key: PartKey) -> Int { rows.first { $0.text == key }?.count ?? 0 }

    /// Stores the number of sent rows; nil removes the text.
    func note(_ count: Int?, of key: PartKey) async throws {
        rows.removeAll { $0.text == key }
        if let count { rows.append(Entry(text: key, count: count)) }
        if rows.count > Self.maximum { rows.removeFirst() }
        let value = rows.isEmpty ? nil : String(decoding: try JSONEncoder().encode(rows), as: UTF8.self)
        try await state.setNetworkState(network, key: Self.key, value: value)
    }
}
