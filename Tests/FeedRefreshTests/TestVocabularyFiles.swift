import Editorial
import Foundation

/// The vocabulary files of the repository.
enum TestVocabularyFiles {
    /// Reads them at once, and makes the vocabulary when it is asked for.
    static func loader() throws -> @Sendable () -> Vocabulary {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("data/vocabulary")
        var files: [VocabularyFile] = []
        for language in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let own = folder.appendingPathComponent(language)
            for name in try FileManager.default.contentsOfDirectory(atPath: own.path).sorted() {
                let path = own.appendingPathComponent(name)
                let text = try String(contentsOf: path, encoding: .utf8)
                files.append(VocabularyFile(path: path.path, language: language, text: text))
            }
        }
        let found = files
        return { Vocabulary(found) }
    }
}
