internal import FeedParsing
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let preview = Command(
        name: "preview",
        aliases: ["peek"],
        topic: .following,
        shape: .addresses()
    ) { context, arguments in
        let targets = try await FeedTargets(context).targets(arguments)
        guard let target = targets.first, targets.count == 1 else { throw context.usageError("preview") }
        return try await FeedPreviews(context).preview(target)
    }
}

/// Shows the content of a feed before it is followed.
struct FeedPreviews: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let previewTimeout: TimeInterval = 6

    fileprivate func preview(_ target: FeedTarget) async throws -> [Answer] {
        let address: String
        switch try await FeedTargets(context).resolve(target, for: reader) {
        case .address(let text): address = text
        case .choices(let feeds): return show(try await FeedSuggestions(context).choices(feeds, for: target.text))
        case .absent(let absent): return show(SourceBrowsing(context).absence(absent))
        }
        return try await FeedTargets(context).fetching(1) { try await preview(address, of: target) }
    }

    private func preview(_ address: String, of target: FeedTarget) async throws -> [Answer] {
        let deadline = services.time.now.addingTimeInterval(Self.previewTimeout)
        switch try await services.feeds.preview(address, deadline: deadline) {
        case .feed(let preview): return show(try await text(preview, of: target, asked: address))
        case .choices(let links):
            return show(try await FeedSuggestions(context).choices(links, "feed.choices", for: target.text))
        case .notAnAddress:
            return show(try await FeedSuggestions(context).refusal("feed.notAnAddress", target.text, nil))
        case .failed(let failure):
            let reason = localizer.text("feed.failure.\(failure.rawValue)")
            if services.sources.source(url: address) != nil {
                return say("catalogue.preview.failed", ["text": .text(target.text), "reason": .text(reason)])
            }
            return show(try await Following(context).failed(failure, target: target.text, address: address))
        }
    }

    private func text(_ preview: FeedPreview, of target: FeedTarget, asked: String) async throws -> RichText {
        let source = services.sources.source(url: asked) ?? services.sources.source(url: preview.url)
        var named = try await services.store.subscribedFeeds(of: reader)
            .first { $0.url == preview.url || $0.url == asked }
        if let followed = named { named = try await services.store.feed(followed.id, in: sight) ?? followed }
        let title = named?.name ?? preview.name
        // A feed without a name is called by its address. Only the site is shown, because the address may be secret.
        let isUnnamed = [preview.url, asked].contains(title)
        let name = isUnnamed ? ShownAddress.siteOnly(preview.url) : BoundedText.name(title)
        var blocks: [RichText.Block] = [.heading(level: 2, [.text(name)])]
        let rhythm = preview.newest.isEmpty ? localizer.text("catalogue.preview.empty") : rhythm(preview)
        let about = [source?.description(in: localizer.language), rhythm].compactMap(\.self).joined(separator: " ")
        blocks.append(.paragraph([.text(about)]))
        for entry in preview.newest {
            var spans: [RichText.Span] = [.strong([.text(BoundedText.title(entry.title))])]
            if let date = entry.publishedAt { spans.append(.text(" — " + localizer.relative(date, now: time))) }
            if let url = entry.url { spans += [.text(" — "), .link(label: "", url: url)] }
            blocks.append(.item(marker: nil, spans))
        }
        if let named {
            let headlines = hint("headlines \(BoundedText.name(named.name))")
            return RichText(blocks) + footer("catalogue.preview.followed", ["headlines": .text(headlines)])
        }
        await memory.dropOffer(for: offerKey)
        try await Questions(context).askToFollow([source?.url ?? preview.url])
        let known = try await FeedTargets(context).followedBy(target, asked: asked)
        let sub = hint("sub \(source?.id ?? known ?? preview.url)")
        return RichText(blocks) + footer("catalogue.preview.next", ["sub": .text(sub)])
    }

    /// How often the feed publishes: "About 12 stories a day".
    private func rhythm(_ preview: FeedPreview) -> String {
        guard let perDay = preview.entriesPerDay else {
            return localizer.text(preview.givesDates ? "catalogue.preview.unknownRhythm" : "catalogue.preview.noDates")
        }
        let rates = [
            ("catalogue.preview.perDay", perDay), ("catalogue.preview.perWeek", perDay * 7),
            ("catalogue.preview.perMonth", perDay * 30),
        ]
        guard let (key, rate) = rates.first(where: { $0.1 >= 0.8 }) else {
            return localizer.text("catalogue.preview.rare")
        }
        return localizer.text(key, ["n": .number(Int(min(rate, 100_000).rounded()))])
    }
}
