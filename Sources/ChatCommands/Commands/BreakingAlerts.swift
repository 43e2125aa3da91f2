internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel

/// What `alert add breaking 4 in 60m sports` asks for.
struct BreakingRequest {
    var rule: BreakingRule
    /// What an article must fit beside; nil for all articles.
    var query: AlertQuery?

    var shown: String { rule.typed(with: AlertQuery.shown(query?.canonical ?? "")) }
}

/// Reads the request for an alert of breaking news.
struct BreakingRequests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Nil when the words are the query of another alert: “breaking bad” names no category and no place, and says not
    /// how many sources are meant.
    func request(_ arguments: Arguments, for owner: RecipientID) async throws -> BreakingRequest? {
        var arguments = arguments
        guard arguments.takeFirst("breaking") else { return nil }
        _ = arguments.takeFirst("news")
        let rule = try takeRule(&arguments)
        let text = Queries(context).places?.withField(arguments.raw, isWhole: true) ?? arguments.raw
        guard !text.isEmpty else { return BreakingRequest(rule: rule ?? BreakingRule(), query: nil) }
        let isQuery = text.contains(":") || arguments.words.contains(where: \.isQuoted)
        var name = arguments
        if name.words.count > 1 { _ = name.takeFirst("in") }
        if !isQuery, let query = try await named(name.text, for: owner) {
            return BreakingRequest(rule: rule ?? BreakingRule(), query: query)
        }
        guard rule != nil || isQuery else { return nil }
        return BreakingRequest(
            rule: rule ?? BreakingRule(),
            query: try await Queries(context).newQuery(text, of: owner)
        )
    }

    /// `4 in 60m`, `4 60m` or `60m`; `4` alone is within an hour.
    private func takeRule(_ arguments: inout Arguments) throws -> BreakingRule? {
        guard let word = arguments.first else { return nil }
        guard let sources = Reference.number(word.text) else {
            guard word.keyword == "in" || word.seconds != nil else { return nil }
            var rest = arguments
            var rule = BreakingRule()
            // `breaking in Spain` is about a place.
            guard try takeSpan(&rest, &rule) else { return nil }
            arguments = rest
            return rule
        }
        _ = arguments.take()
        guard BreakingRule.sourceLimits.contains(sources) else {
            let limits = BreakingRule.sourceLimits
            throw CommandError.breakingSources(least: limits.lowerBound, most: limits.upperBound)
        }
        var rule = BreakingRule(sources: sources)
        var rest = arguments
        let isNamed = rest.takeFirst("in")
        guard try takeSpan(&arguments, &rule) else {
            guard isNamed else { return rule }
            throw CommandError.badDuration(String((rest.first?.text ?? "").prefix(40)))
        }
        return rule
    }

    /// `in 60m` or `60m`; false, with nothing taken, if there is no span.
    private func takeSpan(_ arguments: inout Arguments, _ rule: inout BreakingRule) throws -> Bool {
        var rest = arguments
        _ = rest.takeFirst("in")
        guard let seconds = rest.take()?.seconds else { return false }
        arguments = rest
        guard BreakingRule.secondLimits.contains(seconds) else {
            let limits = BreakingRule.secondLimits
            throw CommandError.breakingTime(
                least: localizer.duration(limits.lowerBound),
                most: localizer.duration(limits.upperBound)
            )
        }
        rule.seconds = seconds
        return true
    }

    /// The category that is called so, or else the place; nil if there is none.
    private func named(_ name: String, for owner: RecipientID) async throws -> AlertQuery? {
        guard !name.contains("\"") else { return nil }
        for field in ["category", "place"] {
            do {
                return try await Queries(context).newQuery("\(field):\"\(name)\"", of: owner)
            } catch is AlertQueryError {
                continue
            }
        }
        return nil
    }
}
