import Editorial
import Foundation
import GameRooms
import Gazetteer

/// The places of the world that ship with the program, opened once.
enum ShippedPlaces {
    static let finder = Result { () throws(GazetteerError) in
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return PlaceFinder(
            gazetteer: try Gazetteer(path: root.appendingPathComponent("data/gazetteer/gazetteer.bin").path)
        )
    }
}

/// The words in `data/words`, read once.
enum ShippedPuzzles {
    static let library = Result<PuzzleLibrary, any Error> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/words")
        // A library that cannot be read is none.
        _ = try String(contentsOf: folder.appending(path: "en-answers.txt"), encoding: .utf8)
        return PuzzleLibrary { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
}
