import Foundation
import GameRooms
import Games
import Logging

/// Reads the words of the puzzles: `data/words`.
enum PuzzleReader {
    /// Nil, with an error in the log, if a file cannot be read; the bot runs without puzzles then.
    static func read(_ folder: URL, log: Logger) -> PuzzleLibrary? {
        do {
            return try PuzzleLibrary { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        } catch {
            log.error("Words of the puzzles not read", metadata: ["folder": "\(folder.path)", "error": "\(error)"])
            return nil
        }
    }
}

/// Reads the words that the news quiz must know: `data/quiz/LANGUAGE.txt`.
enum QuizWordsReader {
    /// Files that cannot be read are left out, with an error in the log; there are no questions in their languages
    /// then.
    static func read(_ folder: URL, log: Logger) -> QuizVocabulary {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var texts: [String: String] = [:]
        for name in names where name.hasSuffix(".txt") {
            do {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                texts[String(name.dropLast(4))] = text
            } catch {
                log.error("Words of the quiz not read", metadata: ["file": "\(name)", "error": "\(error)"])
            }
        }
        return QuizVocabulary(texts)
    }
}
