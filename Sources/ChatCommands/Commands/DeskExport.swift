internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Exports what an owner has set up as lines that set it up again, here or elsewhere.
struct DeskExport: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func exported(_ owner: Owner) async throws -> [Answer] {
        let parts: [(key: String, lines: [HintLine])] = [
            ("feeds", try await feeds(of: owner)), ("templates", try await templates(of: owner)),
            ("categories", try await categories(of: owner)), ("smart", try await smartFeeds(of: owner)),
            ("filters", try await filters(of: owner)), ("alerts", try await alerts(of: owner)),
            ("schedules", try await schedules(of: owner)), ("view", try await view(of: owner)),
        ]
        let told = parts.filter { !$0.lines.isEmpty }
        // Games are a person's own and are lines of another kind.
        let games = owner.isRoom || services.puzzles == nil ? RichText() : gamesHint
        guard !told.isEmpty else {
            let body = localizer.richText("deskExport.nothing", ["hint": .text(hint("help"))]) + games
            return show(body, privately: room != nil)
        }
        let name = owner.room?.name ?? person.displayName
        var body = heading("deskExport.title", ["name": .text(name)])
        body = body + localizer.richText("deskExport.how")
        for part in told {
            body.blocks += heading("deskExport.\(part.key)", level: 3).blocks
            body.blocks += part.lines.map { .preformatted(privateHint($0)) }
        }
        let file = Answer(body: body + games, place: .privately)
        guard room != nil else { return [file] }
        return [file] + say("opml.sentPrivately", ["name": .text(person.displayName)])
    }

    private var gamesHint: RichText {
        footer("deskExport.games", ["hint": .text(privateHint("export games"))])
    }

    private func feeds(of owner: Owner) async throws -> [HintLine] {
        let followed = try await services.store.followedFeeds(of: owner.recipient, at: time)
        let intervals = try await services.store.checkIntervals(of: owner.recipient)
        return try await FeedExport(context).exported(followed, of: owner).flatMap { item -> [HintLine] in
            var line: HintLine = "sub \(item.feed.url)"
            let name = TypedName.of(item.name)
            if let name { line = "\(line) as \(name)" }
            if let name = item.category.flatMap({ TypedName.of($0) }) { line = "\(line) in \(name)" }
            if let seconds = intervals[item.feed.id] {
                line = "\(line) every \(ClockWords.typed(seconds: seconds))"
            }
            guard item.subscription.pause == .byOwner, item.subscription.pausedUntil == nil, let name else {
                return [line]
            }
            return [line, "pause \(name)"]
        }
    }

    private func templates(of owner: Owner) async throws -> [HintLine] {
        var lines: [HintLine] = []
        for (id, text) in try await services.store.templates(of: owner.recipient).sorted(by: { $0.key < $1.key }) {
            guard let feed = try await services.store.feed(id, in: .of(owner.recipient)),
                let name = TypedName.of(feed.name)
            else { continue }
            lines.append("template \(name) \(text)")
        }
        return lines
    }

    /// Own categories, colours, what is hidden, and the orders of categories and sports.
    private func categories(of owner: Owner) async throws -> [HintLine] {
        let entries = try await services.store.categories(of: owner.recipient)
        var lines: [HintLine] = []
        for entry in entries {
            let isOwn = entry.isMovable && NewsCategory(named: entry.name) == nil
            if isOwn, !services.sources.categories.contains(entry.name) { lines.append("category add \(entry.name)") }
            if let colour = entry.colour { lines.append("category colour \(entry.name) \(colour.text)") }
            if entry.isHidden { lines.append("category hide \(entry.name)") }
        }
        let order = entries.filter { $0.position != nil }.map(\.name)
        if !order.isEmpty { lines.append("category order \(order.joined(separator: ", "))") }
        let sports = try await services.store.categoryOrder(of: owner.recipient).sports
        if !sports.isEmpty { lines.append("sports order \(sports.joined(separator: ", "))") }
        return lines
    }

    private func smartFeeds(of owner: Owner) async throws -> [HintLine] {
        let followed = Set(try await services.store.followedSmartFeeds(of: owner.recipient).map(\.feed.id))
        // What others are made of comes first.
        let feeds = try await services.store.smartFeeds(of: owner.recipient)
            .sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }
        var lines: [HintLine] = []
        for smart in feeds {
            let definition = try await SmartDefinitions(context).exported(smart)
            lines.append("smart add \(smart.name) = \(definition)")
            if followed.contains(smart.id) { lines.append("sub \(smart.name)") }
            if !smart.isOn { lines.append("smart off \(smart.name)") }
        }
        return lines
    }

    /// Filters, among them the sports that are left out, and what is muted without an end.
    private func filters(of owner: Owner) async throws -> [HintLine] {
        var lines: [HintLine] = []
        for filter in try await services.store.filters(of: owner.recipient) where filter.isOn {
            let target = try await FilterTargets(context).typed(filter.target, by: owner)
            let query = AlertQuery.shown(filter.query)
            lines.append(filter.isOnly ? "filter \(target) only \(query)" : "filter \(target) \(query)")
        }
        for mute in try await services.store.mutes(of: owner.recipient, at: time) where mute.endsAt == nil {
            switch mute.subject {
            case .story: continue
            case .feed: if let name = TypedName.of(mute.name) { lines.append("mute \(name)") }
            case .words(let query): lines.append("mute \(AlertQuery.shown(query))")
            }
        }
        return lines
    }

    private func alerts(of owner: Owner) async throws -> [HintLine] {
        try await services.store.alerts(of: owner.recipient).filter(\.isOn).map(\.typed)
    }

    private func schedules(of owner: Owner) async throws -> [HintLine] {
        try await services.store.schedules(of: owner.recipient).filter(\.isOn)
            .map { Scheduling(context).line($0, to: nil) }
    }

    private func view(of owner: Owner) async throws -> [HintLine] {
        let view = try await services.store.listView(of: owner.recipient)
        guard !view.isUsual, let line = try await ListViews(context).reverse(to: view) else { return [] }
        return [line]
    }
}
