import Geography
import NewsModel
import TextAnalysis

/// What people write after `place:`, as the places are stored.
package struct PlaceWords: Sendable {
    private let finder: PlaceFinder

    package init(_ finder: PlaceFinder) { self.finder = finder }

    /// The place's stored name for a name of any language; empty when the phrase works unchanged.
    ///
    /// Throws `AlertQueryError` when there is no such place.
    func resolved(_ phrase: QueryPhrase) throws -> String {
        guard !phrase.hasStar else { return "" }
        let typed = phrase.plainText
        guard let place = PlaceQuery(typed, gazetteer: finder.gazetteer).named.first?.place else {
            let text = String(typed.prefix(60))
            throw AlertQueryError(LocalizedMessage("query.unknownPlace", ["text": .text(text)]))
        }
        return "\"\(place.name)\""
    }

    /// `flood near Valencia 50km` as `flood near:"Valencia",50km`, if the last words are a place; a country or region is
    /// written as `place:"California"`.
    package func withField(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        guard let near = words.lastIndex(where: { Self.nearWords.contains($0.lowercased()) }), near > 0,
            near + 1 < words.count
        else { return text }
        var place = Array(words[(near + 1)...])
        var distance = ""
        if place.count > 1, let last = place.last, last.first?.isNumber == true { distance = "," + place.removeLast() }
        let name = place.joined(separator: " ")
        // Signs of the query language are no part of a name.
        guard !name.contains(where: { "\"“”()|:".contains($0) }) else { return text }
        let query = PlaceQuery(name, gazetteer: finder.gazetteer)
        guard let first = query.named.first else { return text }
        words.removeSubrange(near...)
        if query.isClear, !first.place.kind.isTown, distance.isEmpty {
            return words.joined(separator: " ") + " place:\"\(name)\""
        }
        return words.joined(separator: " ") + " near:\"\(name)\"" + distance
    }

    private static let nearWords: Set = ["near", "around"]

    /// Whether a text ends in "near me": `names` are the words by which people mean themselves, in lower case.
    package static func asksNear(_ names: [String], in text: String) -> Bool {
        let text = " " + text.lowercased()
        return nearWords.contains { near in names.contains { text.hasSuffix(" \(near) \($0)") } }
    }

    /// The circle around the place that is named, which must be a town and only one.
    func resolved(_ area: QueryArea) throws -> QueryArea {
        guard area.centre == nil else { return area }
        let query = PlaceQuery(area.name, gazetteer: finder.gazetteer)
        let text = MessageArgument.text(String(area.name.prefix(60)))
        guard let first = query.named.first else {
            throw AlertQueryError(LocalizedMessage("query.unknownPlace", ["text": text]))
        }
        guard query.isClear else {
            let names = query.named.map { "“\(Self.name(of: $0))”" }.joined(separator: ", ")
            throw AlertQueryError(LocalizedMessage("query.severalPlaces", ["text": text, "names": .text(names)]))
        }
        guard first.place.kind.isTown else {
            throw AlertQueryError(LocalizedMessage("query.noTown", ["text": text]))
        }
        return QueryArea(name: Self.name(of: first), kilometres: area.kilometres, centre: first.place.position)
    }

    /// "Valencia, Spain": as a person can write it.
    private static func name(of named: NamedPlace) -> String {
        let country = named.containers.last { $0.kind == .country }
        let region = named.place.country == "US" ? named.containers.first { $0.kind == .region } : nil
        return ([named.place.name] + [region ?? country].compactMap { $0?.name }).joined(separator: ", ")
    }
}
