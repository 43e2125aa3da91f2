/// A unit of the distances that people type.
package enum DistanceUnit: String, Sendable {
    case kilometres, miles

    package static let kilometresPerMile = 1.609_344

    /// The unit of an English word or abbreviation in lower case, such as `km` or `miles`; nil if it is none.
    package init?(typed word: String) {
        switch word {
        case "km", "kms", "kilometers", "kilometres", "kilometer", "kilometre": self = .kilometres
        case "mi", "mile", "miles": self = .miles
        default: return nil
        }
    }

    package var kilometres: Double { self == .miles ? Self.kilometresPerMile : 1 }
}
