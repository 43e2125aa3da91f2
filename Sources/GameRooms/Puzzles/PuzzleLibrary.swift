import Foundation
package import Games
package import Localization
package import NewsModel
internal import Synchronization

/// The words that puzzles are made of.
///
/// A list is read when it is first needed: most of them are not, and they are large.
package struct PuzzleLibrary: Sendable {
    /// The lists that were read.
    private final class Lists: Sendable {
        let words = Mutex<[WordLanguage: WordList]>([:])
        let bee = Mutex<BeeWords?>(nil)
    }

    package let languages: [WordLanguage]
    private let hasBee: Bool
    private let text: @Sendable (_ file: String) -> String?
    private let lists = Lists()

    /// Reads each file once, to know that it can be read.
    ///
    /// - Parameter text: the text of a file of `data/words`; nil if it cannot be read.
    package init(_ text: @escaping @Sendable (_ file: String) -> String?) {
        self.text = text
        languages = WordLanguage.allCases.filter { Self.words(of: $0, text) != nil }
        hasBee = Self.bee(text) != nil
    }

    private static func words(of language: WordLanguage, _ text: (String) -> String?) -> WordList? {
        guard let answers = text("\(language.rawValue)-answers.txt"),
            let guesses = text("\(language.rawValue)-guesses.txt")
        else { return nil }
        let list = WordList(language: language, answers: answers, guesses: guesses)
        return list.answers.isEmpty ? nil : list
    }

    private static func bee(_ text: (String) -> String?) -> BeeWords? {
        guard let words = text("en-bee-words.txt"), let boards = text("en-bee-boards.txt") else { return nil }
        return BeeWords(words: words, boards: boards)
    }

    /// Nil without words in the language, and if its files cannot be read any more.
    package func list(_ language: WordLanguage) -> WordList? {
        guard languages.contains(language) else { return nil }
        return lists.words.withLock { words in
            if let known = words[language] { return known }
            words[language] = Self.words(of: language, text)
            return words[language]
        }
    }

    /// Nil without the lists of the bee, and if they cannot be read any more.
    package var bee: BeeWords? {
        guard hasBee else { return nil }
        return lists.bee.withLock { bee in
            if let known = bee { return known }
            bee = Self.bee(text)
            return bee
        }
    }

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
        return own.flatMap { languages.contains($0) ? $0 : nil }
            ?? (languages.contains(.english) ? .english : languages.first)
    }
}
