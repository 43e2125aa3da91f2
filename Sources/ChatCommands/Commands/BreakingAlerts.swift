internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What `alert add breaking 4 in 60m sports` asks for.
struct BreakingRequest {
    var rule: BreakingRule
    /// What an article must fit beside; nil for all articles.
    var query: AlertQuery?
    /// How the query was typed; empty for a category or place that was named alone.
    var typed = ""

    var shown: String { rule.typed(with: AlertQuery.shown(query?.canonical ?? "")) }
}

/// Reads the request for an alert of breaking news.
struct BreakingRequests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Nil when the words are the query of another alert: `"breaking" bad`, `breaking OR urgent`.
    ///
    /// Throws for other words that name no category and no place, unless they say how many sources are meant.
    func request(_ arguments: Arguments, for owner: RecipientID) async throws -> BreakingRequest? {
        var arguments = arguments
        guard let first = arguments.first, arguments.takeFirst("breaking") else { return nil }
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
        guard rule != nil || isQuery else {
            if arguments.words.contains(where: isOperator) { return nil }
            throw try await unknown(name.text, typed: "\"\(first.text)\" \(arguments.raw)", for: owner)
        }
        let line: HintLine = "alert add \(HintLine((rule ?? BreakingRule()).typed(with: "")))"
        return BreakingRequest(
            rule: rule ?? BreakingRule(),
            query: try await Queries(context).checkedQuery(text, of: owner, behind: line),
            typed: text
        )
    }

    /// `4 in 60m`, `4 60m` or `60m`; `4` alone is within an hour.
    private func takeRule(_ arguments: inout Arguments) throws -> BreakingRule? {
        guard let word = arguments.first else { return nil }
        guard let sources = Reference.number(word.text) else {
            if word.isPointlessSpan { throw CommandError.badDuration(String(word.text.prefix(40))) }
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
        let categories = try await services.store.categoriesInSight(of: owner)
        let isCategory = Queries(context).names(of: categories).isName(name)
        for field in isCategory ? ["category", "place"] : ["place"] {
            do {
                return try await Queries(context).newQuery("\(field):\"\(name)\"", of: owner)
            } catch is AlertQueryError {
                continue
            }
        }
        return nil
    }

    private func isOperator(_ word: CommandWord) -> Bool {
        ["OR", "AND", "NOT"].contains(word.text) || word.text.first.map { "-(/*".contains($0) } ?? false
    }

    /// That words are no category and no place, with what can be said instead.
    ///
    /// - Parameter typed: all the words, as another alert would look for them.
    private func unknown(_ name: String, typed: String, for owner: RecipientID) async throws -> CommandError {
        let shown = String(name.prefix(60))
        let wanted = CategoryNaming.folded(name)
        let categories = try await services.store.categoriesInSight(of: owner)
            .map { CategoryWording.name($0, localizer) }
        let near = categories.first { CategoryNaming.folded($0).hasPrefix(wanted) } ?? categories.first
        let category = near ?? CategoryWording.name("Sports", localizer)
        let place = localizer.text("command.places.town")
        return .unknownBreaking(
            [
                "text": .text(shown), "place": .text(hint("alert add breaking \(place)")),
                "category": .text(hint("alert add breaking \(category)")),
                "rule": .text(hint("alert add breaking 4 in 60m \(shown)")),
                "words": .text(hint("alert add \(typed.prefix(80))")),
            ]
        )
    }
}
