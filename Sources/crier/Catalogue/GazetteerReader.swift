import Editorial
import Foundation
import Gazetteer
import Localization
import Logging

/// Opens the places of the world: `data/gazetteer/gazetteer.bin`.
enum GazetteerReader {
    /// What is wrong with the file, in English; nil when it can be read.
    static func problem(with file: URL) -> String? {
        do throws(GazetteerError) {
            _ = try Gazetteer(path: file.path)
            return nil
        } catch {
            let reason =
                switch error {
                case .cannotRead(_, let code): String(cString: strerror(code))
                case .notAGazetteer: "this is no file of places"
                case .unknownVersion(_, let version): "version \(version) is not the one that this program reads"
                case .truncated: "the file is cut off"
                }
            return "\(file.path): \(reason); deploy/gazetteer/make-gazetteer writes it anew"
        }
    }

    /// Nil, with an error in the log, if the file cannot be read; the bot runs without places then.
    ///
    /// `catalogue` names places as the file does in its languages.
    static func read(_ file: URL, naming catalogue: Catalogue, log: Logger) -> PlaceFinder? {
        do {
            let finder = PlaceFinder(gazetteer: try Gazetteer(path: file.path))
            catalogue.namePlaces(
                { finder.name(of: $0, in: $1) },
                isPlace: { !finder.gazetteer.meanings(of: $0).isEmpty }
            )
            return finder
        } catch {
            log.error("Places not read", metadata: ["file": "\(file.path)", "error": "\(error)"])
            return nil
        }
    }
}
