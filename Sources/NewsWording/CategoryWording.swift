package import Localization
package import NewsModel

/// Category names in the reader's language.
package enum CategoryWording {
    /// Translates a category of the catalogue.
    ///
    /// Other categories are shown as they are.
    package static func name(_ category: String, _ localizer: Localizer) -> String {
        let key = key(category)
        return localizer.has(key) ? localizer.text(key) : BoundedText.name(category)
    }

    /// The name, in the category's colour if it has one.
    ///
    /// - Parameter colour: the one that its owner has chosen.
    package static func span(_ category: String, colour: OwnColour? = nil, _ localizer: Localizer) -> RichText.Span {
        let name = RichText.Span.text(name(category, localizer))
        if let colour { return .meaning(.own(colour), [name]) }
        return NewsCategory(named: category).map { .meaning(.category($0), [name]) } ?? name
    }

    /// `catalogue.category.longtermthemes` for "Long-Term Themes".
    package static func key(_ category: String) -> String {
        "catalogue.category.\(category.lowercased().filter { $0.isASCII && $0.isLetter })"
    }
}
