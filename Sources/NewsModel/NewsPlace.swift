package import Geography

/// A place on the map that articles name.
package struct NewsPlace: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case city, region, country, territory, continent, area, county
    }

    /// The gazetteer's number, which later gazetteers keep.
    package var id: Int64
    package var name: String
    package var kind: Kind
    package var position: Coordinates
    /// ISO 3166-1 alpha-2; nil for what belongs to several countries or none.
    package var country: String?

    package init(
        id: Int64,
        name: String,
        kind: Kind,
        position: Coordinates,
        country: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.position = position
        self.country = country
    }
}

/// A place as lists show it.
package struct ListedPlace: Sendable, Hashable {
    /// Its number (`NewsPlace.id`).
    package var id: Int64
    /// Its name, and those of the places around it.
    package var names: [String]
    /// Of a town; nil for regions and countries, whose middle is no place where something happened.
    package var position: Coordinates?

    package init(id: Int64, names: [String], position: Coordinates?) {
        self.id = id
        self.names = names
        self.position = position
    }
}

extension NewsPlace.Kind {
    /// Whether it is small enough for its position to tell where something happened.
    package var isTown: Bool { [.city, .county, .territory].contains(self) }
}

/// A place that an article names.
package struct NamedPlace: Sendable, Hashable {
    package var place: NewsPlace
    /// The places that contain it, from the smallest to the continent.
    package var containers: [NewsPlace]
    /// About how far it extends, in kilometres.
    package var radius: Double
    /// From 0 to 1: that the article means this place.
    package var confidence: Double

    package init(place: NewsPlace, containers: [NewsPlace] = [], radius: Double = 0, confidence: Double) {
        self.place = place
        self.containers = containers
        self.radius = radius
        self.confidence = confidence
    }
}

/// A part of the map that news is asked of.
package enum PlaceArea: Sendable, Hashable {
    /// Towns within so many kilometres of a place, and the place itself.
    case around(NewsPlace, kilometres: Double)
    /// A place and all that lies in it.
    case inside(NewsPlace)
}

/// A place, and the stories of a selection that name it.
package struct PlaceNews: Hashable, Sendable {
    package var place: NewsPlace
    /// Events: related stories count once.
    package var stories: Set<StoryID>

    package init(place: NewsPlace, stories: Set<StoryID>) {
        self.place = place
        self.stories = stories
    }
}
