internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Synchronization

/// What names mean before anybody gives them: the categories and the sports of the catalogue.
///
/// Each has its names in all languages, and the other words that searches understand, such as `tech`.
struct CatalogueNames: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Whether a text is a name of a category, in any language, or another word for it.
    func isCalled(_ text: String, _ category: String) -> Bool {
        book.categories[CategoryNaming.folded(text)].map(CategoryNaming.folded) == CategoryNaming.folded(category)
    }

    /// The one of the ten categories that is called so, in any language, or for which this is another word.
    func category(_ text: String) -> String? {
        book.categories[CategoryNaming.folded(text)].flatMap { Self.standard.contains($0) ? $0 : nil }
    }

    /// The one of the ten categories that has this name in English or in the reader's language.
    func categoryByName(_ text: String) -> String? {
        let wanted = CategoryNaming.folded(text)
        return Self.standard.first {
            [$0, CategoryWording.name($0, localizer)].map(CategoryNaming.folded).contains(wanted)
        }
    }

    /// The sport that is called so, in any language, or for which this is another word.
    func sport(_ text: String) -> String? { book.sports[CategoryNaming.folded(text)] }

    /// The ten, as the catalogue writes them.
    static let standard = NewsCategory.allCases.map { $0.rawValue.capitalized }

    private var book: CatalogueNameBooks.Book {
        services.nameBooks.book(revision: services.catalogue.revision, sources: services.sources.sources.count) {
            let phrases = services.catalogue.searchPhrases
            return CatalogueNameBooks.Book(
                categories: byName(Self.standard + services.sources.categories, words: phrases.words(forCategory:)),
                sports: byName(Subjects(context).names(of: .sports), words: phrases.words(forSubject:))
            )
        }
    }

    /// Names by what they are called, folded; the first goes before others that are called the same.
    private func byName(_ names: [String], words: (String) -> [String]) -> [String: String] {
        let speakers = services.catalogue.languages.map { services.catalogue.localizer(language: $0) }
        return names.reduce(into: [:]) { found, name in
            let all = [name] + speakers.map { CategoryWording.name(name, $0) } + words(name)
            for called in all.map(CategoryNaming.folded) where found[called] == nil { found[called] = name }
        }
    }
}

/// Keeps what the names of the catalogue mean until the locales are read again or there are other sources.
final class CatalogueNameBooks: Sendable {
    /// Categories and sports by their names.
    struct Book: Sendable {
        var categories: [String: String]
        var sports: [String: String]
    }

    private struct Made: Sendable {
        var revision: Int
        var sources: Int
        var book: Book
    }

    private let made = Mutex<Made?>(nil)

    /// - Parameters:
    ///   - revision: of the locales.
    ///   - sources: how many sources the catalogue has.
    func book(revision: Int, sources: Int, making make: () -> Book) -> Book {
        if let made = made.withLock({ $0 }), made.revision == revision, made.sources == sources { return made.book }
        let book = make()
        made.withLock { $0 = Made(revision: revision, sources: sources, book: book) }
        return book
    }
}
