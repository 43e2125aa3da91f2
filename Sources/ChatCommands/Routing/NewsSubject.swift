internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// What part of the news is asked for: all that the reader sees, a category, or one feed.
struct NewsSubject: Sendable {
    /// As it is shown; nil for everything.
    var name: String?
    var category: String?
    var feed: FeedID?

    func selection(from: Date, to: Date) -> ArticleSelection {
        ArticleSelection(feeds: feed.map { .some([$0]) } ?? .own, category: category, from: from, to: to)
    }
}

extension CommandContext {
    var hints: CommandHints { CommandHints { hint($0) } }

    /// Reads a category or a feed out of what is left of a line; nothing left is everything.
    ///
    /// They are those that `owner` sees, where it is not whoever reads here.
    func subject(_ arguments: Arguments, for owner: RecipientID? = nil) async throws -> NewsSubject {
        let reader = owner ?? reader
        var arguments = arguments
        let keyed = arguments.takeRawValue("category", "topic", "feed", "in")
        // `in BBC News`: what follows belongs to the name.
        let text = [keyed ?? "", arguments.text].joined(separator: " ").trimmed
        guard !text.isEmpty else { return NewsSubject() }
        if let number = Reference.number(text), text.hasPrefix("#") {
            let feed = try await feed(Word(raw: "\(number)", text: "\(number)", isQuoted: false))
            return NewsSubject(name: feed.name, feed: feed.id)
        }
        let categories = try await services.store.shownCategories(in: .of(reader))
        let wanted = folded(text)
        if let exact = categories.first(where: {
            folded($0) == wanted || folded(CategoryWording.name($0, localizer)) == wanted
        }) {
            return NewsSubject(name: exact, category: exact)
        }
        switch try await findFeed(text, for: reader) {
        case .feed(let feed): return NewsSubject(name: feed.name, feed: feed.id)
        case .choices(let feeds):
            throw CommandError.severalFeeds(String(text.prefix(60)), names: try await distinctNames(feeds))
        case .nothing: break
        }
        let beginnings = categories.filter { folded($0).hasPrefix(wanted) }
        if beginnings.count == 1 { return NewsSubject(name: beginnings[0], category: beginnings[0]) }
        if ["monthly", "每月"].contains(wanted) {
            throw CommandError.notMonthly(weekly: hint("digest weekly"), month: hint("digest month"))
        }
        // What only the person sees is not listed for a room.
        let named = isPrivate ? categories : try await services.store.shownCategories(in: sight)
        throw CommandError.noSuchSubject(
            String(text.prefix(60)),
            suggestions: NearNames.nearest(to: text, among: named).map { CategoryWording.name($0, localizer) },
            known: named.map { CategoryWording.name($0, localizer) }
        )
    }

    /// What is said where a part of the news has nothing to list.
    func emptiness(of subject: NewsSubject) async throws -> RichText {
        let wording = HeadlinesWording(localizer: localizer, hints: hints)
        if subject.feed != nil, let name = subject.name { return wording.empty(feed: name) }
        if let category = subject.category { return wording.empty(category: category) }
        return wording.empty(feedCount: try await services.store.shownFeeds(in: sight).count)
    }

    /// Nothing, where a line says no more than `now` or `there` and neither a category nor a feed that the place or the
    /// person sees is called exactly so; else the line.
    func meant(_ arguments: Arguments) async throws -> Arguments {
        guard !arguments.isEmpty, arguments.isUsedUp else { return arguments }
        for each in Set([sight, Sight.of(person.profile?.id.recipient)]) {
            let categories = try await services.store.shownCategories(in: each)
            if categories.contains(where: { folded($0) == folded(arguments.text) }) { return arguments }
            if case .nothing = try await services.store.findFeed(arguments.text, in: each, exactly: true) { continue }
            return arguments
        }
        return Arguments([])
    }

    /// Takes `to here` and its kin, where the answer comes anyway; for all else there is the clock.
    func takeOwnPlace(_ arguments: inout Arguments) throws {
        let clock = hint("headlines at 07:30 to mail")
        guard let place = arguments.takeValue("to", read: { PlaceWord($0) }) else {
            if arguments.namesMailAddress { throw CommandError.onlyOwnMailbox(hint: clock) }
            return
        }
        switch place {
        case .here: return
        case .mail where message.networkKind == .mail: return
        case .privately where isPrivate: return
        case .mail: throw CommandError.onlyScheduledThere("mail", hint: clock)
        case .privately: throw CommandError.onlyScheduledThere("dm", hint: hint("headlines at 07:30 to dm"))
        case .room(let name):
            throw CommandError.onlyScheduledThere(name, hint: hint("headlines at 07:30 to \(name)"))
        }
    }

    private func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The reader's calendar: their zone, and the first weekday of their locale.
    var calendar: Calendar { localizer.calendar }
}
