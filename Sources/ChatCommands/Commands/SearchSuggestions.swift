internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// What to try when nothing was found; all of it comes from what the reader may see.
struct SearchSuggestions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Newest articles whose titles give words.
    private static let mostTitles = 5_000
    /// Shorter words have too many neighbours.
    private static let shortestWord = 4
    private static let mostTried = 4

    func answer(
        to request: SearchRequest,
        _ result: SearchResult,
        _ view: ListView,
        run: (ArticleSearch) async throws -> SearchResult
    ) async throws -> [Answer] {
        var body = SearchLines(context).understood(request) + localizer.richText("search.none")
        if let line = try await ListViews(context).line(view) { body.blocks.insert(line, at: 0) }
        if let looked = SearchLines(context).looked(result) { body = body + looked }
        var suggestions = try await likeWords(request)
        for line in try await wider(request, run) where suggestions.count < 2 { suggestions.append(line) }
        if suggestions.isEmpty {
            suggestions.append(localizer.richText("search.nothingElse", ["hint": .text(hint("headlines"))]))
        }
        return show(suggestions.reduce(body, +))
    }

    /// “Did you mean”: a word of titles in sight, instead of one that is in none of them.
    private func likeWords(_ request: SearchRequest) async throws -> [RichText] {
        let typed = Set(request.query?.words ?? []).filter { $0.unicodeScalars.count >= Self.shortestWord }
        guard !typed.isEmpty else { return [] }
        let known = try await services.store.titleWords(in: sight, newest: Self.mostTitles)
        let words = known.filter { $0.key.unicodeScalars.count >= Self.shortestWord }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return typed.sorted().filter { known[$0] == nil }.compactMap { word in
            // A word inside a smart feed is not one that was typed.
            guard replaced(word, by: "", in: request.typedQuery) != replaced("", by: "", in: request.typedQuery),
                let near = ClosestMatch.suggestion(for: word, among: words)
            else { return nil }
            let typed = self.line(request, query: replaced(word, by: near, in: request.typedQuery))
            return localizer.richText("search.didYouMean", ["word": .text(near), "hint": .text(typed)])
        }
    }

    /// With `other` wherever the word stands whole, also behind a field or in brackets.
    private func replaced(_ word: String, by other: String, in query: String) -> String {
        var (result, current) = ("", "")
        for letter in query + " " {
            if letter.isLetter || letter.isNumber {
                current.append(letter)
            } else {
                result += TextFolding.folded(current) == word ? other : current
                result.append(letter)
                current = ""
            }
        }
        return String(result.dropLast())
    }

    /// The same search at any time, or without one of its parts, where that finds something.
    private func wider(
        _ request: SearchRequest,
        _ run: (ArticleSearch) async throws -> SearchResult
    ) async throws -> [RichText] {
        let now = QueryTime(now: time, zone: calendar.timeZone)
        if request.times != nil {
            var search = request.search(limit: 1, at: now)
            (search.from, search.to) = (.distantPast, .distantFuture)
            if try await !run(search).hits.isEmpty {
                return [localizer.richText("search.anyTime", ["hint": .text(line(request, query: request.typedQuery))])]
            }
        }
        // The words inside a smart feed cannot be left out.
        let parts = request.asksSmart ? [] : request.query?.simpler ?? []
        for (left, rest) in parts.prefix(Self.mostTried) {
            var search = request.search(limit: 1, at: now)
            search.query = rest
            guard try await !run(search).hits.isEmpty else { continue }
            let simpler = line(request, query: Query.shown(rest.canonical))
            return [localizer.richText("search.without", ["word": .text(left), "hint": .text(simpler)])]
        }
        return []
    }

    /// A search in operators, as it is typed here.
    private func line(_ request: SearchRequest, query: String) -> String {
        var parts = query.isEmpty ? [] : [query]
        if let category = request.sentence.category { parts.append("category:\"\(category)\"") }
        if let source = request.sentence.source { parts.append("feed:\"\(source.name)\"") }
        let words = parts.joined(separator: " ")
        return hint("search \(words)")
    }
}
