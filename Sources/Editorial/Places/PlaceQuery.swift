package import Gazetteer
internal import Geography
package import NewsModel

/// What a person typed for a place ("Turin", "Paris, TX", "Valencia Spain"), resolved to the places it may mean.
package struct PlaceQuery: Sendable {
    /// At most so many places are offered.
    package static let mostPlaces = 10

    /// The places, the likeliest first; several mean that the person has to choose.
    package let places: [Place]
    /// The places with those that contain them.
    package let named: [NamedPlace]
    /// The places that a bare name most likely means: the first, and those that are nearly as well known.
    package let likely: [NamedPlace]
    /// Whether what contains the place was typed, too ("Valencia, Spain").
    package let namesContainer: Bool
    /// Whether the first is so much better known than the others that a person means it.
    package let isClear: Bool

    /// All that have the typed name, places of one name beside each other too.
    private let found: [Place]

    /// The first place weighs so many times more than the second when it is meant.
    private static let clearness = 12.0

    /// - Parameter country: ISO 3166-1 code of the person's or the feed's country, which comes first among equals.
    /// - Parameter isTown: leave out regions, countries and whatever is too large for a position.
    package init(_ typed: String, gazetteer: Gazetteer, country: String? = nil, isTown: Bool = false) {
        let text = String(typed.prefix(200))
        var found = Self.places(named: text, gazetteer)
        namesContainer = found.isEmpty
        if found.isEmpty { found = Self.placesInside(text, gazetteer) }
        if isTown { found = found.filter { NewsPlace($0).kind.isTown } }
        self.found = found
        func weight(_ place: Place) -> Double {
            let base: Double =
                switch place.kind {
                case .continent: 1e13
                case .country: 1e11
                case .territory: 1e9
                case .area: 1e8
                case .county: 5e5
                case .region: Double(place.population) * 0.3
                case .city: Double(place.population) * (place.isCapital ? 5 : 1)
                }
            return base * (country != nil && place.countryCode == country ? 20 : 1)
        }
        let sorted = Self.distinct(found).sorted { (weight($0), $1.index) > (weight($1), $0.index) }
        places = Array(sorted.prefix(Self.mostPlaces))
        named = places.map { NamedPlace($0, in: gazetteer) }
        let least = (sorted.first.map(weight) ?? 0) / Self.clearness
        likely = zip(named, places).filter { weight($0.1) > least }.map(\.0)
        isClear = sorted.count == 1 || sorted.count > 1 && weight(sorted[0]) >= weight(sorted[1]) * Self.clearness
    }

    private static func places(named name: String, _ gazetteer: Gazetteer) -> [Place] {
        let isCapitals = name.unicodeScalars.allSatisfy { !$0.properties.isLowercase }
        let places = gazetteer.meanings(of: name).compactMap { meaning -> Place? in
            let isAbbreviation = meaning.flags.contains(.capitals) || meaning.flags.contains(.afterComma)
            guard !meaning.flags.contains(.demonym), !isAbbreviation || isCapitals else { return nil }
            return gazetteer.place(meaning.placeIndex)
        }
        return places
    }

    /// The names of a place and of those beside it that count as one choice with it: "Gaza Strip", "Gaza".
    func names(of place: NewsPlace) -> [String] {
        [place.name]
            + found.filter {
                $0.countryCode == place.country && $0.position.distance(to: place.position) < Self.beside
            }.map(\.name)
    }

    /// In kilometres.
    private static let beside = 60.0

    /// A city, its region and its county of the same name are one choice: the first of this order.
    private static func distinct(_ places: [Place]) -> [Place] {
        let order: [PlaceKind] = [.continent, .country, .territory, .city, .county, .area, .region]
        var chosen: [Place] = []
        for place in order.flatMap({ kind in places.filter { $0.kind == kind } }) {
            let isSame = chosen.contains {
                $0.countryCode == place.countryCode && $0.position.distance(to: place.position) < beside
            }
            if !isSame { chosen.append(place) }
        }
        return chosen
    }

    /// "Paris, TX" and "Valencia Spain": a name and the place around it.
    private static func placesInside(_ text: String, _ gazetteer: Gazetteer) -> [Place] {
        let words = text.split { ", ，".contains($0) }
        for count in stride(from: words.count - 1, through: 1, by: -1) {
            let name = words[..<count].joined(separator: " ")
            let rest = words[count...].joined(separator: " ")
            let outer = gazetteer.meanings(of: rest).filter { $0.kind != .city && !$0.flags.contains(.demonym) }
            guard !outer.isEmpty else { continue }
            let inner = gazetteer.meanings(of: name).filter { inner in
                !inner.flags.contains(.demonym) && outer.contains { PlaceContainment.holds($0, inner) }
            }
            let places = inner.compactMap { gazetteer.place($0.placeIndex) }
            if !places.isEmpty { return places }
        }
        return []
    }
}
