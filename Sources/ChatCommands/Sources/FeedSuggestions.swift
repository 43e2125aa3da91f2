internal import FeedParsing
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Suggests what a misspelt name or address may mean.
struct FeedSuggestions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Why nothing was added, with suggestions: a corrected address, or a similar host or name.
    func refusal(_ key: String, _ target: String, _ failure: FeedFailure?) async throws -> RichText {
        var arguments: [String: MessageArgument] = [
            "text": .text(String(AddressRepair.withoutPassword(target).prefix(80))),
            "hint": .text(hint("sub https://example.org")),
        ]
        if let failure { arguments["reason"] = .text(localizer.text("feed.failure.\(failure.rawValue)")) }
        // The name was found, but its feed does not answer, so no other names are suggested.
        let isFound = failure != nil && !target.contains("/") && !target.contains(".")
        let near = isFound ? [] : try await suggestions(for: target).map(AddressRepair.withoutPassword)
        guard !near.isEmpty else { return localizer.richText(key, arguments) }
        arguments["suggestions"] = .names(near.map { hint("sub \($0)") })
        return localizer.richText(key + "Near", arguments)
    }

    private func suggestions(for target: String) async throws -> [String] {
        if let corrected = AddressRepair.corrected(target) { return [String(corrected.prefix(120))] }
        let known = try await services.store.knownFeeds(in: sight).prefix(5_000)
        let sources = services.sources.sources
        let site = AddressRepair.site(of: target)
        let isAddress = target.contains("/") || target.contains(".")
        let sites = Set(
            known.map { AddressRepair.site(of: $0.url) }
                + sources.flatMap { [AddressRepair.site(of: $0.url), AddressRepair.site(of: $0.homePageURL)] }
        )
        let near = NearNames.nearest(to: site, among: sites).filter { $0 != site }
        // Only the host is replaced; the rest of the address is probably right.
        if isAddress || !near.isEmpty { return near.map { Self.replacing(site, in: target, with: $0) } }
        let names = Set(known.map(\.name) + sources.flatMap { [$0.id, $0.name] + $0.aliases })
        return NearNames.nearest(to: target, among: names).filter { $0.lowercased() != target.lowercased() }
    }

    private static func replacing(_ site: String, in address: String, with other: String) -> String {
        guard let range = address.range(of: site, options: .caseInsensitive) else { return other }
        return String(address.replacingCharacters(in: range, with: other).prefix(120))
    }

    /// Known feeds as a numbered choice.
    func choices(_ feeds: [Feed], for target: String) async throws -> RichText {
        var shown: [String] = []
        for feed in feeds {
            // Choosing a feed reveals its address, so the person must be allowed to know it.
            guard try await Visibility(context).knowsAddress(of: feed) else {
                throw CommandError.severalFeeds(
                    String(target.prefix(60)),
                    names: try await Visibility(context).distinctNames(feeds)
                )
            }
            shown.append(try await Visibility(context).shownAddress(of: feed))
        }
        let links = feeds.map { FeedLink(url: $0.url, title: $0.name) }
        return try await choices(links, "feed.choices", for: target, shownAs: shown)
    }

    /// Feeds as a numbered choice, each with its address or the part that may be shown.
    ///
    /// `name` is what the chosen feed is to be called.
    func choices(
        _ links: [FeedLink],
        _ key: String,
        for target: String,
        shownAs shown: [String]? = nil,
        named name: String? = nil
    ) async throws -> RichText {
        let links = links.prefix(9)
        await memory.saveOffer(links.map(\.url), for: offerKey, at: time)
        try await Questions(context).askToFollow(links.map(\.url))
        var body = localizer.richText(
            key,
            ["n": .number(links.count), "target": .text(String(AddressRepair.withoutPassword(target).prefix(80)))]
        )
        for (index, link) in links.enumerated() {
            var spans: [RichText.Span] = []
            if let name = link.title { spans += [.strong([.text(BoundedText.name(name))]), .text(" — ")] }
            body.blocks.append(
                .item(marker: "\(index + 1)", spans + [.link(label: "", url: shown?[index] ?? link.url)])
            )
        }
        if isGuest { return body + footer("feed.chooseToPreview", ["hint": .text(hint("preview 1"))]) }
        let ending = name.flatMap { TypedName.of($0) }.map { HintLine(" as ") + $0 } ?? HintLine("")
        return body + footer("feed.choose", ["hint": .text(hint("sub 1" + ending))])
    }
}
