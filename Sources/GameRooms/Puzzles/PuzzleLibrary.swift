import Foundation
package import Games
package import Localization
package import NewsModel

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

    /// The language that somebody means: its code, or its name in their language or in one that has words itself.
    package func language(named typed: String, _ localizer: Localizer) -> WordLanguage? {
        let wanted = Self.folded(typed)
        guard !wanted.isEmpty else { return nil }
        let speakers = [localizer.locale] + WordLanguage.allCases.map { Locale(identifier: $0.rawValue) }
        return languages.first { language in
            let code = language.rawValue
            let names = speakers.compactMap { $0.localizedString(forLanguageCode: code) }
            return ([code, localizer.text("puzzle.language.\(code)")] + names).contains { Self.folded($0) == wanted }
        }
    }

    /// Without capitals and accents: `francais` is meant for `français`.
    private static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Says that there are no words in a language, and in which there are.
    package static func unknown(_ typed: String, _ languages: [WordLanguage], _ localizer: Localizer) -> RichText {
        let names = languages.map { localizer.text("puzzle.language.\($0.rawValue)") }
        let facts: [String: MessageArgument] = [
            "word": .text(String(typed.prefix(20))), "languages": .text(localizer.list(names)),
        ]
        return localizer.richText("puzzle.noLanguage", facts)
    }

    /// The language of the words for a reader: their own if there are words in it, otherwise English.
    package func language(for reader: String) -> WordLanguage? {
        let own = WordLanguage(rawValue: String(reader.prefix(2)))
        return own.flatMap { lists[$0] == nil ? nil : $0 } ?? (lists[.english] == nil ? languages.first : .english)
    }
}
