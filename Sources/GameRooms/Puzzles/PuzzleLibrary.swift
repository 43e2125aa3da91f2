package import Games

/// The words that puzzles are made of.
package struct PuzzleLibrary: Sendable {
    private let lists: [WordLanguage: WordList]
    /// Nil without the lists of the bee.
    package let bee: BeeWords?

    /// - Parameter text: the text of a file of `data/words`; nil if there is none.
    package init(_ text: (_ file: String) throws -> String?) rethrows {
        var lists: [WordLanguage: WordList] = [:]
        for language in WordLanguage.allCases {
            guard let answers = try text("\(language.rawValue)-answers.txt"),
                let guesses = try text("\(language.rawValue)-guesses.txt")
            else { continue }
            lists[language] = WordList(language: language, answers: answers, guesses: guesses)
        }
        self.lists = lists.filter { !$0.value.answers.isEmpty }
        if let words = try text("en-bee-words.txt"), let boards = try text("en-bee-boards.txt") {
            bee = BeeWords(words: words, boards: boards)
        } else {
            bee = nil
        }
    }

    package func list(_ language: WordLanguage) -> WordList? { lists[language] }

    package var languages: [WordLanguage] { WordLanguage.allCases.filter { lists[$0] != nil } }

    /// The language of the words for a reader: their own if there are words in it, otherwise English.
    package func language(for reader: String) -> WordLanguage? {
        let own = WordLanguage(rawValue: String(reader.prefix(2)))
        return own.flatMap { lists[$0] == nil ? nil : $0 } ?? (lists[.english] == nil ? languages.first : .english)
    }
}
