internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let template = Command(
        name: "template",
        topic: .following,
        need: .owner,
        keepsText: { _ in true },
        shape: CommandShape {
            $0.rest.isEmpty || $0.rest.text.contains("{") || $0.rest.words.last?.isReset == true
        },
        effect: .showsOnly { $0.isEmpty }
    ) { context, arguments in
        let owner = try await Owners(context).owner(of: nil, toChange: !arguments.isEmpty)
        if arguments.isEmpty { return try await Templates(context).list(owner) }
        return try await Templates(context).change(arguments, owner)
    }
}

extension CommandWord {
    /// Whether it stands for the usual wording.
    fileprivate var isReset: Bool { ["reset", "off"].contains(keyword) }
}

/// The owner's own wordings for the stories of feeds.
private struct Templates: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most words of a feed's name.
    private static let longestName = 8

    private static let example = "{title} — {feed}"

    /// The feeds with a wording, and how to make one.
    func list(_ owner: Owner) async throws -> [Answer] {
        let templates = try await services.store.templates(of: owner.recipient)
        let feed = try await ExampleFeeds(context).name(for: owner.recipient, followed: true)
        let hints: [String: MessageArgument] = [
            "example": .text(hint("template \(feed) \(Self.example)")),
            "known": .names(PushTemplate.placeholders),
        ]
        guard !templates.isEmpty else {
            return show(localizer.richText("template.none", hints), of: owner)
        }
        var body = heading("template.title", ["n": .number(templates.count)])
        var listed: [FeedID] = []
        for (id, text) in templates.sorted(by: { $0.key < $1.key }) {
            guard let feed = try await services.store.feed(id, in: .of(owner.recipient)) else { continue }
            listed.append(id)
            body.blocks.append(
                .item(
                    marker: String(listed.count),
                    [.strong([.text(BoundedText.name(feed.name))]), .text(" — "), .code(text)]
                )
            )
        }
        let items = listed.map(\.rawValue)
        try await context.isHere(owner)
            ? Listings(context).saveList(.feed, items) : Listings(context).saveOwnList(.feed, items)
        return show(body + footer("template.next", hints), of: owner)
    }

    /// `template ars {title} — {feed}`, `template ars reset`, `template ars`.
    func change(_ arguments: Arguments, _ owner: Owner) async throws -> [Answer] {
        let (feed, rest) = try await feed(arguments, of: owner)
        let name = BoundedText.name(feed.name)
        let before = try await services.store.templates(of: owner.recipient)[feed.id]
        if rest.isEmpty { return try await shown(feed, before, "template.now", reverse: nil, owner) }
        let isReset = rest.words.count == 1 && rest.first?.isReset == true
        let template = isReset ? nil : try checked(rest.raw)
        guard try await services.store.setTemplate(template?.text, of: owner.recipient, on: feed.id)
        else {
            return say("feed.notFollowed", ["hint": .text(hint("feeds"))])
        }
        let typed = TypedName.of(feed.name, orAddress: feed.url) ?? feed.name
        let reverse: HintLine =
            before.map { "template \(typed) \($0)" } ?? "template \(typed) \(fixed: "reset")"
        if before != template?.text {
            await Undoing(context).record("template \(name)", reverse: reverse, of: owner)
        }
        return try await shown(feed, template?.text, "template.changed", reverse: reverse, owner)
    }

    private func checked(_ text: String) throws -> PushTemplate {
        let known = MessageArgument.names(PushTemplate.placeholders)
        do { return try PushTemplate(text) } catch {
            switch error {
            case .tooLong(let limit): throw CommandError.template("tooLong", ["limit": .text("\(limit)")])
            case .unknown(let name):
                throw CommandError.template("unknown", ["text": .text(name), "known": known])
            case .openBrace: throw CommandError.template("openBrace", ["known": known])
            case .empty: throw CommandError.template("empty", ["known": known])
            case .repeated(let name): throw CommandError.template("repeated", ["text": .text(name)])
            case .signs: throw CommandError.template("signs", [:])
            }
        }
    }

    /// A sentence, and the newest story of the feed as it would be pushed.
    private func shown(
        _ feed: Feed,
        _ template: String?,
        _ key: String,
        reverse: HintLine?,
        _ owner: Owner
    ) async throws -> [Answer] {
        let isUsual = template == nil
        var facts: [String: MessageArgument] = [
            "name": .text(BoundedText.name(feed.name)), "template": .text(template ?? ""),
        ]
        if let reverse { facts["undo"] = .text(hint(reverse)) }
        let body = localizer.richText(isUsual ? key + "Usual" : key, facts)
        let selection = ArticleSelection(
            feeds: .some([feed.id]),
            from: .distantPast,
            to: .distantFuture
        )
        guard
            let newest = try await services.store.articles(selection, in: .of(owner.recipient), limit: 1)
                .first
        else {
            return show(body + localizer.richText("template.noSample"))
        }
        let wording = PushWording(
            localizer: localizer,
            now: time,
            hints: hints,
            linksTitles: message.traits.listsAll,
            layout: layout,
            lineBytes: message.traits.lineBytes,
            showsIcons: showsIcons
        )
        let sample = PushedArticle(
            listed: newest,
            isFollowed: true,
            template: template.flatMap { try? PushTemplate($0) }
        )
        return show(body + wording.single(sample))
    }

    /// The feed that the line begins with, and the words after it: the longest known name is the one that is meant.
    private func feed(_ arguments: Arguments, of owner: Owner) async throws -> (Feed, Arguments) {
        let words = arguments.words
        let end = words.firstIndex { $0.text.contains("{") || $0.text.contains("}") } ?? words.count
        for count in (1...max(1, min(Self.longestName, end))).reversed() where count <= words.count {
            let name = words.prefix(count).map(\.text).joined(separator: " ")
            let found = try await services.store.findFeed(name, in: .of(owner.recipient), exactly: true)
            if case .feed(let feed) = found { return (feed, arguments.dropping(count)) }
        }
        guard let first = words.first, end > 0 else { throw usageError("template") }
        return (try await Listings(context).feed(first), arguments.dropping(1))
    }
}
