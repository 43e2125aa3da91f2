/// What people call the fields of a query and some of their values in languages other than English.
package struct QueryFieldWords: Sendable {
    /// No field has more scalars.
    static let longest = 16

    private let fields: [String: String]
    private let distanceUnits: [String: String]
    private let values: @Sendable (String) -> String?

    /// - Parameter fields: the English names by the words for them, in lower case.
    /// - Parameter distanceUnits: "km" or "mi" by the words for them behind the number of `near:`, in lower case.
    /// - Parameter value: the English word for a word of `since:` or `has:`, such as "yesterday" for "昨天".
    package init(
        _ fields: [String: String] = [:],
        distanceUnits: [String: String] = [:],
        value: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.fields = fields
        self.distanceUnits = distanceUnits
        values = value
    }

    /// The English name of a field; a word that is none stays as it is, in lower case.
    func english(_ typed: String) -> String {
        let typed = typed.lowercased()
        return fields[typed] ?? typed
    }

    /// The English unit for a word behind a number; a word that is none stays as it is.
    func distanceUnit(_ typed: String) -> String { distanceUnits[typed] ?? typed }

    func value(_ typed: String) -> String? { values(typed.lowercased()) }
}
