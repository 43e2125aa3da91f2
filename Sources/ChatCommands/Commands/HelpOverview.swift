internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// The first page of help: what to try, with what the reader follows, and the topics.
struct HelpOverview: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Something to try.
    private struct Trial {
        var command: Command
        var line: HintLine
        /// The key of what it does, with its arguments.
        var key: String
        var arguments: [String: MessageArgument] = [:]
    }

    private static let mailTopic: HintLine = "mail"
    private static let most = 5
    private static let mostInRoom = 3
    private static let longestName = 30

    func page() async throws -> RichText {
        let pages = HelpPages(context)
        let mayChange = await mayChangeHere
        let trials = try await trials().filter {
            pages.isOffered($0.command) && (mayChange || $0.command.need != .owner)
        }
        guard room == nil else { return roomPage(trials.prefix(Self.mostInRoom)) }
        var blocks: [RichText.Block] = [.heading(level: 2, localizer.spans("help.title"))]
        if isGuest { blocks.append(NewcomerHints(context).guestNote) }
        for trial in trials.prefix(Self.most) {
            let words = localizer.spans("help.try.\(trial.key)", trial.arguments)
            blocks.append(.item(marker: nil, [.code(hint(trial.line)), .text(" — ")] + words))
        }
        if message.traits.answersByLetter {
            blocks += localizer.richText("help.byMail", ["mail": .text(hint("help mail"))]).blocks
        }
        var closing = topicsLine
        if options.mailAddress != nil, !message.traits.isMailDestination, person.identity != nil {
            closing += [.text(" · "), .text(localizer.typed(Self.mailTopic))]
        }
        return RichText(blocks + [.footer(closing + commandsLine)])
    }

    /// Whether the person may change what this chat follows.
    private var mayChangeHere: Bool {
        get async { if let room { await Owners(context).mayChange(room) } else { true } }
    }

    /// Two lines, because everybody in the room reads them.
    private func roomPage(_ trials: some Sequence<Trial>) -> RichText {
        var spans: [RichText.Span] = [.text(localizer.text("help.tryInRoom"))]
        for (index, trial) in trials.enumerated() {
            if index > 0 { spans.append(.text(" · ")) }
            spans.append(.code(hint(trial.line)))
        }
        return RichText([.paragraph(spans), .footer(topicsLine + commandsLine)])
    }

    /// The topics: `help reading` · following · alerts.
    private var topicsLine: [RichText.Span] {
        let names = HelpPages(context).offeredTopics
        var spans = localizer.spans("help.moreTopics", ["hint": .text(hint("help \(names.first ?? "")"))])
        for name in names.dropFirst() { spans += [.text(" · "), .text(name)] }
        return spans
    }

    private var commandsLine: [RichText.Span] {
        [.text(" · ")] + localizer.spans("help.footer", ["example": .text(hint("help digest"))])
    }

    /// What to try, the most useful first.
    private func trials() async throws -> [Trial] {
        let followed = try await reader.asyncMap { try await services.store.followedFeeds(of: $0, at: time) } ?? []
        let names = followed.map(\.name).filter { $0.count <= Self.longestName }
        return [
            try await headlines(of: names.first),
            try await following(isFirst: followed.isEmpty),
            try await alerts(),
            try await clock(),
            Trial(command: .digest, line: "digest week", key: "digest"),
            Trial(command: .quiz, line: "quiz", key: "quiz"),
            services.sources.sources.isEmpty ? nil : Trial(command: .sources, line: "sources", key: "sources"),
            Trial(command: .news, line: "news", key: "news"),
        ].compactMap(\.self)
    }

    private func headlines(of feed: String?) async throws -> Trial {
        if let feed, let typed = TypedName.of(feed) {
            return Trial(command: .headlines, line: "headlines \(typed)", key: "feed", arguments: ["name": .text(feed)])
        }
        let categories = try await services.store.shownCategories(in: sight)
        guard let category = categories.first(where: { $0.count <= Self.longestName }),
            let typed = TypedName.of(category)
        else { return Trial(command: .headlines, line: "headlines", key: "headlines") }
        let name = CategoryWording.name(category, localizer)
        return Trial(
            command: .headlines,
            line: "headlines \(TypedName.of(name) ?? typed)",
            key: "feed",
            arguments: ["name": .text(name)]
        )
    }

    /// Before they follow anything: a feed of the selection.
    private func following(isFirst: Bool) async throws -> Trial? {
        guard isFirst else {
            guard !services.sources.sources.isEmpty else { return nil }
            return Trial(command: .discover, line: "discover", key: "discover")
        }
        let selected = try await services.store.defaultFeeds().first { $0.name.count <= Self.longestName }
        guard let selected, let typed = TypedName.of(selected.name, orAddress: nil) else {
            return Trial(command: .sub, line: "sub https://xkcd.com", key: "site")
        }
        return Trial(command: .sub, line: "sub \(typed)", key: "sub", arguments: ["name": .text(selected.name)])
    }

    private func alerts() async throws -> Trial {
        let count = try await reader.asyncMap { try await services.store.alerts(of: $0).count } ?? 0
        guard count == 0 else {
            return Trial(command: .alert, line: "alert list", key: "alerts", arguments: ["n": .number(count)])
        }
        return Trial(command: .alert, line: "alert add \(localizer.text("help.try.alertWord"))", key: "alert")
    }

    private func clock() async throws -> Trial {
        let schedules = try await reader.asyncMap { try await services.store.schedules(of: $0) } ?? []
        guard schedules.isEmpty else { return Trial(command: .schedules, line: "schedules", key: "schedules") }
        return Trial(command: .schedules, line: "digest at 18:00", key: "digestAt")
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
