package import Localization

/// The values that a number in the news had one after the other, the oldest first.
package struct ChangedValues: Sendable {
    /// "12 dead → 40 dead".
    package let signs: String
    /// The same in plain format: "12 dead, then 40 dead".
    package let words: String

    package init(_ values: [String], _ localizer: Localizer) {
        let names = values.map { BoundedText.name($0) }
        signs = names.joined(separator: " → ")
        words = names.joined(separator: localizer.text("language.separator.changes"))
    }
}
