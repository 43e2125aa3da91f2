import Foundation

/// The bundled sources, in the order of lists.
package struct SourceCatalogue: Sendable {
    package let sources: [CatalogueSource]
    package let absent: [AbsentSource]
    private let byName: [String: Int]
    private let byURL: [String: Int]
    private let byNumber: [Int64: Int]
    private let absentByName: [String: Int]

    package init(_ sources: [CatalogueSource] = [], absent: [AbsentSource] = []) {
        self.sources = sources
        self.absent = absent
        var names: [String: Int] = [:]
        var urls: [String: Int] = [:]
        var numbers: [Int64: Int] = [:]
        for (index, source) in sources.enumerated() {
            for name in [source.id, source.name] + source.aliases {
                let key = Self.folded(name)
                if names[key] == nil { names[key] = index }
            }
            urls[Self.addressKey(source.url)] = index
            numbers[source.number] = index
        }
        var absentNames: [String: Int] = [:]
        for (index, source) in absent.enumerated() {
            for name in [source.name] + source.aliases { absentNames[Self.folded(name)] = index }
        }
        byName = names
        byURL = urls
        byNumber = numbers
        absentByName = absentNames
    }

    /// The source with this id, alias or whole name.
    ///
    /// Case, diacritics and spaces do not matter.
    ///
    /// A leading "The" does not matter either.
    package func source(named name: String) -> CatalogueSource? {
        let key = Self.folded(name)
        let index = byName[key] ?? (key.hasPrefix("the") ? byName[String(key.dropFirst(3))] : nil)
        return index.map { sources[$0] }
    }

    /// The source with this address; the scheme does not matter.
    package func source(url: String) -> CatalogueSource? { byURL[Self.addressKey(url)].map { sources[$0] } }

    /// The source of a feed: by its address, or by its name if the address has changed.
    package func source(of feed: Feed) -> CatalogueSource? {
        source(of: FeedOrigin(feed))
    }

    package func source(of feed: FeedOrigin) -> CatalogueSource? {
        source(url: feed.url) ?? source(named: feed.name).flatMap { $0.name == feed.name ? $0 : nil }
    }

    /// The source with a `CatalogueSource.number`.
    package func source(number: Int64) -> CatalogueSource? { byNumber[number].map { sources[$0] } }

    package func absent(named name: String) -> AbsentSource? { absentByName[Self.folded(name)].map { absent[$0] } }

    package var defaultSelection: [CatalogueSource] { sources.filter(\.isDefault) }

    /// Every category once, in the order of the list.
    package var categories: [String] {
        var seen: Set<String> = []
        return sources.map(\.category).filter { seen.insert($0).inserted }
    }

    /// Hosts whose articles are shown only with title and link.
    package var titlesOnlyHosts: Set<String> {
        Set(sources.filter(\.isTitlesOnly).compactMap { URL(string: $0.url)?.host()?.lowercased() })
    }

    /// `BBC News`, `bbc-news` and `bbcnews` have the same folded name.
    package static func folded(_ name: String) -> String {
        String(name.prefix(100)).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .filter { $0.isLetter || $0.isNumber || $0 == "+" }
    }

    private static func addressKey(_ url: String) -> String {
        let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.hasSuffix("/") ? String(rest.dropLast()) : String(rest)
    }
}
