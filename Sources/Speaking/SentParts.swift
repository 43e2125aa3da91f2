import NewsModel

/// Remembers which text each of the newest keys was used for.
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
