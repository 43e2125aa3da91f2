internal import FeedParsing
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// The feeds of a site, some of which may be followed already.
struct SiteFeeds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The feeds found at a site as a numbered choice, without those that are followed already.
    func choices(
        _ links: [FeedLink],
        for shown: String,
        of owner: Owner,
        named name: String? = nil
    ) async throws -> RichText {
        let followed = try await followedFeeds(among: links, of: owner)
        let rest = links.filter { followed[$0.url] == nil }
        guard !followed.isEmpty else {
            return try await FeedSuggestions(context).choices(links, "feed.choices", for: shown, named: name)
        }
        let names = Set(followed.values.map(BoundedText.name)).sorted()
        let known = localizer.richText(
            "feed.alreadyFollowed",
            ["name": .text(localizer.list(names)), "place": .text(placeName(owner.address))]
        )
        guard !rest.isEmpty else { return known }
        return known + (try await FeedSuggestions(context).choices(rest, "feed.siteHasMore", for: shown, named: name))
    }

    /// The other feeds of a site that was named, when one of its feeds is followed already.
    ///
    /// Not to be called inside `fetching`: it waits for a turn of its own.
    func others(at target: String, than feed: Feed, of owner: Owner) async throws -> RichText {
        guard !target.contains("/"), AddressRepair.site(of: target) == AddressRepair.site(of: feed.url) else {
            return RichText()
        }
        let links: [FeedLink]
        do {
            links = try await FeedTargets(context).fetching(1) {
                let deadline = services.time.now.addingTimeInterval(Following.checkTimeout)
                return await services.feeds.feedsOfSite(of: feed.url, deadline: deadline)
            }
        } catch is CommandError {
            // The answer is complete without them, so a limit is no error here.
            return RichText()
        }
        let followed = try await followedFeeds(among: links, of: owner)
        let rest = links.filter { followed[$0.url] == nil }
        guard !rest.isEmpty else { return RichText() }
        return try await FeedSuggestions(context).choices(rest, "feed.siteHasMore", for: target)
    }

    /// The names of those that the owner follows, by their address in the list.
    private func followedFeeds(among links: [FeedLink], of owner: Owner) async throws -> [String: String] {
        var followed: [String: String] = [:]
        for link in links.prefix(20) {
            guard let feed = try await services.store.feed(url: link.url, in: .of(owner.recipient)),
                try await services.store.subscription(of: owner.recipient, to: feed.id) != nil
            else { continue }
            followed[link.url] = try await Visibility(context).name(of: feed, followedBy: owner)
        }
        return followed
    }
}
