import Editorial
import Foundation
import Testing

@testable import crier

@Suite struct VocabularyReaderTests {
    @Test func `the bundled vocabulary is read, and every example holds`() {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/vocabulary")
        let (files, problems) = VocabularyReader.read(folder)
        #expect(Set(files.map(\.language)).isSuperset(of: ["en", "zh-Hans"]))
        #expect(problems == [])
        #expect(VocabularyReader.problems(in: folder) == [])
    }

    @Test func `a mistake is named with its file and line, and the other files are read`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vocabulary-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appending(path: "en")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let rule = "[[rule]]\nfinds = \"sport\"\nname = \"Golf\"\nwords = [\"golf\"]\nexamples = [\"A golf match\"]\n"
        try rule.write(to: own.appending(path: "good.toml"), atomically: true, encoding: .utf8)
        let wrong = rule.replacingOccurrences(of: "A golf match", with: "A tennis match")
        try wrong.write(to: own.appending(path: "wrong.toml"), atomically: true, encoding: .utf8)
        try Data([0xFF, 0xFE, 0x00]).write(to: own.appending(path: "torn.toml"))
        let (files, _) = VocabularyReader.read(folder)
        #expect(files.count >= 2)
        let problems = VocabularyReader.problems(in: folder)
        #expect(problems.contains { $0.contains("wrong.toml:5") && $0.contains("A tennis match") }, "\(problems)")
        #expect(problems.contains { $0.contains("torn.toml") }, "\(problems)")
        #expect(!problems.contains { $0.contains("good.toml") }, "\(problems)")
    }
}
