import NewsModel

/// Remembers which text each of the newest keys was used for.
///
/// Its limits: it knows the newest 2,000 parts of this run. After a restart, or after so many newer parts, a key counts
/// as free, and only the network can tell a repetition. It compares hashes of texts, not the texts. It must not be the
/// only protection of what has to be sent once: that is in the ledger, or has a key that names its moment (`PartKey`).
struct SentParts {
    enum Claim: Hashable {
        case free
        /// The same text was confirmed under this key.
        case confirmed
        /// A different text was sent under this key.
        case differentText
    }

    /// A part at its address: two networks may use the same key.
    struct Place: Hashable {
        var address: Address
        var key: PartKey
    }

    private struct Part {
        var words: Int
        var isConfirmed = false
    }

    private var parts: BoundedMap<Place, Part>

    init(limit: Int = 2_000) { parts = BoundedMap(limit: limit) }

    mutating func claim(_ place: Place, for part: MessagePart) -> Claim {
        let words = part.hashValue
        guard let known = parts[place] else {
            parts[place] = Part(words: words)
            return .free
        }
        guard known.words == words else { return .differentText }
        return known.isConfirmed ? .confirmed : .free
    }

    mutating func confirm(_ place: Place) { parts[place]?.isConfirmed = true }

    /// Frees the key of a part that did not arrive.
    mutating func release(_ place: Place) { parts[place] = nil }
}
