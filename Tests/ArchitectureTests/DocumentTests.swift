import Foundation
import Testing

/// The documents: lines that fit a screen, and names that exist.
@Suite struct DocumentTests {
    private static let documents = [
        "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "BENCHMARKS.md", "deploy/README.md", "deploy/mail.md",
        "data/README.md", "COMMANDS.md", "CHANGELOG.md", "config.example.toml", "Makefile", "Tests/run",
    ]
    private static let longestLine = 140

    @Test(arguments: documents) func `no line of a document is longer than a screen is wide`(document: String) throws {
        let lines = SourceTree.text(document).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 20, "\(document) is missing")
        var isCode = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, !line.hasPrefix("    ") else { continue }
            #expect(line.count <= Self.longestLine, "\(document), line \(index + 1): \(line.count) characters")
        }
    }

    @Test func `deploy has no other documents`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appendingPathComponent("deploy").path
        )
        #expect(Set(files.filter { $0.hasSuffix(".md") }.map { "deploy/\($0)" }).isSubset(of: Self.documents))
    }

    @Test func `make install copies the pictures and documents that the README names`() {
        let readme = SourceTree.text("README.md")
        let copied = SourceTree.text("Makefile").split(separator: "\n").filter { $0.hasPrefix("\tinstall -m 644 ") }
            .flatMap { $0.split(separator: " ").map(String.init) }
        let pictures = readme.matches(of: /\]\((deploy\/[^)]+)\)/).map { String($0.output.1) }
        #expect(pictures.count >= 4 && copied.contains("deploy/pictures/*.png"))
        #expect(pictures.allSatisfy { $0.hasPrefix("deploy/pictures/") && $0.hasSuffix(".png") }, "\(pictures)")
        let documents = readme.matches(of: /`([A-Za-z\/]+\.md)`/).map { String($0.output.1) }
        #expect(documents.count >= 6)
        for document in documents { #expect(copied.contains(document), "make install leaves out \(document)") }
    }

    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
    func `every file, module, type and member that a document names exists`(document: String) throws {
        let quoted = SourceTree.text(document).split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        #expect(quoted.count > 30)
        for name in Set(quoted) {
            let exists = CodeNames.all.mayExist(name)
            #expect(exists, "\(document) names `\(name)`, which is nowhere in the repository")
        }
    }

    @Test(arguments: [
        ("StoryIndex", true), ("StoryIndex+Trial", true), ("Table/Command.swift", true), ("Storage/Ledger", true),
        ("Command.mostWords", true), ("LiveTests", true), ("Store.outline", true), ("locales/*/help.toml", true),
        ("make schema", true), ("told", true), ("StoryIndexx", false), ("Store.outlined", false),
        ("Storage/Ledgers", false), ("Nowhere.swift", false), ("data/nothing.toml", false), ("PaceSharingTests", false),
    ])
    func `a name that nothing has is found`(name: String, exists: Bool) {
        let isFound = CodeNames.all.mayExist(name)
        #expect(isFound == exists)
    }
}

/// The names of files, modules, types and members in the repository.
private struct CodeNames {
    static let all = CodeNames(files: ["Sources", "Tests", "Benchmarks"].flatMap(SourceTree.swiftFiles(under:)))

    private let paths: [String]
    private var declared: Set<Substring> = []

    init(files: [SourceTree.File]) {
        paths = files.map(\.path)
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "actor", "protocol", "typealias", "func", "var", "let", "case",
        ]
        let modules = try? FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appendingPathComponent("Sources").path
        )
        // A header and a type of the language.
        declared = Set((modules ?? []).map { $0[...] }).union(["From", "Task"])
        for file in files {
            declared.insert(file.module[...])
            for line in file.text.split(separator: "\n") {
                let words = line.split { $0.isWhitespace }
                for (keyword, word) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                    declared.insert(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                }
            }
        }
    }

    /// Whether the words between two backticks exist; what is no name of code or of a file counts as existing.
    func mayExist(_ text: String) -> Bool {
        guard !text.contains(where: { " <>#$:…\"=".contains($0) }), !text.hasPrefix("/"), !text.hasPrefix(".")
        else { return true }
        if text.contains("/") || text.contains("+") || hasExtension(text) { return isFile(text) }
        // A header such as "List-Unsubscribe" is no type.
        guard !text.contains("-") else { return true }
        let parts = text.prefix { $0 != "(" }.split(separator: ".")
        guard parts.first?.first?.isUppercase == true, parts.first?.contains(where: \.isLowercase) == true else {
            return true
        }
        return parts.allSatisfy(declared.contains)
    }

    private func hasExtension(_ text: String) -> Bool {
        [".swift", ".md", ".toml", ".bin", ".sql"].contains { text.hasSuffix($0) }
    }

    /// A path from the root or from `Sources` or `Tests`, or its end; a star is any folder.
    private func isFile(_ text: String) -> Bool {
        let path = text.hasSuffix("/") ? String(text.dropLast()) : text
        let name = path.replacing("/*/", with: "/en/")
        for folder in ["", "Sources/", "Tests/"] {
            let url = SourceTree.root.appendingPathComponent(folder + name)
            if FileManager.default.fileExists(atPath: url.path) { return true }
        }
        if name.contains("*") { return true }
        if paths.contains(where: { $0.hasSuffix("/\(name)") || $0.hasSuffix("/\(name).swift") }) { return true }
        // "Editorial/Places" is a folder, "FeedRefresh/FeedScheduler" a module and its file, "gazetteer.bin" one of
        // data.
        let parts = name.split(separator: "/")
        if parts.count == 2 {
            return paths.contains { $0.contains("/\(parts[0])/") && $0.hasSuffix("/\(parts[1]).swift") }
        }
        return ["data/gazetteer/", "data/vocabulary/en/", "locales/en/"].contains {
            FileManager.default.fileExists(atPath: SourceTree.root.appendingPathComponent($0 + name).path)
        }
    }
}
