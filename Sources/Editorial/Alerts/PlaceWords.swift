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
}
