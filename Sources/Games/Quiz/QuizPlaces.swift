import Geography
import NewsModel

/// The places that the headlines in sight name: their rank and their region.
struct QuizPlaces {
    private static let continents: Set<String> = [
        "Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America",
    ]
    /// Towns no further apart than this, in kilometres, are in one region of the world.
    private static let region = 2_500.0

    /// By the names that headlines have for them.
    private var known: [String: ListedPlace] = [:]
    /// Names that headlines have for more than one place, such as "Perth".
    private var ambiguous: Set<String> = []
    /// Countries with their continents; "" where no headline shows it.
    private(set) var countries: [String: String] = [:]

    init(_ headlines: [QuizHeadline]) {
        for (headline, place) in headlines.flatMap({ headline in headline.places.map { (headline, $0) } }) {
            guard let name = headline.name(of: place) else { continue }
            if let other = known[name], other.id != place.id { ambiguous.insert(name) }
            known[name] = known[name] ?? place
            if let index = place.names.firstIndex(where: Self.continents.contains), index > 0 {
                countries[place.names[index - 1]] = place.names[index]
            }
        }
    }

    func isAmbiguous(_ name: String) -> Bool { ambiguous.contains(name) }

    /// "town", "country" or "region"; nil for continents, seas and what is not known to be any of them.
    func rank(of place: ListedPlace) -> String? {
        guard let name = place.names.first, !Self.continents.contains(name) else { return nil }
        if place.position != nil { return "town" }
        if countries[name] != nil, Self.countryIndex(place) == 0 { return "country" }
        return country(of: place) == nil ? nil : "region"
    }

    /// The country that a place is in; nil when it is one or lies in none that a headline is known to name.
    func country(of place: ListedPlace) -> String? {
        let index = Self.countryIndex(place)
        guard index > 0, countries[place.names[index]] != nil else { return nil }
        return place.names[index]
    }

    /// Where the country stands among the names of a place: last, or before the continent.
    ///
    /// By its name alone the state of Georgia could be taken for the country.
    private static func countryIndex(_ place: ListedPlace) -> Int {
        (place.names.firstIndex(where: continents.contains) ?? place.names.count) - 1
    }

    /// Whether two places of the same rank are in one region.
    func areNear(_ name: String, _ other: String) -> Bool {
        guard let first = known[name], let second = known[other] else { return false }
        if let here = first.position, let there = second.position {
            return here.distance(to: there) <= Self.region
        }
        if let here = continent(first), let there = continent(second) { return here == there }
        return country(of: first) == country(of: second)
    }

    private func continent(_ place: ListedPlace) -> String? { place.names.first.flatMap { countries[$0] } }

    /// Whether one of the places lies in the other.
    func contains(_ name: String, _ other: String) -> Bool {
        guard let first = known[name], let second = known[other] else { return false }
        func holds(_ inner: ListedPlace, _ outer: ListedPlace) -> Bool {
            outer.names.first.map { inner.names.dropFirst().contains($0) } ?? false
        }
        return holds(first, second) || holds(second, first)
    }
}
