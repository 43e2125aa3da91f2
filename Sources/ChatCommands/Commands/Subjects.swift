internal import Foundation
internal import Localization
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

    /// The one of exactly this name, in English or in the reader's language, or with another word for it.
    func exactly(_ text: String, of category: NewsCategory) -> String? {
        let wanted = CategoryNaming.folded(text.trimmed)
        let names = names(of: category)
        if let exact = names.first(where: { spoken($0).contains(wanted) }) { return exact }
        let phrases = services.catalogue.searchPhrases
        return names.first { phrases.words(forSubject: $0).map(CategoryNaming.folded).contains(wanted) }
    }

    private func spoken(_ name: String) -> [String] {
        [name, CategoryWording.name(name, localizer)].map(CategoryNaming.folded)
    }

    /// The one of this name, in English or in the reader's language, or with another word for it.
    ///
    /// Throws with the known names, and with those that may be meant.
    func named(_ text: String, of category: NewsCategory) throws -> String {
        if let exact = exactly(text, of: category) { return exact }
        let known = names(of: category).map { CategoryWording.name($0, localizer) }
        let wanted = CategoryNaming.folded(text.trimmed)
        let beginnings = known.filter { !wanted.isEmpty && CategoryNaming.folded($0).hasPrefix(wanted) }
        let near = beginnings.isEmpty ? NearNames.nearest(to: text.trimmed, among: known) : beginnings
        throw CommandError.noSuchSubjectOf(category, String(text.trimmed.prefix(60)), near: near, known: known)
    }
}
