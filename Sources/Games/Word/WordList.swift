internal import CompactTexts
import Foundation

/// The five-letter words of one language.
package struct WordList: Hashable, Sendable {
    /// How many letters a word has.
    package static let length = 5

    package let language: WordLanguage
    /// Words that may be the day's word, in the order of the file.
    package let answers: [String]
    private let known: SortedTexts

    /// - Parameters:
    ///   - answers: a word a line; lines with `#` are comments.
    ///   - guesses: further words that may be tried.
    package init(language: WordLanguage, answers: String, guesses: String) {
        self.language = language
        self.answers = Self.lines(answers)
        known = SortedTexts(self.answers + Self.lines(guesses))
    }

    package func contains(_ word: String) -> Bool { known.contains(word) }

    /// How many words may be tried.
    package var count: Int { known.count }

    static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
    }
}

/// A language that has words to be found.
package enum WordLanguage: String, Hashable, Sendable, Codable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"

    /// The word as it is compared: lower case, in the letters of the language.
    ///
    /// German counts ä ö ü ß as letters of their own. Spanish counts ñ so, and reads á é í ó ú ü as a e i o u. French
    /// and English count no accent, and read ç as c, œ as oe and æ as ae.
    package func folded(_ word: String) -> String {
        let own = ownLetters
        var folded = ""
        for character in Self.lowered(word) {
            if own.contains(character) {
                folded.append(character)
                continue
            }
            switch character {
            case "œ": folded += "oe"
            case "æ": folded += "ae"
            default:
                let bare = String(character).decomposedStringWithCanonicalMapping.unicodeScalars
                    .filter { !$0.properties.isDiacritic && $0.properties.generalCategory != .nonspacingMark }
                folded.unicodeScalars.append(contentsOf: bare)
            }
        }
        return folded
    }

    /// The word as it is shown: with the accents that were typed, if each letter stands for one that is compared.
    ///
    /// The lists have no accents, so what somebody typed is the only spelling that is known.
    package func spelled(_ word: String) -> String {
        let (typed, folded) = (Self.lowered(word), folded(word))
        guard typed.count == folded.count else { return folded }
        let isPlain = zip(typed, folded).allSatisfy { letter, compared in
            letter.unicodeScalars.count == 1 && String(letter).capitals.count == 1
                && self.folded(String(letter)) == String(compared)
        }
        return isPlain ? typed : folded
    }

    private static func lowered(_ word: String) -> String {
        word.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Letters that are no others with an accent.
    private var ownLetters: Set<Character> {
        switch self {
        case .german: ["ä", "ö", "ü", "ß"]
        case .spanish: ["ñ"]
        case .english, .french: []
        }
    }

    /// The rows of the keyboard that people of this language have.
    package var keyboard: [String] {
        switch self {
        case .english: ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
        case .german: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"]
        case .french: ["azertyuiop", "qsdfghjklm", "wxcvbn"]
        case .spanish: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"]
        }
    }

    package var alphabet: Set<Character> { Set(keyboard.joined()) }
}

extension StringProtocol {
    /// In capitals, a letter for each: ß is ẞ, because SS would be two.
    package var capitals: String { map { $0 == "ß" ? "ẞ" : $0.uppercased() }.joined() }
}
