import Editorial
import Foundation
import TextAnalysis

/// Headlines from lines of ID<TAB>TIME<TAB>SOURCE<TAB>TITLE.
struct HeadlineList {
    struct Headline {
        var id: String
        /// Unix seconds.
        var time: Double
        var source: String
        var title: String
    }

    struct Problem: Error {
        /// From 1.
        var line: Int
        var reason: String
    }

    private(set) var headlines: [Headline] = []
    private(set) var problems: [Problem] = []

    init(_ bytes: Data) {
        var known: Set<String> = []
        var latest = -Double.infinity
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            do {
                let headline = try Self.headline(Data(line), number: index + 1)
                guard headline.time >= latest else {
                    throw Problem(line: index + 1, reason: "the time is before that of the line before")
                }
                guard known.insert(headline.id).inserted else {
                    throw Problem(line: index + 1, reason: "'\(headline.id)' was there before")
                }
                latest = headline.time
                headlines.append(headline)
            } catch let problem as Problem {
                problems.append(problem)
            } catch {}
        }
    }

    private static func headline(_ line: Data, number: Int) throws(Problem) -> Headline {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Problem(line: number, reason: "not a text in UTF-8")
        }
        let line = text.unicodeScalars.last == "\r" ? String(text.unicodeScalars.dropLast()) : text
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard columns.count == 4 else {
            throw Problem(line: number, reason: "\(columns.count) columns instead of 4: ID, TIME, SOURCE, TITLE")
        }
        guard !columns[0].isEmpty else { throw Problem(line: number, reason: "the ID is missing") }
        guard let time = Double(columns[1]), time.isFinite, abs(time) < 1e12 else {
            throw Problem(line: number, reason: "'\(columns[1])' is no time in Unix seconds")
        }
        return Headline(id: columns[0], time: time, source: columns[2], title: columns[3])
    }

    /// For each headline the first one of its story and the one whose news it repeats, or itself.
    func stories(analyser: ArticleAnalyser) -> [(id: String, story: String, news: String)] {
        let index = StoryIndex()
        var sources: [String: UInt64] = [:]
        var roots: [Int64: Int64] = [:]
        let placements = headlines.enumerated().compactMap { number, headline -> StoryPlacement? in
            let source = sources[headline.source, default: UInt64(sources.count)]
            sources[headline.source] = source
            let text = analyser.text(title: headline.title)
            let report = analyser.report(of: text, source: source, time: headline.time)
            let placement = index.add(Int64(number), report, as: index.propose(report))
            for merged in placement?.merged ?? [] { roots[merged] = placement?.story }
            return placement
        }
        return zip(headlines, placements).map { headline, placement in
            var story = placement.story
            while let root = roots[story] { story = root }
            return (headline.id, headlines[Int(story)].id, headlines[Int(placement.news)].id)
        }
    }
}
