internal import GameRooms
internal import Games
internal import TextAnalysis

/// Knows the ordinary words of English and of a reader's language: those of the puzzles, and the most common ones.
///
/// Words that are names of well-known teams, too, are listed in the locales, because not every language has puzzles.
struct OrdinaryWords: Sendable {
    private let library: PuzzleLibrary?
    private let languages: Set<WordLanguage>
    private let teams: Set<String>

    /// - Parameters:
    ///   - library: without it only the most common words are known.
    ///   - teams: ordinary words of any language that are names of teams.
    init(_ library: PuzzleLibrary?, language: String, teams: [String]) {
        self.library = library
        self.teams = Set(teams.map { $0.lowercased() })
        var languages: Set<WordLanguage> = [.english]
        if let own = library?.language(for: language) { languages.insert(own) }
        self.languages = languages
    }

    /// Whether a name is one ordinary word, in the singular or plural: `Heat`, `Giants`, `Jets`.
    ///
    /// The lists have no words of two or three letters. Nearly all of these are ordinary, but for abbreviations such as
    /// `PSG`.
    func contains(_ name: String) -> Bool {
        let word = name.lowercased()
        guard !word.isEmpty, word.allSatisfy(\.isLetter) else { return false }
        if teams.contains(word) { return true }
        if StopWords.isCommon(TextFolding.folded(word)) { return true }
        return singulars(of: word).contains { isListed($0) || isShort($0, of: name) }
    }

    /// The word itself and what it may be the plural of.
    private func singulars(of word: String) -> [String] {
        let endings = ["s", "es"].filter { word.hasSuffix($0) && !word.hasSuffix("ss") && word.count > $0.count + 1 }
        return [word] + endings.map { String(word.dropLast($0.count)) }
    }

    private func isListed(_ word: String) -> Bool {
        if library?.bee?.contains(word) == true { return true }
        return languages.contains { language in
            library?.list(language)?.answers.contains(language.folded(word)) == true
        }
    }

    private func isShort(_ word: String, of name: String) -> Bool {
        (2...3).contains(word.count) && word.utf8.allSatisfy { $0 < 0x80 } && name != name.uppercased()
    }
}
