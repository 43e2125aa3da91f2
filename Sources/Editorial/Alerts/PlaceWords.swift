import Geography
import NewsModel
import TextAnalysis

/// What people write after `place:` and `near:`, as the places are stored.
package struct PlaceWords: Sendable {
    private let finder: PlaceFinder
    /// Words before or behind a place that ask for its surroundings ("flood near Valencia"), in lower case.
    private let nearWords: Set<String>
    /// "km" or "mi" by the words for them, in lower case.
    private let distanceUnits: [String: String]

    package init(_ finder: PlaceFinder, nearWords: Set<String>, distanceUnits: [String: String] = [:]) {
        self.finder = finder
        self.nearWords = nearWords
        self.distanceUnits = distanceUnits
    }

    /// The same query with the stored names of places for the names of any language.
    ///
    /// A name means the place that is best known under it, as in `near:`; several that are about as well known all
    /// count. Throws `AlertQueryError` when there is no such place.
    func resolved(_ query: Query) throws -> Query {
        let texts = query.phrases(of: .place).map(\.plainText) + query.textWords
        return try query.replacing(.place) { phrase in
            try resolved(phrase, beside: texts.filter { $0 != phrase.plainText })
        }
    }

    /// Alternatives, of each of which all names must be found; empty when the phrase works unchanged.
    ///
    /// - Parameter others: the other places and words that the query asks for.
    private func resolved(_ phrase: QueryPhrase, beside others: [String]) throws -> [[String]] {
        guard !phrase.hasStar else { return [] }
        let query = PlaceQuery(phrase.plainText, gazetteer: finder.gazetteer)
        guard !query.likely.isEmpty else {
            let text = String(phrase.plainText.prefix(60))
            throw AlertQueryError(LocalizedMessage("query.unknownPlace", ["text": .text(text)]))
        }
        guard !query.namesContainer else {
            return query.likely.map { named in [named.place.name, Namesakes.outer(of: named)?.name].compactMap(\.self) }
        }
        let names = query.likely.flatMap { query.names(of: $0.place) }
        // Recipients who are told of "New York" are told of "New York City", too.
        let shortest = names.filter { name in !names.contains { $0 != name && Namesakes.contains(name, $0) } }
        let distinct = shortest.enumerated().filter { shortest.firstIndex(of: $1) == $0 }.map { $0.element }
        guard query.isClear, let place = query.likely.first else { return distinct.map { [$0] } }
        return distinct.map { name in
            let namesakes = Namesakes(of: place, called: name, finder.gazetteer)
            return [name, namesakes.container(beside: others)].compactMap(\.self)
        }
    }

    /// The places that a value of `place:` means, when it is the name of several.
    func several(_ phrase: QueryPhrase) -> SeveralPlaces? {
        guard !phrase.hasStar else { return nil }
        let query = PlaceQuery(phrase.plainText, gazetteer: finder.gazetteer)
        guard query.likely.count > 1 else { return nil }
        return SeveralPlaces(
            text: String(phrase.plainText.prefix(60)),
            names: query.likely.map(Self.name),
            town: query.likely.first { $0.place.kind.isTown }.map(Self.name)
        )
    }

    /// `flood near Valencia 50km` as `flood near:"Valencia",50km`, if the last words are a place; a country or region
    /// is written as `place:"California"`.
    ///
    /// - Parameter isWhole: whether nothing need stand before it: `near Valencia`.
    package func withField(_ text: String, isWhole: Bool = false) -> String {
        let fewest = isWhole ? 0 : 1
        var words = text.split(separator: " ").map(String.init)
        separateEnding(of: &words)
        guard let near = words.lastIndex(where: { nearWords.contains($0.lowercased()) }), near >= fewest else {
            return text
        }
        // `洪水 莱比锡 附近`: languages whose words for it stand behind the place.
        let isBehind = near + 1 == words.count
        guard !isBehind || near > fewest && !words[near].utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var place = isBehind ? [words[near - 1]] : Array(words[(near + 1)...])
        var distance = ""
        // `50 km` is `50km`.
        if place.count > 2, let unit = place.last, place[place.count - 2].allSatisfy({ $0.isASCII && $0.isNumber }),
            DistanceUnit(typed: distanceUnits[unit.lowercased()] ?? unit.lowercased()) != nil
        {
            place.removeLast()
            place[place.count - 1] += unit
        }
        if place.count > 1, let last = place.last {
            if last.first?.isNumber == true {
                distance = "," + place.removeLast()
            } else if isNegativeDistance(last) {
                distance = ",-\(place.removeLast().dropFirst())"
            }
        }
        let name = place.joined(separator: " ")
        // Signs of the query language are no part of a name.
        guard !name.contains(where: { "\"“”()|:".contains($0) }) else { return text }
        let query = PlaceQuery(name, gazetteer: finder.gazetteer)
        guard let first = query.named.first else { return text }
        words.removeSubrange((isBehind ? near - 1 : near)...)
        let isArea = query.isClear && !first.place.kind.isTown && distance.isEmpty
        words.append(isArea ? "place:\"\(name)\"" : "near:\"\(name)\"" + distance)
        return words.joined(separator: " ")
    }

    /// `-5km` is no distance that there can be; `-2024` excludes a word.
    private func isNegativeDistance(_ word: String) -> Bool {
        guard let sign = word.first, sign.isMinus else { return false }
        let number = word.dropFirst().lowercased()
        let unit = String(number.drop { $0.isASCII && $0.isNumber || $0 == "." })
        return unit.count < number.count && DistanceUnit(typed: distanceUnits[unit] ?? unit) != nil
    }

    /// `莱比锡附近` is a place and a word, in scripts without spaces.
    private func separateEnding(of words: inout [String]) {
        guard let last = words.last, !nearWords.contains(last),
            let ending = nearWords.first(where: { !$0.utf8.allSatisfy { $0 < 0x80 } && last.hasSuffix($0) })
        else { return }
        words[words.count - 1] = String(last.dropLast(ending.count))
        words.append(ending)
    }

    /// Whether a text ends in "near me": `names` are the words by which people mean themselves, in lower case.
    package func asksNear(_ names: [String], in text: String) -> Bool {
        let text = " " + text.lowercased()
        return nearWords.contains { near in
            names.contains { text.hasSuffix(" \(near) \($0)") || text.hasSuffix(" \($0)\(near)") }
        }
    }

    /// The circle around the place that is named, which must be a town and only one.
    func resolved(_ area: QueryArea) throws -> QueryArea {
        guard area.centre == nil else { return area }
        let query = PlaceQuery(area.name, gazetteer: finder.gazetteer, isTown: true)
        let text = MessageArgument.text(String(area.name.prefix(60)))
        guard let first = query.named.first else {
            if let apart = try withDistanceApart(area) { return try resolved(apart) }
            let isKnown = !PlaceQuery(area.name, gazetteer: finder.gazetteer).named.isEmpty
            throw AlertQueryError(LocalizedMessage(isKnown ? "query.noTown" : "query.unknownPlace", ["text": text]))
        }
        guard query.isClear else {
            let names = query.named.enumerated().map { "\($0 + 1). “\(Self.name(of: $1))”" }.joined(separator: " ")
            throw AlertQueryError(
                LocalizedMessage(
                    "query.severalPlaces",
                    ["text": text, "n": .number(query.named.count), "names": .text(names)]
                )
            )
        }
        return area.around(first.place.position, named: Self.name(of: first))
    }

    /// `near:"Toronto 50km"` as `near:"Toronto",50km`; nil unless the name is that of a place and ends in a distance.
    ///
    /// Throws `AlertQueryError` for a distance that is out of range, and where another one stands behind the name.
    private func withDistanceApart(_ area: QueryArea) throws -> QueryArea? {
        guard let last = area.name.lastIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let word = area.name[area.name.index(after: last)...].filter { $0 != " " }.lowercased()
        var name = area.name[...last]
        var digits = ""
        while let digit = name.last, digit.isASCII, digit.isNumber || digit == "." {
            digits = String(digit) + digits
            name.removeLast()
        }
        if let sign = name.last, sign.isMinus {
            digits = "-" + digits
            name.removeLast()
        }
        while let sign = name.last, " ,，".contains(sign) { name.removeLast() }
        guard let unit = word.isEmpty ? DistanceUnit.kilometres : DistanceUnit(typed: distanceUnits[word] ?? word),
            let number = Double(digits), !PlaceQuery(String(name), gazetteer: finder.gazetteer).named.isEmpty
        else { return nil }
        let kilometres = (number * unit.kilometres * 10).rounded() / 10
        guard QueryArea.distances.contains(kilometres) else {
            throw AlertQueryError(QueryError.badDistance(digits + word))
        }
        if let second = area.typedDistance { throw AlertQueryError(QueryError.twoDistances(digits + word, second)) }
        return QueryArea(name: String(name), kilometres: kilometres, isInMiles: unit == .miles, centre: nil)
    }

    /// "Valencia, Spain": as a person can write it.
    private static func name(of named: NamedPlace) -> String {
        ([named.place.name] + [Namesakes.outer(of: named)?.name].compactMap(\.self)).joined(separator: ", ")
    }
}

/// A value of `place:` that is the name of several places, all of which count.
package struct SeveralPlaces: Hashable, Sendable {
    /// As it was typed.
    package var text: String
    /// "New York City, New York", the likeliest first.
    package var names: [String]
    /// The first of them that is a town, which `near:` can ask for alone.
    package var town: String?
}
