/// Endings that cases give to names, and what the name itself ends in ("Москве" is of "Москва").
package struct CaseEndings: Sendable {
    private struct Ending: Sendable {
        let ending: [UInt8]
        let replacement: [UInt8]
    }

    private var endings: [String: [Ending]] = [:]

    /// - Parameter lines: script or language, ending, replacement, with tabs between them.
    init(lines: String) {
        for line in lines.split(separator: "\n").prefix(1000) {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 3, !cells[1].isEmpty else { continue }
            let ending = Ending(ending: Array(cells[1].utf8), replacement: Array(cells[2].utf8))
            endings[String(cells[0]), default: []].append(ending)
        }
    }

    /// The words that a word may be a case of.
    ///
    /// - Parameter rules: a script ("Cyrillic") or a language ("pl").
    package func origins(of word: ArraySlice<UInt8>, rules: String) -> [[UInt8]] {
        guard let endings = endings[rules] else { return [] }
        var found: [[UInt8]] = []
        for ending in endings where word.count >= ending.ending.count + 3 {
            guard word.suffix(ending.ending.count).elementsEqual(ending.ending) else { continue }
            found.append(word.dropLast(ending.ending.count) + ending.replacement)
        }
        return found
    }
}
