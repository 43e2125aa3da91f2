internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Reads what a filter is for and what it looks for.
struct FilterTargets: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// What `filter` and `test filter` ask for.
    struct Rule {
        var subject: NewsSubject
        var isOnly: Bool
        var query: AlertQuery
        /// How it was typed, without the name of a smart feed.
        var typed: String
    }

    /// The most words of a name that is not in quotes.
    private static let mostNameWords = 6

    /// Throws the usage of `command` when the target or the query is missing.
    func rule(_ arguments: Arguments, of owner: Owner, for command: String) async throws -> Rule {
        var arguments = arguments
        let words = arguments.words
        guard words.count > 1 else { throw usageError(command) }
        let subject = try await subject(taking: &arguments, of: owner)
        let named = Arguments(Array(words.dropLast(arguments.words.count))).raw
        let verb: HintLine = command == "filter" ? "filter" : "test filter"
        let line: HintLine = "\(verb) \(BoundedText.shortened(named, to: 60))"
        let isOnly = arguments.takeFirst("only")
        guard !arguments.isEmpty else { throw usageError(command) }
        let text = arguments.raw
        // `-review -deals` takes out both, with `only` and without.
        if let unwanted = AlertQuery.excluded(by: text, limits: options.queries, fields: Queries(context).fields) {
            let query = try await Queries(context).checkedQuery(unwanted, of: owner.recipient, behind: line)
            if let smart = subject.smart { return try await rule(unwanted, isOnly: false, in: smart, of: owner) }
            return Rule(subject: subject, isOnly: false, query: query, typed: unwanted)
        }
        // What is wrong with the words alone is said of them alone, also if they are for a smart feed.
        let whole: HintLine = isOnly ? "\(line) only" : line
        let query = try await Queries(context).checkedQuery(text, of: owner.recipient, behind: whole)
        if let smart = subject.smart { return try await rule(text, isOnly: isOnly, in: smart, of: owner) }
        return Rule(subject: subject, isOnly: isOnly, query: query, typed: text)
    }

    /// A filter for a smart feed.
    ///
    /// A smart feed is no feed and no category. So it is a filter for everything, and its query names the smart feed.
    private func rule(_ text: String, isOnly: Bool, in smart: SmartFeed, of owner: Owner) async throws -> Rule {
        let part = "smart:\"\(smart.name)\" \(isOnly ? "-" : "")(\(text))"
        let query = try await Queries(context).newQuery(part, of: owner.recipient)
        return Rule(subject: NewsSubject(), isOnly: false, query: query, typed: text)
    }

    /// The feed or category that the first words name; at least one word is left over.
    private func subject(taking arguments: inout Arguments, of owner: Owner) async throws -> NewsSubject {
        let words = arguments.words
        if words[0].text == "*" || ["all", "everything"].contains(words[0].keyword) {
            arguments = arguments.dropping(1)
            return NewsSubject()
        }
        if Reference.number(words[0].text) != nil {
            let feed = try await Listings(context).feed(words[0])
            arguments = arguments.dropping(1)
            return NewsSubject(name: feed.name, feed: feed.id)
        }
        var count = words[0].isQuoted ? 1 : min(words.count - 1, Self.mostNameWords)
        while count > 1 {
            if !words[..<count].contains(where: \.isQuoted), try await isName(words[..<count], for: owner) { break }
            count -= 1
        }
        let name = Arguments(Array(words[..<count])).text
        arguments = arguments.dropping(count)
        // The whole text is the name, whatever its words mean elsewhere.
        let word = CommandWord(raw: name, text: name, isQuoted: true)
        return try await NewsSubjects(context).subject(Arguments([word]), for: owner.recipient)
    }

    /// Whether words are exactly the name of a category, feed or smart feed.
    private func isName(_ words: ArraySlice<CommandWord>, for owner: Owner) async throws -> Bool {
        let text = Arguments(Array(words)).text
        let sight = Sight.of(owner.recipient)
        let wanted = CategoryNaming.folded(text)
        let categories = try await services.store.shownCategories(in: sight)
        let isCategory = categories.contains {
            [$0, CategoryWording.name($0, localizer)].map(CategoryNaming.folded).contains(wanted)
        }
        if isCategory { return true }
        if try await SmartFeeds(context).named(Arguments(Array(words)), of: owner.recipient) != nil { return true }
        if case .feed = try await services.store.findFeed(text, in: sight, exactly: true) { return true }
        return false
    }

    // MARK: - Names

    /// The name of a target in answers.
    func shown(_ target: NewsFilter.Target, to owner: Owner) async throws -> String {
        switch target {
        case .everything: return localizer.text("filter.everything")
        case .category(let name): return CategoryWording.name(name, localizer)
        case .feed(let id):
            guard let feed = try await services.store.feed(id, in: .of(owner.recipient)) else {
                return localizer.text("filter.goneFeed")
            }
            return BoundedText.name(feed.name)
        }
    }

    /// The name of a target as it is typed.
    func typed(_ target: NewsFilter.Target, by owner: Owner) async throws -> String {
        if case .everything = target { return "*" }
        let name = try await shown(target, to: owner)
        return name.contains(" ") ? "\"\(name.replacing("\"", with: ""))\"" : name
    }
}

extension NewsSubject {
    var target: NewsFilter.Target {
        feed.map(NewsFilter.Target.feed) ?? category.map(NewsFilter.Target.category) ?? .everything
    }
}
