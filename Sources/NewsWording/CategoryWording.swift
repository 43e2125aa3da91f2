package import Localization

/// Categories in the reader's language.
package enum CategoryWording {
    /// A category of the catalogue is translated; one that somebody made up stays as it is.
    package static func name(_ category: String, _ localizer: Localizer) -> String {
        let key = key(category)
        return localizer.has(key) ? localizer.text(key) : BoundedText.name(category)
    }

    /// `catalogue.category.longtermthemes` for "Long-Term Themes".
    package static func key(_ category: String) -> String {
        "catalogue.category.\(category.lowercased().filter { $0.isASCII && $0.isLetter })"
    }
}
