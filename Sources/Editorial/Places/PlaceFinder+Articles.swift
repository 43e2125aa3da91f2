package import Gazetteer
package import NewsModel

extension PlaceFinder {
    /// Rises when the same article would be given other places.
    package static let version = 4
    /// Places that are less sure are not kept, and no more than so many of one article.
    package static let leastConfidence = 0.4
    package static let mostPlaces = 8

    /// The places that an article is about: each once, the surest first; arguments as for `places`.
    package func namedPlaces(
        title: String,
        summary: String,
        body: String = "",
        language: String? = nil,
        country: String? = nil
    ) -> [NamedPlace] {
        var best: [UInt32: FoundPlace] = [:]
        let found = places(title: title, summary: summary, body: body, language: language, country: country)
        for place in found where !place.isDemonym && place.confidence >= Self.leastConfidence {
            guard best[place.place.id].map({ $0.confidence < place.confidence }) ?? true else { continue }
            best[place.place.id] = place
        }
        return best.values.sorted { ($1.confidence, $0.place.id) < ($0.confidence, $1.place.id) }
            .prefix(Self.mostPlaces)
            .map { found in
                NamedPlace(found.place, in: gazetteer, confidence: found.confidence)
            }
    }

    /// What readers of a language call a place (`NewsPlace.id`); nil where it is the usual English name.
    package func name(of id: Int64, in language: String) -> String? {
        guard language.hasPrefix("zh"), let place = UInt32(exactly: id).flatMap(gazetteer.place(id:)) else {
            return nil
        }
        return place.chineseName.isEmpty ? nil : place.chineseName
    }

    /// The place with a number (`NewsPlace.id`).
    package func place(_ id: Int64) -> NamedPlace? {
        UInt32(exactly: id).flatMap(gazetteer.place(id:)).map { NamedPlace($0, in: gazetteer) }
    }
}

extension NamedPlace {
    init(_ place: Place, in gazetteer: Gazetteer, confidence: Double = 1) {
        self.init(
            place: NewsPlace(place),
            containers: gazetteer.containers(of: place).map { NewsPlace($0) },
            radius: Double(place.radius),
            confidence: confidence
        )
    }
}

extension NewsPlace {
    package init(_ place: Place) {
        let kind: Kind =
            switch place.kind {
            case .city: .city
            case .region: .region
            case .country: .country
            case .territory: .territory
            case .continent: .continent
            case .area: .area
            case .county: .county
            }
        self.init(
            id: Int64(place.id),
            name: place.name,
            kind: kind,
            position: place.position,
            country: place.countryCode
        )
    }
}
