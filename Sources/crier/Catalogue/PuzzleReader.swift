import Foundation
import GameRooms
import Games
import Logging

/// Reads the words of the puzzles: `data/words`.
enum PuzzleReader {
    /// Files that cannot be read are left out, with an error in the log; their puzzles are not offered then.
    static func read(_ folder: URL, log: Logger) -> PuzzleLibrary {
        PuzzleLibrary { file in
            do {
                return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            } catch {
                log.error("Words not read", metadata: ["file": "\(file)", "error": "\(error)"])
                return nil
            }
        }
    }
}

/// Reads the words that the news quiz must know: `data/quiz/LANGUAGE.txt`.
enum QuizWordsReader {
    /// Files are read when the first questions are made.
    ///
    /// Those that cannot be read are left out, with an error in the log. There are no questions in their languages
    /// then.
    static func read(_ folder: URL, log: Logger) -> QuizVocabulary {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let languages = names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
        return QuizVocabulary(languages: languages) { language in
            do {
                return try String(contentsOf: folder.appending(path: language + ".txt"), encoding: .utf8)
            } catch {
                log.error("Words of the quiz not read", metadata: ["language": "\(language)", "error": "\(error)"])
                return nil
            }
        }
    }
}
