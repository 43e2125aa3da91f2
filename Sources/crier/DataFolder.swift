import Foundation

/// The folder with locales, sample news, the catalogue and the words of the games.
///
/// It is `--data`, otherwise `../share/crier` beside the binary, otherwise the source tree of the binary.
struct DataFolder: Sendable {
    var locales: URL
    var sampleNews: URL
    var catalogue: URL
    var templates: URL
    var vocabulary: URL
    var gazetteer: URL
    var words: URL
    var quiz: URL

    /// Nil if no folder contains locales.
    static func find(option: String?) -> DataFolder? {
        if let option { return at(URL(fileURLWithPath: option)) }
        let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let installed = binary.deletingLastPathComponent().appendingPathComponent("../share/crier").standardized
        if let folder = at(installed) { return folder }
        // .build/<triple>/<configuration>/crier
        var folder = binary.deletingLastPathComponent()
        for _ in 0..<5 {
            folder.deleteLastPathComponent()
            if let found = at(folder) { return found }
        }
        return nil
    }

    private static func at(_ folder: URL) -> DataFolder? {
        let found = DataFolder(
            locales: folder.appendingPathComponent("locales"),
            sampleNews: folder.appendingPathComponent("data/sample-news"),
            catalogue: folder.appendingPathComponent("data/catalogue"),
            templates: folder.appendingPathComponent("data/templates"),
            vocabulary: folder.appendingPathComponent("data/vocabulary"),
            gazetteer: folder.appendingPathComponent("data/gazetteer/gazetteer.bin"),
            words: folder.appendingPathComponent("data/words"),
            quiz: folder.appendingPathComponent("data/quiz")
        )
        return FileManager.default.fileExists(atPath: found.locales.path) ? found : nil
    }
}
