/// "Did you mean": the word closest to a mistyped one.
package enum ClosestMatch {
    /// In characters; longer words get no suggestion and are never suggested.
    private static let longest = 64

    /// The candidate with the fewest edits (a letter added, removed or changed, or two swapped); nil if none is close.
    ///
    /// Close means one edit in words of up to five letters, then one per three letters, three at most.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let wanted = letters(word)
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        let limit = min(3, max(1, wanted.count / 3))
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let other = letters(candidate)
            let allowed = min(limit, (best?.distance ?? limit + 1) - 1)
            guard other.count <= longest, abs(other.count - wanted.count) <= allowed else { continue }
            let distance = distance(wanted, other, atMost: allowed)
            if distance <= allowed { best = (candidate, distance) }
        }
        return best?.candidate
    }

    private static func letters(_ word: String) -> [Unicode.Scalar] {
        guard word.utf8.count <= longest * 4 else { return Array(repeating: " ", count: longest + 1) }
        return Array(TextFolding.folded(word).unicodeScalars)
    }

    /// Damerau–Levenshtein distance where no part is edited twice (optimal string alignment); one that is too large is
    /// not computed to the end.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost most: Int) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            // Two letters that are swapped may come back to the row before.
            if min(current.min() ?? 0, last.min() ?? 0) > most { return most + 1 }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
