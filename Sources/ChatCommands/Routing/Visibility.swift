internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// Decides which stored articles and feeds a command may show to whom.
struct Visibility: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many rooms a network is asked about for one story.
    ///
    /// Answers are cached, so a second try gets further.
    private static let mostRoomsAsked = 5

    /// The article of a story with this short name.
    ///
    /// A story that was sent to a room is visible to the room's members.
    func article(ofStoryNamed name: String) async throws -> ListedArticle? {
        let store = services.store
        let story = try await store.story(named: name)
        if let story, let own = try await store.articles(ofStory: story, in: namingSight, limit: 1).first { return own }
        // A homeserver may be asked. Unknown names count too, so a refusal does not reveal whether the story exists.
        if message.traits.isFederated { try await FeedTargets(context).countFetches(1) }
        guard let story else { return nil }
        var asked = 0
        for room in try await store.rooms(told: story, on: message.network) {
            let beside = Sight.of(reader, beside: [room.id.recipient])
            if let shared = try await store.articles(ofStory: story, in: beside, limit: 1).first,
                await isMember(of: room, asked: &asked)
            {
                return shared
            }
        }
        return nil
    }

    /// Like `isMember(of:)`, cached for a minute.
    ///
    /// False if the network was asked too often.
    private func isMember(of room: Room, asked: inout Int) async -> Bool {
        let key = "\(room.id) \(person.key)"
        // A guest's nick may belong to somebody else by now, so it is not cached.
        let lasts = person.identity != nil
        if lasts, let known = await memory.membership(key, at: time) { return known }
        guard asked < Self.mostRoomsAsked else { return false }
        asked += 1
        let isMember = await isMember(of: room)
        if lasts { await memory.saveMembership(isMember, key, at: time) }
        return isMember
    }

    /// Whether the person is in a room now, as far as the network knows.
    func isMember(of room: Room) async -> Bool {
        guard room.network == message.network else { return false }
        if room.id == self.room?.id { return true }
        guard let network = services.networks[message.network] as? any RoomNetwork else { return false }
        // A guest is looked up by the nick that sent the message.
        return await network.isMember(account: person.address.target, in: room.name)
    }

    /// A feed's address as it may be shown here.
    ///
    /// A public address is shown in full. A secret one is shown in full only in private,
    /// to the feed's followers and to operators of rooms that follow it. Otherwise only the site is shown.
    func shownAddress(of feed: Feed) async throws -> String {
        if try await services.store.isPublic(feed.id) { return AddressRepair.withoutPassword(feed.url) }
        // In a room everybody reads the answer.
        guard isPrivate, try await knowsAddress(of: feed) else { return ShownAddress.siteOnly(feed.url) }
        return feed.url
    }

    /// The name of a followed feed as it may be shown here.
    ///
    /// In a room everybody reads the answer, so the names that others than the room gave are not shown.
    func name(of feed: Feed, followedBy owner: Owner) async throws -> String {
        let sight = isHere(owner) ? Sight.of(owner.recipient) : Sight.address(of: feed.id)
        return try await services.store.feed(feed.id, in: sight)?.name ?? feed.name
    }

    /// Whether the person may know a feed's address.
    ///
    /// It is public, they follow the feed, or they operate a room that follows it.
    func knowsAddress(of feed: Feed) async throws -> Bool {
        if try await services.store.isPublic(feed.id) { return true }
        if let own = person.profile?.id.recipient,
            try await services.store.subscription(of: own, to: feed.id) != nil
        {
            return true
        }
        for room in try await services.store.rooms(following: feed.id, on: message.network)
        where await Owners(context).mayChange(room) {
            return true
        }
        return false
    }

    /// The names of feeds.
    ///
    /// Feeds with equal names are shown by address.
    func distinctNames(_ feeds: [Feed]) async throws -> [String] {
        var names: [String] = []
        for feed in feeds {
            let isOnly = feeds.count { $0.name == feed.name } == 1
            names.append(isOnly ? feed.name : try await shownAddress(of: feed))
        }
        return names
    }
}
