internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Shows lists as their reader wants them: the room, or in private the person.
///
/// The rule: a view holds in the lists that choose among the news for whoever asks: `headlines` and `news` (of
/// everything, a category, a feed or a smart feed), `search`, `podcasts`, `videos`, `unread`, `near` and `region`. It
/// does not hold where somebody asks for one time and wants all of it (`digest`, `catchup`), for what they kept
/// themselves (`saved`, `history`), and for what is sent unasked.
struct ListViews: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most sources that the line above a list names.
    private static let mostNamed = 5

    /// The view of the reader here; the usual one for a guest.
    func current() async throws -> ListView {
        try await current(of: reader)
    }

    /// The view of one owner; the usual one without an owner.
    func current(of owner: RecipientID?) async throws -> ListView {
        guard let owner else { return ListView() }
        return try await services.store.listView(of: owner)
    }

    /// A selection without what the view leaves out.
    func narrowed(_ selection: ArticleSelection, by view: ListView) -> ArticleSelection {
        var narrowed = selection
        (narrowed.from, narrowed.to) = times(selection.from, selection.to, in: view)
        narrowed.without = view.without
        narrowed.onlyPictures = view.onlyPictures
        // Nobody reads for a room.
        if view.hidesRead, isPrivate { narrowed.unreadAt = time }
        return narrowed
    }

    /// A search without what the view leaves out.
    func narrowed(_ search: ArticleSearch, by view: ListView) throws -> ArticleSearch {
        var narrowed = search
        (narrowed.from, narrowed.to) = times(search.from, search.to, in: view)
        narrowed.without.formUnion(view.without)
        var terms: [QueryTerm] = []
        if view.onlyPictures { terms.append(.has(.image)) }
        if view.hidesRead, isPrivate { terms.append(.state(.unread)) }
        for term in terms { narrowed.query = try narrowed.query?.requiring(term) ?? Query(.term(term)) }
        return narrowed
    }

    /// The part of a range of times that lies in the period of the view.
    private func times(_ from: Date, _ end: Date, in view: ListView) -> (from: Date, to: Date) {
        guard let period = view.period.flatMap({ DigestPeriod($0) }) else { return (from, end) }
        let range = period.range(now: time, calendar: calendar)
        let first = max(from, range.lowerBound)
        return (first, max(first, min(end, range.upperBound)))
    }

    /// The line above a list while a view is active; nil for the usual one.
    ///
    /// - Parameters:
    ///   - isPrivate: the list is of the person, wherever they asked for it.
    ///   - isSearch: the list is what a search has found.
    func line(
        _ view: ListView,
        privately isPrivate: Bool = false,
        ofSearch isSearch: Bool = false
    ) async throws -> RichText.Block? {
        guard !view.isUsual else { return nil }
        let facts: [String: MessageArgument] = [
            "view": .text(try await words(view, ofSearch: isSearch)),
            "reset": .text(isPrivate ? privateHint("view reset") : hint("view reset")),
        ]
        return .paragraph(localizer.spans("view.line", facts))
    }

    /// The answer if nothing is left of a part of the news: the view may hide something.
    func empty(_ view: ListView, _ subject: NewsSubject) async throws -> RichText {
        if let nothing = try await nothing(view) { return nothing }
        return try await NewsSubjects(context).emptyText(of: subject)
    }

    /// The answer if nothing fits a view; nil for the usual one.
    func nothing(_ view: ListView) async throws -> RichText? {
        guard !view.isUsual else { return nil }
        return localizer.richText(
            "view.nothing",
            ["view": .text(try await words(view)), "reset": .text(hint("view reset"))]
        )
    }

    /// What a search has found, in the order of a view; of one by relevance, what fits best is first.
    ///
    /// - Parameter hits: in the order of the search, the best first.
    func sorted(_ hits: [SearchHit], by view: ListView) -> [SearchHit] {
        guard view.order == .relevance else { return view.sorted(hits, by: \.listed) }
        return view.isReversed ? hits.reversed() : hits
    }

    /// "unread · with pictures · newest first · without BBC News".
    ///
    /// - Parameter isSearch: the view is of what a search has found.
    func words(_ view: ListView, ofSearch isSearch: Bool = false) async throws -> String {
        var facts: [String] = []
        if view.hidesRead { facts.append(localizer.text("view.unread")) }
        if view.onlyPictures { facts.append(localizer.text("view.images")) }
        if let period = view.period.flatMap({ DigestPeriod($0) }) {
            facts.append(DigestWording.name(period, localizer))
        }
        if let order = view.order {
            let name = isSearch && order == .relevance ? "fit" : order.rawValue
            facts.append(localizer.text("view.\(view.isReversed ? "reversed" : "order").\(name)"))
        }
        let names = try await feeds(view.without).map { BoundedText.name($0.name) }
        if !names.isEmpty {
            let (shown, rest) = (names.prefix(Self.mostNamed), names.count - Self.mostNamed)
            let key = rest > 0 ? "view.withoutMore" : "view.without"
            facts.append(
                localizer.text(
                    key,
                    [
                        "names": rest > 0 ? .names(Array(shown)) : .text(localizer.list(Array(shown))),
                        "n": .number(max(rest, 0)),
                    ]
                )
            )
        }
        return facts.joined(separator: " · ")
    }

    /// The line that sets exactly this view; nil if a source of it cannot be typed.
    func reverse(to view: ListView) async throws -> HintLine? {
        var line: HintLine = "view reset"
        if view.hidesRead { line = line + HintLine(" unread") }
        if view.onlyPictures { line = line + HintLine(" images") }
        if let period = view.period { line = "\(line) \(fixed: period)" }
        if let order = view.order {
            line = "\(line) sort \(fixed: order.rawValue)\(fixed: view.isReversed ? " reverse" : "")"
        }
        let sources = try await feeds(view.without)
        let names = sources.compactMap { TypedName.of($0.name, orAddress: $0.url) }
        guard names.count == sources.count else { return nil }
        return names.isEmpty ? line : line + HintLine(" without ") + names.joined(separator: ", ")
    }

    /// The feeds that the reader still sees, under the reader's names for them and in the order of these.
    private func feeds(_ ids: [FeedID]) async throws -> [Feed] {
        var feeds: [Feed] = []
        for id in ids {
            if let feed = try await services.store.feed(id, in: sight) { feeds.append(feed) }
        }
        return feeds.sorted { $0.name < $1.name }
    }
}
