internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// The sports and the topics of investing by which articles are sorted: the subcategories of the catalogue.
struct Subjects: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// In alphabetical order; empty without such sources.
    func names(of category: NewsCategory) -> [String] {
        let names = services.sources.sources.filter { NewsCategory(named: $0.category) == category }
            .compactMap(\.subcategory)
        return Set(names).sorted()
    }

    /// The one of exactly this name, in English or in the reader's language.
    func exactly(_ text: String, of category: NewsCategory) -> String? {
        let wanted = CategoryNaming.folded(text.trimmed)
        return names(of: category).first { spoken($0).contains(wanted) }
    }

    private func spoken(_ name: String) -> [String] {
        [name, CategoryWording.name(name, localizer)].map(CategoryNaming.folded)
    }

    /// The one of this name, in English or in the reader's language, or the only one that begins so.
    ///
    /// Throws with the known names.
    func named(_ text: String, of category: NewsCategory) throws -> String {
        let names = names(of: category)
        let wanted = CategoryNaming.folded(text.trimmed)
        if let exact = exactly(text, of: category) { return exact }
        let beginnings = names.filter { spoken($0).contains { !wanted.isEmpty && $0.hasPrefix(wanted) } }
        if beginnings.count == 1 { return beginnings[0] }
        let known = names.map { CategoryWording.name($0, localizer) }
        throw CommandError.noSuchSubjectOf(category, String(text.trimmed.prefix(60)), known: known)
    }
}
