import Editorial
import Foundation
import Gazetteer
import Logging

/// Opens the places of the world: `data/gazetteer/gazetteer.bin`.
enum GazetteerReader {
    /// Nil, with an error in the log, if the file cannot be read; the bot runs without places then.
    static func read(_ file: URL, log: Logger) -> PlaceFinder? {
        do {
            return PlaceFinder(gazetteer: try Gazetteer(path: file.path))
        } catch {
            log.error("Places not read", metadata: ["file": "\(file.path)", "error": "\(error)"])
            return nil
        }
    }
}
