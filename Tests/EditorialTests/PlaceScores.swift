import Foundation
import Gazetteer
import Geography
import Testing

@testable import Editorial

/// Scores on labelled news articles.
///
/// Every other article may be looked at when rules are made; the rest check them.
struct PlaceScores {
    private struct Labelled {
        var start: Int
        var end: Int
        var position: Coordinates
    }

    private struct Counts {
        var right = 0
        var wrong = 0
        var missed = 0
        var near = 0

        var f1: Double { 2 * Double(right) / Double(max(1, 2 * right + wrong + missed)) }
        var accuracy: Double { Double(near) / Double(max(1, right)) }
    }

    private static let articles: [(text: String, places: [Labelled])] = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        for root in [beside, "/work"] {
            let path = root + "/shared/corpora/geo/labelled/GeoVirus.xml"
            if let text = try? String(contentsOfFile: path, encoding: .utf8) { return read(text) }
        }
        return []
    }()

    private static func content(_ tag: String, of text: Substring) -> String {
        guard let open = text.range(of: "<\(tag)>"), let close = text.range(of: "</\(tag)>") else { return "" }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
            .reduce(String(text[open.upperBound..<close.lowerBound])) {
                $0.replacingOccurrences(of: $1.0, with: $1.1)
            }
    }

    // Positions in the file count from 1.
    private static func read(_ xml: String) -> [(text: String, places: [Labelled])] {
        let shown = xml.components(separatedBy: "<!--").enumerated().map { offset, piece in
            offset == 0 ? piece : piece.components(separatedBy: "-->").dropFirst().joined(separator: "-->")
        }
        return shown.joined().components(separatedBy: "<article>").dropFirst().map { article in
            let places = article.components(separatedBy: "<location>").dropFirst().map { location in
                let part = Substring(location)
                return Labelled(
                    start: (Int(content("start", of: part)) ?? 0) - 1,
                    end: (Int(content("end", of: part)) ?? 0) - 1,
                    position: Coordinates(
                        latitude: Double(content("lat", of: part)) ?? 0,
                        longitude: Double(content("lon", of: part)) ?? 0
                    )
                )
            }
            return (content("text", of: Substring(article)), places)
        }
    }

    private func count(_ articles: some Sequence<(text: String, places: [Labelled])>, _ finder: PlaceFinder) -> Counts {
        var counts = Counts()
        for article in articles {
            let found = finder.places(in: article.text).filter { !$0.isDemonym }
            var labelled: [Range<Int>: Coordinates] = [:]
            for place in article.places where place.start < place.end {
                labelled[place.start..<place.end] = place.position
            }
            for place in found {
                guard let position = labelled.removeValue(forKey: place.range) else {
                    counts.wrong += 1
                    continue
                }
                counts.right += 1
                if place.place.position.distance(to: position) <= 161 { counts.near += 1 }
            }
            counts.missed += labelled.count
        }
        return counts
    }

    @Test(.enabled(if: !articles.isEmpty, "the shared corpora are not here"))
    func `places of GeoVirus are found and placed`() throws {
        let finder = PlaceFinder(gazetteer: try SharedGazetteer.gazetteer.get())
        let numbered = Array(Self.articles.enumerated())
        let halves = [
            ("places-geovirus", Self.articles),
            ("places-geovirus-build-half", numbered.filter { $0.offset % 2 == 0 }.map(\.element)),
            ("places-geovirus-check-half", numbered.filter { $0.offset % 2 == 1 }.map(\.element)),
        ]
        for (name, articles) in halves {
            let counts = count(articles, finder)
            let f1 = String(format: "%.3f", counts.f1)
            let percent = String(format: "%.1f", counts.accuracy * 100)
            let all = counts.right + counts.missed
            print("score\t\(name)\tF1 \(f1)\t\(counts.right)/\(all) found\t\(counts.wrong) wrong")
            print("score\t\(name)-161km\t\(counts.near)/\(counts.right)\t\(percent) %\t")
            #expect(counts.f1 >= 0.87)
            #expect(counts.accuracy >= 0.8)
        }
    }

    @Test(.enabled(if: !articles.isEmpty, "the shared corpora are not here"))
    func `more than a third of the articles are placed by their beginning`() throws {
        let finder = PlaceFinder(gazetteer: try SharedGazetteer.gazetteer.get())
        let placed = Self.articles.count { article in
            finder.places(title: "", summary: "", body: article.text).contains { !$0.isDemonym && $0.confidence >= 0.4 }
        }
        let percent = String(format: "%.1f", Double(placed) / Double(Self.articles.count) * 100)
        print("score\tplaces-share-of-articles\t\(placed)/\(Self.articles.count)\t\(percent) %\t")
        #expect(placed * 100 >= Self.articles.count * 35)
    }
}
