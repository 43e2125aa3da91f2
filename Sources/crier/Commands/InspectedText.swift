import Editorial
import Foundation
import Gazetteer
import Geography
import TextAnalysis

/// What the bot reads from a plain text.
struct InspectedText: Encodable {
    struct ShownPlace: Encodable {
        var name: String
        /// ISO 3166-1 alpha-2; empty for what belongs to several countries or none.
        var country: String
        var latitude: Double
        var longitude: Double
        /// In Unicode scalars from 0; `end` is behind the last one.
        var start: Int
        var end: Int
    }

    /// A first line longer than this, in characters, is no title.
    private static let longestTitle = 250

    var file: String
    /// BCP 47; empty when nothing says which.
    var language: String
    var keywords: [String]
    var places: [ShownPlace]

    init(_ text: String, file: String, analyser: ArticleAnalyser, places finder: PlaceFinder) {
        let body = text.drop { $0.isWhitespace }
        let first = body.prefix { !$0.isNewline }
        let hasTitle = first.count < body.count && first.count <= Self.longestTitle
        let article = analyser.text(
            title: hasTitle ? String(first) : "",
            summary: hasTitle ? String(body.dropFirst(first.count)) : String(body)
        )
        self.file = file
        language = article.language.language ?? ""
        keywords = analyser.analysis(of: article).keyphrases.map(\.text)
        places = finder.places(in: text, language: article.language.language).filter { !$0.isDemonym }.map {
            ShownPlace(
                name: $0.place.name,
                country: $0.place.countryCode ?? "",
                latitude: $0.place.position.latitude,
                longitude: $0.place.position.longitude,
                start: $0.range.lowerBound,
                end: $0.range.upperBound
            )
        }
    }

    /// One line of JSON.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
