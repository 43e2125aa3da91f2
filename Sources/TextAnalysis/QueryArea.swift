package import Geography

/// The circle of `near:"Valencia, Spain",100km`.
package struct QueryArea: Sendable, Hashable {
    /// In kilometres.
    package static let distances = 1.0...5_000.0
    static let usualDistance = 100.0

    /// As it was typed, or as the place is called.
    package let name: String
    package let kilometres: Double
    /// Whether the distance was typed in miles and is shown so.
    package let isInMiles: Bool
    /// Nil while nobody has looked the place up; the term matches nothing then.
    package let centre: Coordinates?
    /// The distance as it was typed behind the name; nil if none was, and once the place was looked up.
    package let typedDistance: String?

    package init(
        name: String,
        kilometres: Double,
        isInMiles: Bool = false,
        centre: Coordinates?,
        typedDistance: String? = nil
    ) {
        // Quotation marks would end the name.
        self.name = String(
            name.unicodeScalars.filter { !QueryScanner.straightQuotes.contains($0) }.prefix(100).map(Character.init)
        )
        self.kilometres = kilometres
        self.isInMiles = isInMiles
        self.centre = centre
        self.typedDistance = typedDistance
    }

    /// Nil when the distance cannot be read or is out of range; no distance is the usual one.
    ///
    /// A distance without a unit is in kilometres.
    init?(name: String, distance: String?, centre: Coordinates?, words: QueryFieldWords) {
        let text = (distance ?? "\(Self.usualDistance)").lowercased()
        let digit = text.lastIndex { $0.isASCII && $0.isNumber }
        let end = digit.map { text.index(after: $0) } ?? text.startIndex
        let (number, word) = (text[..<end], String(text[end...]))
        guard let unit = word.isEmpty ? DistanceUnit.kilometres : DistanceUnit(typed: words.distanceUnit(word)),
            let kilometres = Double(number).map({ ($0 * unit.kilometres * 10).rounded() / 10 }),
            Self.distances.contains(kilometres)
        else { return nil }
        self.init(
            name: name,
            kilometres: kilometres,
            isInMiles: unit == .miles,
            centre: centre,
            typedDistance: distance
        )
    }

    /// The same circle around a place that was looked up, which is named so; without `centre` as people type it.
    package func around(_ centre: Coordinates?, named name: String? = nil) -> QueryArea {
        QueryArea(name: name ?? self.name, kilometres: kilometres, isInMiles: isInMiles, centre: centre)
    }

    var canonical: String {
        let distance = isInMiles ? (kilometres / DistanceUnit.kilometresPerMile * 10).rounded() / 10 : kilometres
        let whole = distance.rounded() == distance ? "\(Int(distance))" : "\(distance)"
        let place = centre.map { ",\($0.latitude),\($0.longitude)" } ?? ""
        return "near:\"\(name)\",\(whole)\(isInMiles ? "mi" : "km")\(place)"
    }

    func contains(_ positions: [Coordinates]) -> Bool {
        guard let centre else { return false }
        return positions.contains { $0.distance(to: centre) <= kilometres }
    }
}
