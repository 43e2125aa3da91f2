internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// What to try when nothing was found; all of it comes from what the reader may see, and a search that is offered finds
/// something.
struct SearchSuggestions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Newest articles whose titles give words.
    private static let mostTitles = 5_000
    /// Shorter words have too many neighbours.
    private static let shortestWord = 4
    /// Words that are mended at once.
    private static let mostMended = 2
    /// Words that are looked up.
    private static let mostAsked = 6

    /// Searches that are tried, few in all, because the first one had its cost already.
    private struct Trials {
        private var left = 4
        private let run: (String) async throws -> Bool

        init(_ run: @escaping (String) async throws -> Bool) { self.run = run }

        /// Whether a search that is typed so finds anything; false for an empty one, and when no more are tried.
        mutating func find(_ text: String) async throws -> Bool {
            guard left > 0, !text.isEmpty else { return false }
            left -= 1
            return try await run(text)
        }
    }

    /// - Parameters:
    ///   - finds: whether a search that is typed so finds anything.
    ///   - hasWord: whether anything in sight has a word.
    func answer(
        to request: SearchRequest,
        _ result: SearchResult,
        _ view: ListView,
        finds: @escaping (String) async throws -> Bool,
        hasWord: (String) async throws -> Bool
    ) async throws -> [Answer] {
        let lines = SearchLines(context)
        var body = lines.understood(request) + localizer.richText("search.none")
        if let line = try await ListViews(context).line(view, ofSearch: true) { body.blocks.insert(line, at: 0) }
        if let looked = lines.looked(result, request) { body = body + looked }
        var trials = Trials(finds)
        var suggestions = try await unknownFeed(request)
        suggestions += try await likeWords(request, &trials, hasWord)
        let runs = try await unspacedRuns(request)
        suggestions += try await mended(runs, request, &trials)
        suggestions += try await wider(request, &trials)
        if suggestions.isEmpty { suggestions += try await shorter(runs, request, &trials) }
        if suggestions.isEmpty {
            suggestions.append(localizer.richText("search.nothingElse", ["hint": .text(hint("headlines"))]))
        }
        return show(suggestions.reduce(body, +))
    }

    /// Names a feed that was asked for, if no feed in sight is called so.
    private func unknownFeed(_ request: SearchRequest) async throws -> [RichText] {
        let slips = QuerySlips(context)
        var unknown = request.unknownSource
        if unknown == nil, let typed = request.typed { unknown = try await slips.missingFeed(of: typed, in: sight) }
        return unknown.map { [localizer.richText("search.unknownFeed", slips.unknownFeed($0))] } ?? []
    }

    /// “Did you mean”: words of titles in sight, instead of some that no article in sight has.
    private func likeWords(
        _ request: SearchRequest,
        _ trials: inout Trials,
        _ hasWord: (String) async throws -> Bool
    ) async throws -> [RichText] {
        guard let typed = request.typed else { return [] }
        let empty = emptyWords
        func isUsual(_ word: String) -> Bool {
            word.unicodeScalars.count >= Self.shortestWord && !empty.contains(word)
        }
        var unknown: [String] = []
        for word in typed.textWords.filter(isUsual).prefix(Self.mostAsked) where unknown.count < Self.mostMended {
            if try await !hasWord(word) { unknown.append(word) }
        }
        guard !unknown.isEmpty else { return [] }
        let known = try await services.store.titleWords(in: sight, newest: Self.mostTitles)
        let others = known.filter { isUsual($0.key) }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        var mended: [String: String] = [:]
        for word in unknown { mended[word] = ClosestMatch.suggestion(for: word, among: others) }
        guard !mended.isEmpty, let query = typed.replacingTextWords({ mended[$0] }) else { return [] }
        let line = text(request, query)
        guard try await trials.find(line) else { return [] }
        let shown = unknown.compactMap { mended[$0] }.joined(separator: " ")
        return [localizer.richText("search.didYouMean", ["word": .text(shown), "hint": .text(hint("search \(line)"))])]
    }

    /// “Did you mean” everything of a source that is called like the words; nil if it has nothing then.
    ///
    /// - Parameter finds: whether a search that is typed so finds anything.
    func wholeSource(
        _ request: SearchRequest,
        finds: (String) async throws -> Bool
    ) async throws -> RichText? {
        guard let source = request.sentence.source, let name = TypedName.of(source.name) else { return nil }
        var parts = [localizer.text("search.fromSource", ["name": .text(name)])]
        parts += [request.sentence.typedPeriod, request.typed.map { Query.shown($0.canonical) }].compactMap(\.self)
        let line = parts.joined(separator: " ")
        guard try await finds(line) else { return nil }
        let facts: [String: MessageArgument] = ["word": .text(source.name), "hint": .text(hint("search \(line)"))]
        return localizer.richText("search.didYouMean", facts)
    }

    /// So many runs of letters are compared with titles, because each costs much.
    private static let mostRuns = 2

    /// The words in scripts without blanks whose letters do not follow each other in titles in sight, by their place
    /// among the words of the search.
    private func unspacedRuns(_ request: SearchRequest) async throws -> [(place: Int, run: UnspacedRun)] {
        let words = words(of: request)
        guard words.contains(where: UnspacedRun.isRun) else { return [] }
        let known = try await services.store.titleWords(in: sight, newest: Self.mostTitles)
        var runs: [(place: Int, run: UnspacedRun)] = []
        for (place, word) in words.enumerated() where runs.count < Self.mostRuns {
            if let run = UnspacedRun(word, known: known) { runs.append((place, run)) }
        }
        return runs
    }

    private func words(of request: SearchRequest) -> [String] {
        request.typed.map { Query.shown($0.canonical).split(separator: " ").map(String.init) } ?? []
    }

    /// “Did you mean” for the first of the runs that can be mended.
    private func mended(
        _ runs: [(place: Int, run: UnspacedRun)],
        _ request: SearchRequest,
        _ trials: inout Trials
    ) async throws -> [RichText] {
        for (place, run) in runs {
            guard let word = run.mended, let line = text(request, replacing: place, with: word),
                try await trials.find(line)
            else { continue }
            let facts: [String: MessageArgument] = ["word": .text(word), "hint": .text(hint("search \(line)"))]
            return [localizer.richText("search.didYouMean", facts)]
        }
        return []
    }

    /// The same search with only a part of one of the runs.
    private func shorter(
        _ runs: [(place: Int, run: UnspacedRun)],
        _ request: SearchRequest,
        _ trials: inout Trials
    ) async throws -> [RichText] {
        for (place, run) in runs {
            guard let part = run.shorter, !emptyWords.contains(part.kept),
                let line = text(request, replacing: place, with: part.kept),
                try await trials.find(line)
            else { continue }
            let facts: [String: MessageArgument] = ["word": .text(part.left), "hint": .text(hint("search \(line)"))]
            return [localizer.richText("search.without", facts)]
        }
        return []
    }

    private func text(_ request: SearchRequest, replacing place: Int, with word: String) -> String? {
        var words = words(of: request)
        words[place] = word
        let query = try? Query(parsing: words.joined(separator: " "), limits: options.queries)
        return query.map { text(request, $0) }
    }

    /// The same search at any time, or without one of its parts.
    private func wider(_ request: SearchRequest, _ trials: inout Trials) async throws -> [RichText] {
        if request.times != nil {
            let line = text(request, request.typed, atAnyTime: true)
            if try await trials.find(line) {
                return [localizer.richText("search.anyTime", ["hint": .text(hint("search \(line)"))])]
            }
        }
        let empty = emptyWords
        let simpler = request.typed?.leavingOut(commonWords)?.simpler.filter { !$0.rest.looksOnlyFor(empty) } ?? []
        var parts = simpler.map { (left: Query.shown($0.left), line: text(request, $0.rest)) }
        if let medium = request.medium {
            parts.append((left: "has:\(medium.rawValue)", line: text(request, request.typed, withMedium: false)))
        }
        for (left, line) in parts where try await trials.find(line) {
            let facts: [String: MessageArgument] = ["word": .text(left), "hint": .text(hint("search \(line)"))]
            return [localizer.richText("search.without", facts)]
        }
        return []
    }

    /// The words of English and of the reader's language that every search leaves out.
    private var commonWords: Set<String> {
        StopWords.words(for: "en").union(StopWords.words(for: localizer.language))
    }

    /// Those, and all others that alone say nothing of what an article is about.
    private var emptyWords: Set<String> {
        commonWords.union(StopWords.wholeWords(forReaderOf: localizer.language))
    }

    /// A search as it is typed after `search`; empty if nothing is left of it.
    func text(
        _ request: SearchRequest,
        _ query: Query?,
        atAnyTime: Bool = false,
        withMedium: Bool = true
    ) -> String {
        var parts: [String] = []
        if withMedium, let medium = request.medium { parts.append("has:\(medium.rawValue)") }
        if let category = request.sentence.category { parts.append("category:\"\(category)\"") }
        if let source = request.sentence.source {
            let name = source.name.filter { $0 != "\"" }
            parts.append("feed:\"\(name)\"")
        }
        if !atAnyTime, let period = request.sentence.typedPeriod { parts.append(period) }
        guard let query else { return parts.joined(separator: " ") }
        let words = Query.shown(query.canonical)
        // What follows would belong to the last alternative alone.
        if case .any = query.root, !parts.isEmpty { return (["(\(words))"] + parts).joined(separator: " ") }
        return ([words] + parts).joined(separator: " ")
    }
}
