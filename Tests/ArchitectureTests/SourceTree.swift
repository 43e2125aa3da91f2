import Foundation

/// The repository as text.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct File {
        var path: String
        var module: String
        var text: String

        /// What it imports, `CLibXML2.xmlReader` counted as `CLibXML2`.
        var imports: [String] {
            text.split(separator: "\n").compactMap { line in
                // Few lines do, and the others cost most.
                guard line.utf8.count < 100, line.contains("import ") else { return nil }
                let words = line.split(separator: " ").map(String.init)
                guard let at = words.firstIndex(of: "import"), words.count > at + 1, !line.hasPrefix("//") else {
                    return nil
                }
                let modifiers: Set<String> = ["package", "internal", "public", "private", "fileprivate", "@testable"]
                guard words[..<at].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
                let kinds: Set<String> = ["struct", "class", "enum", "func", "protocol", "typealias", "let", "var"]
                let name = kinds.contains(words[at + 1]) && words.count > at + 2 ? words[at + 2] : words[at + 1]
                return name.split(separator: ".").first.map(String.init)
            }
        }
    }

    static func swiftFiles(under folder: String) -> [File] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: base.appendingPathComponent(path), encoding: .utf8) else {
                return nil
            }
            return File(path: "\(folder)/\(path)", module: String(path.prefix { $0 != "/" }), text: text)
        }
    }

    /// The types that a file declares outside other types, without extensions and type aliases.
    static func declaredTypes(in text: String) -> [String] {
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        let modifiers: Set<Substring> = [
            "package", "private", "fileprivate", "internal", "public", "final", "indirect", "nonisolated",
        ]
        return text.split(separator: "\n").compactMap { line in
            // What stands inside another type is indented.
            guard line.first?.isLetter == true || line.first == "@" else { return nil }
            let words = line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
            guard let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first else { return nil }
            return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }

    static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }
}
