import Foundation
import Logging
import NewsModel
import TOMLReading

/// Reads the bundled sources from the files of `data/catalogue`.
///
/// A file with a mistake is skipped as a whole and reported. The other files are still used.
struct CatalogueReader {
    /// The order of categories in lists; other files follow by name.
    private static let order = [
        "news", "technology", "sports", "entertainment", "health", "finance", "investing", "food", "travel", "gaming",
    ]

    private(set) var sources: [CatalogueSource] = []
    private(set) var absent: [AbsentSource] = []
    /// The problem of each file that was skipped.
    private(set) var problems: [String] = []

    static func read(_ folder: URL, log: Logger) -> SourceCatalogue {
        let reader = CatalogueReader(folder: folder)
        for problem in reader.problems { log.error("Catalogue file left out", metadata: ["problem": "\(problem)"]) }
        return reader.catalogue
    }

    init(folder: URL) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let names = files.filter { $0.hasSuffix(".toml") }.sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }
        for name in names {
            do {
                try read(String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
            } catch let error as CatalogueError {
                problems.append("\(name): \(error.reason)")
            } catch {
                problems.append("\(name): \(error)")
            }
        }
    }

    var catalogue: SourceCatalogue { SourceCatalogue(sources, absent: absent) }

    private static func rank(_ file: String) -> Int {
        order.firstIndex(of: String(file.dropLast(5))) ?? order.count
    }

    private mutating func read(_ toml: String) throws {
        let file = CatalogueTable(try TOMLTree.read(toml))
        let newSources = try file.tables("source").map { try CatalogueSource($0, in: file) }
        let newAbsent = try file.tables("absent").map { entry in
            AbsentSource(
                name: try entry.required("name"),
                aliases: entry.list("aliases"),
                reasons: entry.texts("reason")
            )
        }
        var seen = Set(sources.flatMap { [$0.id] + $0.aliases })
        var addresses = Set(sources.map(\.url))
        for source in newSources {
            for word in [source.id] + source.aliases where !seen.insert(word).inserted {
                throw CatalogueError(reason: "“\(word)” names two sources")
            }
            guard addresses.insert(source.url).inserted else {
                throw CatalogueError(reason: "\(source.url) stands there twice")
            }
        }
        sources += newSources
        absent += newAbsent
    }
}

struct CatalogueError: Error {
    var reason: String
}

/// One table of a catalogue file.
private struct CatalogueTable {
    private let values: [String: TOMLTree]

    init(_ values: [String: TOMLTree]) { self.values = values }

    func text(_ key: String) -> String? {
        if case .text(let text) = values[key], !text.isEmpty { text } else { nil }
    }

    func required(_ key: String) throws -> String {
        guard let text = text(key) else { throw CatalogueError(reason: "\(text("id") ?? "an entry") needs “\(key)”") }
        return text
    }

    func flag(_ key: String) -> Bool {
        if case .flag(let flag) = values[key] { flag } else { false }
    }

    func list(_ key: String) -> [String] {
        guard case .list(let items) = values[key] else { return [] }
        return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// `{ en = "…", zh-Hans = "…" }`.
    func texts(_ key: String) -> [String: String] {
        guard case .table(let table) = values[key] else { return [:] }
        return table.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
    }

    func tables(_ key: String) throws -> [CatalogueTable] {
        guard let value = values[key] else { return [] }
        guard case .list(let items) = value else { throw CatalogueError(reason: "write [[\(key)]]") }
        return items.compactMap { if case .table(let table) = $0 { CatalogueTable(table) } else { nil } }
    }
}

extension CatalogueSource {
    fileprivate init(_ entry: CatalogueTable, in file: CatalogueTable) throws {
        let url = try entry.required("url")
        let homePage = entry.text("homepage") ?? url
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), let page = URL(string: homePage) else {
            throw CatalogueError(reason: "\(url) is no address")
        }
        self.init(
            id: try entry.required("id"),
            aliases: entry.list("aliases"),
            name: try entry.required("name"),
            url: url,
            homePageURL: homePage,
            iconURL: entry.text("icon") ?? "\(page.scheme ?? "https")://\(page.host() ?? "")/favicon.ico",
            category: try file.required("category"),
            subcategory: entry.text("subcategory"),
            sign: file.text("sign") ?? "",
            region: entry.text("region") ?? "Global",
            country: entry.text("country"),
            language: entry.text("language") ?? "en",
            descriptions: entry.texts("description"),
            topics: entry.list("topics"),
            isTitlesOnly: entry.flag("titles_only"),
            isDefault: entry.flag("default")
        )
    }
}
