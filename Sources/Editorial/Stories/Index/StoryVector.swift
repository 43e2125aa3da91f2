/// A title as a vector of length 1, with a weight for each of its words and pairs of words.
struct StoryVector: Sendable {
    struct Part: Sendable {
        let key: UInt32
        let weight: Float

        var isNumber: Bool { StoryVector.isNumber(key) }
    }

    static func isNumber(_ key: UInt32) -> Bool { key & 1 == 1 }

    /// Both sorted by key.
    let words: [Part]
    let pairs: [Part]

    /// - Parameter rarity: what each of the report's words counts; none where the word is to be left out.
    init(_ report: StoryReport, rarity: [Float]) {
        var words: [Part] = []
        for (trait, rarity) in zip(report.traits, rarity) where rarity > 0 {
            words.append(Part(key: trait.key, weight: rarity * trait.factor))
        }
        var pairs: [Part] = []
        for pair in report.pairs where rarity[pair.left] > 0 && rarity[pair.right] > 0 {
            let mean = (rarity[pair.left] + rarity[pair.right]) / 2
            pairs.append(Part(key: pair.key, weight: mean * StoryIndexOptions.pairFactor))
        }
        let square = (words + pairs).reduce(Float(0)) { $0 + $1.weight * $1.weight }
        let length = max(square.squareRoot(), .leastNormalMagnitude)
        func normal(_ parts: [Part]) -> [Part] {
            parts.map { Part(key: $0.key, weight: $0.weight / length) }.sorted { $0.key < $1.key }
        }
        (self.words, self.pairs) = (normal(words), normal(pairs))
    }

    /// The cosine of the angle between two vectors: 0 for nothing in common, 1 for the same.
    func similarity(to other: StoryVector) -> Float {
        Self.product(words, other.words) + Self.product(pairs, other.pairs)
    }

    /// The cosine of the angle between the vectors of the words that are not numbers.
    func similarityWithoutNumbers(to other: StoryVector) -> Float {
        let (mine, theirs) = (words.filter { !$0.isNumber }, other.words.filter { !$0.isNumber })
        let lengths = (Self.product(mine, mine) * Self.product(theirs, theirs)).squareRoot()
        return lengths > 0.000_1 ? Self.product(mine, theirs) / lengths : 1
    }

    static func product(_ left: [Part], _ right: [Part]) -> Float {
        var sum: Float = 0
        var (mine, theirs) = (0, 0)
        while mine < left.count, theirs < right.count {
            if left[mine].key == right[theirs].key {
                sum += left[mine].weight * right[theirs].weight
                (mine, theirs) = (mine + 1, theirs + 1)
            } else if left[mine].key < right[theirs].key {
                mine += 1
            } else {
                theirs += 1
            }
        }
        return sum
    }
}
