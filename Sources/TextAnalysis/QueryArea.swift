package import Geography

/// The circle of `near:"Valencia, Spain",100km`.
package struct QueryArea: Sendable, Hashable {
    /// In kilometres.
    package static let distances = 1.0...5_000.0
    static let usualDistance = 100.0
    private static let kilometresPerMile = 1.609_344

    /// As it was typed, or as the place is called.
    package let name: String
    package let kilometres: Double
    /// Nil while nobody has looked the place up; the term matches nothing then.
    package let centre: Coordinates?

    package init(name: String, kilometres: Double, centre: Coordinates?) {
        // Quotation marks would end the name.
        self.name = String(
            name.unicodeScalars.filter { !"\"“”„‟＂".unicodeScalars.contains($0) }.prefix(100).map(Character.init)
        )
        self.kilometres = kilometres
        self.centre = centre
    }

    /// Nil when the distance cannot be read or is out of range; no distance is the usual one.
    init?(name: String, distance: String?, centre: Coordinates?) {
        guard let kilometres = distance.map(Self.kilometres) ?? Self.usualDistance,
            Self.distances.contains(kilometres)
        else { return nil }
        self.init(name: name, kilometres: kilometres, centre: centre)
    }

    /// "100km", "50mi", "100".
    private static func kilometres(_ text: String) -> Double? {
        let text = text.lowercased()
        for (unit, factor) in [("km", 1), ("mi", kilometresPerMile), ("", 1)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { ($0 * factor * 10).rounded() / 10 }
        }
        return nil
    }

    var canonical: String {
        let whole = kilometres.rounded() == kilometres ? "\(Int(kilometres))" : "\(kilometres)"
        let place = centre.map { ",\($0.latitude),\($0.longitude)" } ?? ""
        return "near:\"\(name)\",\(whole)km\(place)"
    }

    func contains(_ positions: [Coordinates]) -> Bool {
        guard let centre else { return false }
        return positions.contains { $0.distance(to: centre) <= kilometres }
    }
}
