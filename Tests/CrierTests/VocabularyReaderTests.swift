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

    @Test func `a gazetteer that is missing, cut off or something else is named with its file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "gazetteer.bin")
        #expect(GazetteerReader.problem(with: file)?.contains("gazetteer.bin: No such file") == true)
        let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "data/gazetteer/gazetteer.bin")
        #expect(GazetteerReader.problem(with: shipped) == nil)
        try Data(contentsOf: shipped).prefix(100_000).write(to: file)
        #expect(GazetteerReader.problem(with: file)?.contains("gazetteer.bin: the file is cut off") == true)
        try Data("something".utf8).write(to: file)
        #expect(GazetteerReader.problem(with: file)?.contains("no file of places") == true)
    }

    @Test func `another edition of the files is known as such`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "edition-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appending(path: "en")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        func write(_ text: String, to name: String) throws {
            try text.write(to: own.appending(path: name), atomically: true, encoding: .utf8)
        }
        try write("# one", to: "names.toml")
        let first = VocabularyReader.edition(of: folder)
        #expect(VocabularyReader.edition(of: folder) == first)
        try write("# two", to: "names.toml")
        let second = VocabularyReader.edition(of: folder)
        try write("# one", to: "more.toml")
        #expect(Set([first, second, VocabularyReader.edition(of: folder)]).count == 3)
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
        #expect(problems.contains { $0.contains("torn.toml:1: ") && $0.contains("UTF-8") }, "\(problems)")
        try Data("# one\n# two\n".utf8 + [0xE9, 0x0A]).write(to: own.appending(path: "torn.toml"))
        #expect(VocabularyReader.problems(in: folder).contains { $0.contains("torn.toml:3: this line is not UTF-8") })
        #expect(!problems.contains { $0.contains("good.toml") }, "\(problems)")
    }

    @Test func `what is missing is named: a file that another language has, or everything`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vocabulary-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(VocabularyReader.problems(in: folder).contains { $0.hasSuffix("there is no vocabulary") })
        for (language, files) in [("en", ["sports.toml", "series.toml"]), ("de", ["series.toml"])] {
            let own = folder.appending(path: language)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            for file in files { try "".write(to: own.appending(path: file), atomically: true, encoding: .utf8) }
        }
        let problems = VocabularyReader.problems(in: folder).filter { $0.hasSuffix("is missing") }
        #expect(problems.count == 1 && problems[0].contains("de/sports.toml"), "\(problems)")
    }
}
