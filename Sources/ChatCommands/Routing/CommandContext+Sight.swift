internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// What of stored news and feeds a command may show, to whom.
extension CommandContext {
    /// What lists here are made of.
    var sight: Sight { .of(reader) }

    /// For one article that somebody names: in a room also what is theirs.
    var namingSight: Sight { .of(reader, beside: [person.profile?.id.recipient].compactMap(\.self)) }

    /// Rooms that a network is asked about for one story; the answers are remembered, so that who asks again gets further.
    private static let mostRoomsAsked = 5

    /// The article of a story that its short name means; what was told in a room is seen by those who are there.
    func article(ofStoryNamed name: String) async throws -> ListedArticle? {
        let store = services.store
        let story = try await store.story(named: name)
        if let story, let own = try await store.articles(ofStory: story, in: namingSight, limit: 1).first { return own }
        // A homeserver may have to be asked. Counted whether there is such a story or not: the refusal tells nothing.
        if message.networkKind == .matrix { try await countFetches(1) }
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

    /// The same as `isMember(of:)`, as it was a minute ago at most; false where the network was asked often enough.
    private func isMember(of room: Room, asked: inout Int) async -> Bool {
        let key = "\(room.id) \(person.key)"
        // A guest's nick may be another's by now.
        let lasts = person.identity != nil
        if lasts, let known = await memory.membership(key, at: time) { return known }
        guard asked < Self.mostRoomsAsked else { return false }
        asked += 1
        let isMember = await isMember(of: room)
        if lasts { await memory.keepMembership(isMember, key, at: time) }
        return isMember
    }

    /// Whether somebody is in a room now, as far as its network can tell.
    func isMember(of room: Room) async -> Bool {
        guard room.network == message.network else { return false }
        if room.id == self.room?.id { return true }
        guard let network = services.networks[message.network] else { return false }
        // A guest is known by the nick that wrote: whoever bears it is there, or is not.
        return await network.isMember(account: person.address.target, in: room.name)
    }

    /// Whether an owner's affairs are those of the place where they are asked for.
    func isHere(_ owner: Owner) -> Bool { isPrivate || owner.room?.id == room?.id }

    /// Somebody's affairs: typed in a room that they are not of, they go to the one who asked.
    func show(_ body: RichText, of owner: Owner) -> [Answer] { isHere(owner) ? show(body) : privately(body) }

    /// How a line about an owner's affairs is typed where the answer is read: of those elsewhere it names the place.
    ///
    /// - Parameter place: What was typed to mean the owner.
    /// - Parameter word: What the command takes before a place.
    /// - Parameter isSaidHere: The answer stays where the command was typed; else it goes as `show(_:of:)` says.
    func hint(
        _ line: String,
        about owner: Owner,
        at place: PlaceWord?,
        by word: String = "in",
        isSaidHere: Bool = false
    ) -> String {
        guard let place, owner.room?.id != room?.id else { return hint(line) }
        let named = "\(line) \(word) \(place.typed)"
        if isPrivate || isSaidHere { return hint(named) }
        return privateHint(owner.isRoom ? named : line)
    }

    /// A feed's address as it may be shown here: whole where it is no secret, and in private to who follows it
    /// or decides about a room that does; else its site alone.
    func shownAddress(of feed: Feed) async throws -> String {
        if try await services.store.isPublic(feed.id) { return AddressRepair.withoutPassword(feed.url) }
        // In a room everybody reads the answer.
        guard isPrivate, try await knowsAddress(of: feed) else { return ShownAddress.siteOnly(feed.url) }
        return feed.url
    }

    /// Whether a feed's address is theirs: it is no secret, they follow it, or they decide about a room that does.
    func knowsAddress(of feed: Feed) async throws -> Bool {
        if try await services.store.isPublic(feed.id) { return true }
        if let own = person.profile?.id.recipient,
            try await services.store.subscription(of: own, to: feed.id) != nil
        {
            return true
        }
        for room in try await services.store.rooms(following: feed.id, on: message.network) where await mayChange(room)
        {
            return true
        }
        return false
    }

    /// The names of feeds; where several are equal, the addresses that tell them apart.
    func distinctNames(_ feeds: [Feed]) async throws -> [String] {
        var names: [String] = []
        for feed in feeds {
            let isOnly = feeds.count { $0.name == feed.name } == 1
            names.append(isOnly ? feed.name : try await shownAddress(of: feed))
        }
        return names
    }
}
