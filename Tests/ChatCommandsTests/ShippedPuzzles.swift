import Foundation
import GameRooms

/// The words in `data/words`, read once.
enum ShippedPuzzles {
    static let library = Result<PuzzleLibrary, any Error> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/words")
        return try PuzzleLibrary { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
}
