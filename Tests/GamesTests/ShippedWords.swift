import Foundation

@testable import Games

/// The lists in `data/words`.
enum ShippedWords {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "data/words")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static func list(_ language: WordLanguage) throws -> WordList {
        WordList(
            language: language,
            answers: try text("\(language.rawValue)-answers.txt"),
            guesses: try text("\(language.rawValue)-guesses.txt")
        )
    }

    static func bee() throws -> BeeWords {
        BeeWords(words: try text("en-bee-words.txt"), boards: try text("en-bee-boards.txt"))
    }
}
