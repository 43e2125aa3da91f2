import Foundation
import GameRooms
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
