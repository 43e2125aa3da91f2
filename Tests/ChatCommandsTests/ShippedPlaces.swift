import Editorial
import Foundation
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
