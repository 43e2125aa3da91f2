import Foundation

/// The SplitMix64 generator, which gives the same numbers in every run.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Invented words with Zipf frequencies: the n-th word is used 1/n as often as the first.
struct Vocabulary {
    private let words: [String]

    init(size: Int) {
        let syllables = [
            "ka", "lo", "mi", "ren", "tu", "sa", "vel", "po", "dri", "an", "es", "gor", "hi", "ber", "nu", "zet",
        ]
        words = (0..<size).map { rank in
            var rest = rank + 16
            var word = ""
            while rest > 0 {
                word += syllables[rest % 16]
                rest /= 16
            }
            return word
        }
    }

    /// A random word by frequency; `floor` excludes the most frequent words, and `end` the rare ones.
    func word(_ numbers: inout SplitMix64, floor: Int = 0, end: Int? = nil) -> String {
        let low = log(Double(floor + 1))
        let high = log(Double((end ?? words.count) + 1))
        let rank = Int(exp(Double.random(in: low..<high, using: &numbers))) - 1
        return words[min(max(rank, 0), words.count - 1)]
    }

    func text(_ count: Int, _ numbers: inout SplitMix64) -> String {
        (0..<count).map { _ in word(&numbers) }.joined(separator: " ")
    }
}
