import Foundation
import Testing

@testable import Localization

struct LocaleCompletenessTests {
    @Test func `every language has every key, with the same arguments and all its plural forms`() throws {
        let catalogue = try LocaleFiles.catalogue()
        #expect(catalogue.languages.prefix(1) == ["en"] && catalogue.languages.contains("zh-Hans"))
        let english = catalogue.ownMessageFacts("en")
        #expect(english.count > 10)
        for language in catalogue.languages {
            let facts = catalogue.ownMessageFacts(language)
            #expect(Set(english.keys).subtracting(facts.keys).sorted() == [], "missing in \(language)")
            #expect(Set(facts.keys).subtracting(english.keys).sorted() == [], "only in \(language)")
            for (key, fact) in facts {
                guard let original = english[key] else { continue }
                #expect(fact.argumentNames == original.argumentNames, "\(language) \(key)")
                #expect((fact.pluralForms == nil) == (original.pluralForms == nil), "\(language) \(key)")
                if let forms = fact.pluralForms {
                    #expect(forms == PluralRules(language: language).categories, "\(language) \(key)")
                    #expect(fact.argumentNames.contains("n"), "\(language) \(key) counts nothing")
                }
            }
        }
    }

    @Test func `every key that the sources speak of exists`() throws {
        let catalogue = try LocaleFiles.catalogue()
        let keys = catalogue.ownMessageFacts("en").keys
        let areas = Set(keys.compactMap { $0.split(separator: ".").first.map(String.init) })
        var spoken = 0
        for file in sourceFiles() {
            for literal in try KeyScanner.literals(in: String(contentsOf: file, encoding: .utf8), areas: areas) {
                spoken += 1
                if literal.hasSuffix("*") {
                    #expect(
                        keys.contains { $0.hasPrefix(literal.dropLast()) },
                        "\(literal) in \(file.lastPathComponent)"
                    )
                } else {
                    #expect(catalogue.localizer().has(literal), "\(literal) in \(file.lastPathComponent)")
                }
            }
        }
        #expect(spoken > 5)
    }

    @Test func `the scanner finds keys and leaves file names, log fields and other words alone`() {
        let source = """
            text("feed.added", ["name": "x"]); log(["feed.id": "3"]); open("feed.xml"); say("A feed. And more")
            key("feed.failure.\\(reason)"); other("example.org"); word("feed")
            """
        #expect(KeyScanner.literals(in: source, areas: ["feed"]) == ["feed.added", "feed.failure.*"])
    }

    private func sourceFiles() -> [URL] {
        let sources = LocaleFiles.root.appending(path: "Sources")
        let found = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        // Storage words nothing, and columns of its SQL look like keys.
        return (found?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "swift" && !$0.path.contains("/Sources/Storage/")
        }
    }
}

/// Finds string literals that look like message keys of known areas.
enum KeyScanner {
    private static let fileExtensions = [
        "xml", "rss", "atom", "toml", "json", "html", "sqlite3", "txt", "opml", "swift",
    ]

    /// An interpolated key ends in `*` where its first interpolation begins.
    static func literals(in source: String, areas: Set<String>) -> [String] {
        var found: [String] = []
        for line in source.split(separator: "\n") {
            let pieces = line.components(separatedBy: "\"")
            for index in stride(from: 1, to: pieces.count, by: 2) {
                let literal = pieces[index]
                let after = index + 1 < pieces.count ? pieces[index + 1] : ""
                // A dictionary's key is a log field, not a message.
                if after.hasPrefix(":") || pieces[index - 1].hasSuffix("metadataKey: ") { continue }
                let fixed = literal.components(separatedBy: "\\(")[0]
                let parts = fixed.split(separator: ".", omittingEmptySubsequences: false)
                guard parts.count >= 2, areas.contains(String(parts[0])),
                    fixed.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") })
                else { continue }
                if fixed != literal {
                    found.append(fixed + "*")
                } else if let last = parts.last, !last.isEmpty, !fileExtensions.contains(String(last)) {
                    found.append(literal)
                }
            }
        }
        return found
    }
}
