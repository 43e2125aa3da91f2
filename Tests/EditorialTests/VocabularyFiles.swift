import Foundation
import TextAnalysis

@testable import Editorial

/// The vocabulary that ships with the program, read from the source tree.
enum VocabularyFiles {
    static let all: [VocabularyFile] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("data/vocabulary")
        let manager = FileManager.default
        let languages = (try? manager.contentsOfDirectory(atPath: root.path)) ?? []
        return languages.sorted().flatMap { language -> [VocabularyFile] in
            let folder = root.appendingPathComponent(language)
            let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().filter { $0.hasSuffix(".toml") }.compactMap { name in
                guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) else {
                    return nil
                }
                return VocabularyFile(path: "data/vocabulary/\(language)/\(name)", language: language, text: text)
            }
        }
    }()

    static let vocabulary = Vocabulary(all)
}
