internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Finds the categories that a line names.
extension Categories {
    /// The categories of a line: names with commas between them, or single words.
    func named(_ arguments: Arguments) throws -> [CategoryEntry] {
        let parts = arguments.text.split { ",，、;".contains($0) }.map { String($0).trimmed }.filter { !$0.isEmpty }
        guard parts.count == 1 else { return try unique(parts.map { try entry($0) }) }
        if let one = try? entry(parts[0]) { return [one] }
        let words = arguments.words.map(\.text)
        // `order Sports News`; a name of several words is the whole text.
        if words.count > 1, let each = try? words.map({ try entry($0) }) { return unique(each) }
        return [try entry(parts[0])]
    }

    private func unique(_ entries: [CategoryEntry]) -> [CategoryEntry] {
        var seen: Set<String> = []
        return entries.filter { seen.insert($0.name).inserted }
    }

    /// The category with this number, name or translated name.
    ///
    /// The beginning of a name is not enough: what is changed might be another one.
    func entry(_ text: String, mayBeNumber: Bool = true) throws -> CategoryEntry {
        let wanted = CategoryNaming.folded(text)
        if mayBeNumber, let number = Reference.number(text), entries.indices.contains(number - 1) {
            return entries[number - 1]
        }
        if let exact = entriesByName[wanted] { return exact }
        let shown = known.map { CategoryWording.name($0.name, localizer) }
        let longer = wanted.isEmpty ? [] : shown.filter { CategoryNaming.folded($0).hasPrefix(wanted) }.prefix(3)
        let near = longer.isEmpty ? NearNames.nearest(to: text, among: shown) : Array(longer)
        throw CommandError.noSuchCategory(String(text.prefix(60)), suggestions: near, hint: line("list"))
    }

    /// The owner's categories, and those of the ten that are not among them.
    private var known: [CategoryEntry] {
        let standard = NewsCategory.allCases.map { CategoryEntry(standard: $0) }
        return entries + standard.filter { one in !entries.contains { $0.name == one.name } }
    }

    /// The known categories by their names in English and in the reader's language, folded; the owner's go first.
    var entriesByName: [String: CategoryEntry] {
        known.reduce(into: [:]) { found, entry in
            for name in [entry.name, CategoryWording.name(entry.name, localizer)].map(CategoryNaming.folded)
            where found[name] == nil {
                found[name] = entry
            }
        }
    }
}

extension CategoryEntry {
    /// One of the ten, about which nothing is set and in which there is no feed.
    fileprivate init(standard category: NewsCategory) {
        self.init(name: category.rawValue.capitalized, feedCount: 0, isHidden: false)
    }
}
