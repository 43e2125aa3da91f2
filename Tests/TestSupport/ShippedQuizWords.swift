package import Foundation
package import Games

/// The words in `data/quiz`.
package enum ShippedQuizWords {
    package static let folder = ShippedCatalogue.folder.deletingLastPathComponent().appending(path: "data/quiz")

    private static let loaded = Result {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".txt") }
        return QuizVocabulary(
            try names.reduce(into: [:]) { texts, name in
                texts[String(name.dropLast(4))] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            }
        )
    }

    package static func vocabulary() throws -> QuizVocabulary { try loaded.get() }
}
