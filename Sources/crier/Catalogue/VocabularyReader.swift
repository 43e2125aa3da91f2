import Editorial
import FeedRefresh
import Foundation

/// Reads the words by which articles are understood: `data/vocabulary/LANGUAGE/*.toml`.
enum VocabularyReader {
    /// The files that can be read, in the order of their names, and what is wrong with the others.
    static func read(_ folder: URL) -> (files: [VocabularyFile], problems: [String]) {
        var files: [VocabularyFile] = []
        var problems: [String] = []
        for language in names(in: folder) {
            let own = folder.appendingPathComponent(language)
            for name in names(in: own) where name.hasSuffix(".toml") {
                let path = own.appendingPathComponent(name)
                do {
                    let data = try Data(contentsOf: path)
                    guard let text = String(data: data, encoding: .utf8) else {
                        problems.append("\(path.path):\(firstLineOutsideUTF8(of: data)): this line is not UTF-8")
                        continue
                    }
                    files.append(VocabularyFile(path: path.path, language: language, text: text))
                } catch {
                    problems.append("\(path.path): \(error.localizedDescription)")
                }
            }
        }
        return (files, problems)
    }

    /// From 1.
    private static func firstLineOutsideUTF8(of data: Data) -> Int {
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.firstIndex { String(data: $0, encoding: .utf8) == nil } ?? 0) + 1
    }

    /// Reads articles by these words and places; the files are read when the first article comes.
    static func words(_ folder: URL, places: PlaceFinder?) -> ArticleWords {
        ArticleWords(places: places, edition: edition(of: folder)) { Vocabulary(read(folder).files) }
    }

    /// Differs when the files have other names or contents, so that articles are analysed again.
    static func edition(of folder: URL) -> String {
        var hash = StableHash()
        for language in names(in: folder) {
            let own = folder.appendingPathComponent(language)
            for name in names(in: own) where name.hasSuffix(".toml") {
                hash.combine("\(language)/\(name)")
                hash.combine((try? Data(contentsOf: own.appendingPathComponent(name))) ?? Data())
            }
        }
        return hash.text
    }

    /// What is wrong with the files, each rule tried on its own examples.
    static func problems(in folder: URL) -> [String] {
        let (files, problems) = read(folder)
        return problems + missing(in: folder) + VocabularyCheck.problems(in: files).map(\.message)
    }

    /// The files that other languages have, by language; the whole folder if no language is there.
    private static func missing(in folder: URL) -> [String] {
        let languages = names(in: folder).filter { !names(in: folder.appendingPathComponent($0)).isEmpty }
        guard !languages.isEmpty else { return ["\(folder.path): there is no vocabulary"] }
        let byLanguage = languages.map { names(in: folder.appendingPathComponent($0)).filter { $0.hasSuffix(".toml") } }
        let all = Set(byLanguage.joined())
        return zip(languages, byLanguage).flatMap { language, own in
            all.subtracting(own).sorted().map { file in
                "\(folder.appendingPathComponent(language).appendingPathComponent(file).path): this file is missing"
            }
        }
    }

    private static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}
