internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    /// Shows what a filter or an alert would have done; nothing is stored.
    static let test = Command(
        name: "test",
        isGeneric: true,
        topic: .alerts,
        need: .owner,
        keepsText: { _ in true },
        shape: CommandShape { ["filter", "alert"].contains($0.rest.first?.keyword ?? "") && $0.rest.words.count > 1 },
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        if arguments.takeFirst("filter", "filters"), !arguments.isEmpty {
            return try await RuleTests(context).testFilter(arguments)
        }
        if arguments.takeFirst("alert", "alerts"), !arguments.isEmpty {
            // `test alert add storm` is meant the same.
            if arguments.words.count > 1 { _ = arguments.takeFirst("add") }
            return try await RuleTests(context).testAlert(arguments)
        }
        throw context.usageError("test")
    }
}

/// Tries rules on the newest articles.
struct RuleTests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many of the newest articles are tried, and of them listed.
    private static let mostTried = 50
    private static let mostListed = 10

    fileprivate func testFilter(_ arguments: Arguments) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: nil, toChange: false)
        if let number = arguments.onlyNumber {
            let own = try await services.store.filters(of: owner.recipient)
            guard let filter = own.first(where: { $0.number == number }) else {
                throw CommandError.noSuchFilter(Reference.typed(arguments.text), hint: hint("filter list"))
            }
            return try await test(filter, of: owner)
        }
        let rule = try await FilterTargets(context).rule(arguments, of: owner, for: "test")
        try await QuerySlips(context).checkFeeds(of: rule.typed, for: owner.recipient)
        return try await test(
            rule.query,
            on: selection(of: rule),
            of: owner,
            rule.isOnly ? "test.filterOnly" : "test.filter",
            making: "filter \(arguments.raw.prefix(200))"
        )
    }

    private func selection(of rule: FilterTargets.Rule) -> ArticleSelection {
        ArticleSelection(
            feeds: rule.subject.feed.map { .some([$0]) } ?? .own,
            category: rule.subject.category,
            from: .distantPast,
            to: .distantFuture
        )
    }

    /// How many of the newest articles a new filter would have left out; empty where there are none.
    func trial(of rule: FilterTargets.Rule, for owner: Owner) async throws -> RichText {
        let articles = try await services.store.articles(
            selection(of: rule),
            in: .of(owner.recipient),
            limit: Self.mostTried,
            withFilters: false
        )
        let trial = await rule.query.trial(on: articles, seconds: options.queries.budget, by: services.time)
        guard trial.looked > 0 else { return RichText() }
        let left = rule.isOnly ? trial.looked - trial.matches : trial.matches
        let key = left == 0 ? "filter.trialNone" : left == trial.looked ? "filter.trialAll" : "filter.trial"
        return localizer.richText(key, ["n": .number(left), "total": .number(trial.looked)])
    }

    fileprivate func testAlert(_ arguments: Arguments) async throws -> [Answer] {
        var words = arguments
        let options = try AlertOptions(taking: &words, table)
        guard !words.isEmpty else { throw usageError("test") }
        try QuerySlips(context).checkDestination(of: words)
        let owner = try await Owners(context).owner(of: options.place, toChange: false)
        let selection = ArticleSelection(feeds: .watched, from: .distantPast, to: .distantFuture)
        if let number = words.onlyNumber {
            let own = try await services.store.alerts(of: owner.recipient)
            guard let alert = own.first(where: { $0.number == number }) else {
                throw CommandError.noSuchAlert(Reference.typed(words.text), hint: hint("alert list"))
            }
            guard alert.breaking == nil else {
                return say("test.breaking", ["number": .number(number), "hint": .text(hint("test alert storm"))])
            }
            let query = try AlertQuery(parsing: alert.query, limits: services.options.queries)
            return try await test(query, on: selection, of: owner, "test.alert", making: nil)
        }
        let line: HintLine = "alert add \(arguments.raw.prefix(200))"
        guard try await BreakingRequests(context).request(words, for: owner.recipient) == nil else {
            let facts: [String: MessageArgument] = ["make": .text(hint(line)), "hint": .text(hint("test alert storm"))]
            return say("test.breakingNew", facts)
        }
        let query = try await Queries(context).checkedQuery(words.raw, of: owner.recipient, behind: "test alert")
        try await QuerySlips(context).checkFeeds(of: words.raw, for: owner.recipient)
        return try await test(query, on: selection, of: owner, "test.alert", making: line)
    }

    private func test(_ filter: NewsFilter, of owner: Owner) async throws -> [Answer] {
        var selection = ArticleSelection(feeds: .own, from: .distantPast, to: .distantFuture)
        switch filter.target {
        case .everything: break
        case .feed(let feed): selection.feeds = .some([feed])
        case .category(let name): selection.category = name
        }
        return try await test(
            AlertQuery(parsing: filter.query, limits: options.queries),
            on: selection,
            of: owner,
            filter.isOnly ? "test.filterOnly" : "test.filter",
            making: nil
        )
    }

    /// - Parameters:
    ///   - key: of the heading; the same with `None` when nothing matches.
    ///   - line: what would make the rule; nil for one that is there.
    private func test(
        _ query: AlertQuery,
        on selection: ArticleSelection,
        of owner: Owner,
        _ key: String,
        making line: HintLine?
    ) async throws -> [Answer] {
        let articles = try await services.store.articles(
            selection,
            in: .of(owner.recipient),
            limit: Self.mostTried,
            withFilters: false
        )
        guard !articles.isEmpty else { return say("test.nothingThere", ["hint": .text(hint("feeds"))]) }
        let (tried, matches) = await query.evidence(in: articles, seconds: options.queries.budget, by: services.time)
        let facts: [String: MessageArgument] = [
            "n": .number(matches.count), "rest": .number(tried - matches.count), "total": .number(tried),
        ]
        let make = line.map { footer("test.next", ["make": .text(hint($0))]) } ?? RichText()
        let notes = Queries(context).notes(on: query.severalPlaces)
        guard !matches.isEmpty else { return show(localizer.richText(key + "None", facts) + notes + make) }
        let listed = matches.prefix(Self.mostListed)
        var body = heading(key, facts)
        for (index, match) in listed.enumerated() {
            guard case .item(let marker, let spans) = articleLines.item(match.article, number: index + 1) else {
                continue
            }
            let word = localizer.text("test.word", ["word": .text(BoundedText.shortened(match.word, to: 60))])
            body.blocks.append(.item(marker: marker, spans + [.text(" " + word)]))
        }
        if matches.count > listed.count {
            body = body + localizer.richText("test.more", ["n": .number(matches.count - listed.count)])
        }
        try await Listings(context).saveList(of: listed.map(\.article))
        return show(body + notes + make)
    }
}

extension Arguments {
    /// The number that is all there is, as in `test alert 2`.
    fileprivate var onlyNumber: Int? {
        guard words.count == 1, let word = first, !word.isQuoted else { return nil }
        return Reference.number(word.text)
    }
}
