// PlaceFinder reads which places a text names, and where on the earth they are. It is pure and takes time linear in the
// text's length. It finds the longest names of the gazetteer (`NameMatching`), judges from the words around them
// and from each other whether they mean places (`NameEvidence`, `NamesTogether`), adds places that the gazetteer does
// not know where the text says what they are (`UnknownPlaces`), and chooses between places of one name (`PlaceChoice`).

package import Gazetteer

/// Finds the places that texts name.
package struct PlaceFinder: Sendable {
    /// How much of an article's body is read, in Unicode scalars.
    package static let bodyLength = 500
    /// How much of any text is read, in Unicode scalars.
    package static let longestText = 50_000

    package let gazetteer: Gazetteer

    /// Differs when the same text may be read differently: by other rules or another gazetteer.
    package var edition: String { "\(Self.version) \(gazetteer.count) \(gazetteer.size)" }

    package init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
    }

    /// The places that an article names in its title, its summary and the beginning of its body, in the text's order.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1; nil when unknown.
    ///   - country: ISO 3166-1 code of the feed's own country, which is preferred among places of one name.
    package func places(
        title: String,
        summary: String,
        body: String,
        language: String? = nil,
        country: String? = nil
    ) -> [FoundPlace] {
        let titleScalars = title.unicodeScalars.count
        let summaryScalars = summary.unicodeScalars.count
        var text = title
        text.reserveCapacity(title.utf8.count + summary.utf8.count + Self.bodyLength * 3)
        text += "\n"
        text += summary
        text += "\n"
        text += Substring(body.unicodeScalars.prefix(Self.bodyLength))
        let parts: [(FoundPlace.Part, Int)] = [
            (.title, 0), (.summary, titleScalars + 1), (.body, titleScalars + summaryScalars + 2),
        ]
        return find(text, parts: parts, language: language, country: country)
    }

    /// The places that one text names, read as a body whole up to `longestText`.
    package func places(in text: String, language: String? = nil, country: String? = nil) -> [FoundPlace] {
        find(text, parts: [(.body, 0)], language: language, country: country)
    }

    private func find(
        _ text: String,
        parts: [(FoundPlace.Part, Int)],
        language: String?,
        country: String?
    ) -> [FoundPlace] {
        let placeText = PlaceText(text, gazetteer: gazetteer, longest: Self.longestText)
        var mentions = NameMatching(text: placeText, language: language).mentions()
        let feedCountry = country.flatMap(gazetteer.country(code:))?.index
        NameEvidence(text: placeText, feedCountry: feedCountry, nounsHaveCapitals: language == "de")
            .judge(&mentions)
        NamesTogether(text: placeText).judge(&mentions)
        UnknownPlaces(text: placeText).extend(&mentions)
        PlaceChoice(text: placeText, feedCountry: feedCountry).choose(&mentions)
        return found(mentions, placeText, text, parts)
    }

    private func found(
        _ mentions: [PlaceMention],
        _ placeText: PlaceText,
        _ text: String,
        _ parts: [(FoundPlace.Part, Int)]
    ) -> [FoundPlace] {
        var found: [FoundPlace] = []
        var scalarIndex = text.unicodeScalars.startIndex
        var scalarPosition = 0
        for mention in mentions where mention.score > 0 {
            guard let meaning = mention.best ?? mention.container,
                let place = gazetteer.place(meaning.placeIndex)
            else { continue }
            let start = placeText.words[mention.words.lowerBound].scalars.lowerBound
            let end = placeText.words[mention.words.upperBound - 1].scalars.upperBound + (mention.endsWithStop ? 1 : 0)
            let from = text.unicodeScalars.index(scalarIndex, offsetBy: start - scalarPosition)
            let to = text.unicodeScalars.index(from, offsetBy: end - start)
            (scalarIndex, scalarPosition) = (to, end)
            guard let (part, partStart) = parts.last(where: { $0.1 <= start }) else { continue }
            let certainty = mention.score / (mention.score + 1.5) * mention.certainty
            found.append(
                FoundPlace(
                    name: String(text.unicodeScalars[from..<to]),
                    part: part,
                    range: start - partStart..<end - partStart,
                    place: place,
                    isDemonym: meaning.flags.contains(.demonym) && mention.best != nil,
                    confidence: (certainty * 100).rounded() / 100,
                    reason: mention.evidence.description
                )
            )
        }
        return found
    }
}

/// A place that a text names.
package struct FoundPlace: Sendable, Hashable {
    /// Where in an article a name stands.
    package enum Part: Sendable, Hashable {
        case title, summary, body
    }

    /// The name as the text has it.
    package let name: String
    package let part: Part
    /// The name's Unicode scalars in its part, from 0.
    package let range: Range<Int>
    /// If the gazetteer does not know the name, the smallest known place around it.
    package let place: Place
    /// The name is a word for people or things of the place ("Kenyan"), which is no mention of the place itself.
    package let isDemonym: Bool
    /// From 0 to 1: that the name means a place, and this one.
    package let confidence: Double
    /// Why, for machines and people who tune the rules: evidence words with + between them
    /// ("after-preposition+inside:US.TX").
    package let reason: String
}
