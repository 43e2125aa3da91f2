import Gazetteer
import NewsModel
import TextAnalysis

/// The places that share the name of one that is better known: Paris in Texas.
struct Namesakes {
    private let place: NamedPlace
    private let gazetteer: Gazetteer
    /// All that have the name.
    private let known: [NamedPlace]
    /// Those that neither contain the place nor lie in it.
    private let others: [NamedPlace]

    init(of place: NamedPlace, called name: String, _ gazetteer: Gazetteer) {
        self.place = place
        self.gazetteer = gazetteer
        let known = PlaceQuery(name, gazetteer: gazetteer).named
        let around = Set(place.containers.map(\.id))
        self.known = [place] + known
        others = known.filter { other in
            other.place.id != place.place.id && !around.contains(other.place.id)
                && !other.containers.contains { $0.id == place.place.id } && Self.contains(other.place.name, name)
        }
    }

    /// The name of a place around the place, by which a query can tell it from most of the others; nil if there are
    /// none, or if the query says already which is meant.
    ///
    /// - Parameter texts: the other places and words that the query asks for ("Texas").
    func container(beside texts: [String]) -> String? {
        guard !others.isEmpty, !texts.contains(where: isRelated) else { return nil }
        let containers = [Self.outer(of: place)].compactMap(\.self) + place.containers
        guard let best = containers.min(by: { countInside($0) < countInside($1) }), countInside(best) < others.count
        else { return nil }
        return best.name
    }

    private func countInside(_ container: NewsPlace) -> Int {
        others.count { other in
            ([other.place] + other.containers).contains { Self.contains($0.name, container.name) }
        }
    }

    /// Whether a text names a place around one of this name, or a place inside one: "Texas" for "Paris".
    private func isRelated(_ text: String) -> Bool {
        let meant = PlaceQuery(text, gazetteer: gazetteer).named
        let inside = Set(meant.map(\.place.id))
        let around = Set(meant.flatMap(\.containers).map(\.id))
        return known.contains { known in
            around.contains(known.place.id) || known.containers.contains { inside.contains($0.id) }
        }
    }

    /// Whether a name has another one as whole words.
    static func contains(_ name: String, _ part: String) -> Bool {
        " \(TextFolding.folded(name)) ".contains(" \(TextFolding.folded(part)) ")
    }

    /// The country, or in the United States the region, in which a place lies.
    static func outer(of named: NamedPlace) -> NewsPlace? {
        let region = named.place.country == "US" ? named.containers.first { $0.kind == .region } : nil
        return region ?? named.containers.last { $0.kind == .country }
    }
}
