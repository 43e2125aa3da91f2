/// "Did you mean …": finds the names nearest to a misspelt word.
enum NearNames {
    /// The names within two typing errors (one for short words), nearest first.
    static func nearest<Names: Sequence<String>>(to word: String, among names: Names, limit: Int = 3) -> [String] {
        let typed = Array(word.lowercased().prefix(40))
        guard typed.count >= 2 else { return [] }
        let allowed = typed.count <= 4 ? 1 : 2
        var found: [(name: String, distance: Int)] = []
        for name in names {
            let letters = Array(name.lowercased().prefix(60))
            guard abs(letters.count - typed.count) <= allowed else { continue }
            let distance = distance(typed, letters)
            if distance <= allowed { found.append((name, distance)) }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }

    /// The edit distance: insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var older: [Int] = []
        var previous = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, older[column - 2] + 1)
                }
                current.append(best)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
