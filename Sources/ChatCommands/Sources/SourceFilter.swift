internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// A filter for the catalogue.
enum SourceFilter: Hashable {
    case category(String)
    case subcategory(String)
    case region(String)
    /// ISO 3166 code.
    case country(String)
    case language(String)

    func accepts(_ source: CatalogueSource) -> Bool {
        switch self {
        case .category(let name): source.category == name
        case .subcategory(let name): source.subcategory == name
        case .region(let name): source.region == name
        case .country(let code): source.country == code
        case .language(let code): source.language == code
        }
    }
}

/// The names of filters, in English and in the reader's language.
struct SourceFilterNames {
    private var byName: [String: SourceFilter] = [:]
    /// Other words for categories, which are never only begun.
    private var byWord: [String: SourceFilter] = [:]

    init(_ catalogue: SourceCatalogue, _ localizer: Localizer, _ phrases: SearchPhrases) {
        let english = Locale(identifier: "en")
        for source in catalogue.sources {
            add(.category(source.category), source.category, CategoryWording.name(source.category, localizer))
            if let topic = source.subcategory {
                add(.subcategory(topic), topic, CategoryWording.name(topic, localizer))
            }
            add(.region(source.region), source.region, localizer.regionName(source.region))
            if let code = source.country {
                let filter = SourceFilter.country(code)
                for locale in [english, localizer.locale] {
                    add(filter, locale.localizedString(forRegionCode: code) ?? "")
                }
            }
            let language = source.language
            for locale in [english, localizer.locale, Locale(identifier: language)] {
                add(.language(language), language, locale.localizedString(forLanguageCode: language) ?? "")
            }
        }
        for (name, code) in [("uk", "GB"), ("britain", "GB"), ("us", "US"), ("usa", "US"), ("uae", "AE")] {
            add(.country(code), name)
        }
        for category in catalogue.categories {
            for word in phrases.words(forCategory: category) {
                byWord[SourceCatalogue.folded(word)] = .category(category)
            }
        }
    }

    private mutating func add(_ filter: SourceFilter, _ names: String...) {
        for name in names {
            let key = SourceCatalogue.folded(name)
            if !key.isEmpty, byName[key] == nil { byName[key] = filter }
        }
    }

    /// The filters that the words name, each with one or several words.
    ///
    /// Nil if a word names none.
    func filters(_ words: [String]) -> [SourceFilter]? {
        var filters: [SourceFilter] = []
        guard words.count <= 12 else { return nil }
        var rest = words[...]
        while !rest.isEmpty {
            let found = (1...rest.count).reversed().lazy.compactMap { count in
                filter(named: rest.prefix(count).joined()).map { (count, $0) }
            }.first
            guard let (count, filter) = found else { return nil }
            filters.append(filter)
            rest = rest.dropFirst(count)
        }
        return filters
    }

    private func filter(named name: String) -> SourceFilter? {
        let key = SourceCatalogue.folded(name)
        if let exact = byName[key] ?? byWord[key] { return exact }
        guard key.count >= 4 else { return nil }
        let beginnings = Set(byName.filter { $0.key.hasPrefix(key) }.values)
        return beginnings.count == 1 ? beginnings.first : nil
    }
}

extension Localizer {
    /// The name of a continent or of the whole world.
    func regionName(_ region: String) -> String {
        let key = "catalogue.region.\(region.lowercased().filter { $0.isASCII && $0.isLetter })"
        return has(key) ? text(key) : region
    }
}
