internal import Editorial
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// Numbered lists: kept for a day per person and place, in rooms for everybody there too, and with the answer they were
/// shown in.
extension CommandContext {
    enum ListKind: String {
        case article
        case feed
        /// By `CatalogueSource.number`.
        case source
        /// Articles too, that a person keeps.
        case saved

        /// What a verb that takes an article looks through.
        static let articles: [ListKind] = [.article, .saved]
    }

    private func ownListing() async throws -> ListingOwner {
        if let profile = try await profileIfVerified() { return .recipient(profile.id.recipient) }
        return .guest(network: person.network, name: person.displayName)
    }

    /// The answer to this command.
    private var origin: ListingOrigin? {
        message.inboundID.map { .answer(network: message.network, inboundID: $0) }
    }

    func saveList(_ kind: ListKind, _ items: [Int64]) async throws {
        guard !items.isEmpty else { return }
        // The newer list is the one that numbers mean.
        if kind != .article { await memory.dropOffer(for: offerKey) }
        var owners = [try await ownListing()]
        if let room { owners.append(.recipient(room.id.recipient)) }
        for owner in owners {
            try await services.store.saveListing(
                owner: owner,
                place: placeKey,
                kind: kind.rawValue,
                items: items,
                origin: origin,
                at: time
            )
        }
    }

    func saveList(of articles: [ListedArticle]) async throws {
        try await saveList(.article, articles.map(\.article.id.rawValue))
    }

    /// Like `saveList`, of what concerns nobody else: in a room its numbers are the person's alone, there and in private.
    func saveOwnList(_ kind: ListKind, _ articles: [ListedArticle]) async throws {
        try await saveOwnList(kind, articles.map(\.article.id.rawValue))
    }

    func saveOwnList(_ kind: ListKind, _ items: [Int64]) async throws {
        guard !items.isEmpty else { return }
        for place in Set([placeKey, privatePlaceKey]) {
            try await services.store.saveListing(
                owner: try await ownListing(),
                place: place,
                kind: kind.rawValue,
                items: items,
                origin: origin,
                at: time
            )
        }
    }

    /// The list that numbers mean: that of the message answered, else the newest, the person's own here or the room's.
    func meantList(_ kinds: [ListKind]) async throws -> Listing? {
        if let list = try await repliedList(kinds) { return list }
        var owners = [try await ownListing()]
        if let room { owners.append(.recipient(room.id.recipient)) }
        for owner in owners {
            let listing = try await services.store.newestListing(
                owner: owner,
                place: placeKey,
                kinds: kinds.map(\.rawValue),
                at: time
            )
            if let listing { return listing }
        }
        return nil
    }

    private func repliedList(_ kinds: [ListKind]) async throws -> Listing? {
        guard let event = repliedEvent else { return nil }
        var owners = [try await ownListing()]
        // What they asked for before it was known that they are who they say.
        if let account = person.identity?.account { owners.append(.guest(network: person.network, name: account)) }
        if let room { owners.append(.recipient(room.id.recipient)) }
        return try await services.store.listing(
            ofPosted: event,
            at: here,
            owners: owners,
            kinds: kinds.map(\.rawValue)
        )
    }

    /// Whether the message answered shows stories.
    func answersStories() async throws -> Bool {
        if try await repliedArticle() != nil { return true }
        return try await repliedList(ListKind.articles) != nil
    }

    private var repliedEvent: String? { message.question.flatMap { $0.repliesTo ?? $0.thread } }

    private func item(_ number: Int, of kinds: [ListKind]) async throws -> Int64 {
        let example = hint(kinds == [.feed] ? "feeds" : "headlines")
        guard let list = try await meantList(kinds) else { throw CommandError.noList(hint: example) }
        guard list.items.indices.contains(number - 1) else {
            if let answered = try await repliedList(kinds) {
                throw CommandError.notInAnsweredList("\(number)", count: answered.items.count)
            }
            throw CommandError.noSuchNumber(number, hint: example)
        }
        return list.items[number - 1]
    }

    // MARK: - References

    /// The article of the posted message that this one answers.
    func repliedArticle() async throws -> ListedArticle? {
        guard let event = repliedEvent,
            let id = try await services.store.postedArticle(eventID: event, at: here)
        else { return nil }
        return try await services.store.article(id, in: .shown(to: reader))
    }

    /// The word that stands for the message answered, where a verb was typed alone.
    func repliedWord() async throws -> Word? {
        try await repliedArticle() == nil ? nil : Word(raw: "last", text: "last", isQuoted: false)
    }

    /// The article a word points to.
    func article(_ word: Word) async throws -> ListedArticle {
        let store = services.store
        switch Reference(word) {
        case .number(let number):
            // A message of one article has no list of its own, and shows no number.
            if let only = try await repliedArticle() {
                if number == 1 { return only }
                if try await repliedList(ListKind.articles) == nil {
                    throw CommandError.notInAnsweredList("\(number)", count: 1)
                }
            }
            let id = ArticleID(rawValue: try await item(number, of: ListKind.articles))
            if let article = try await store.article(id, in: .shown(to: reader)) { return article }
            throw CommandError.storyGone(hint: hint("headlines"))
        case .story(let name):
            if let article = try await article(ofStoryNamed: name) { return article }
        case .last:
            if let meant = try await repliedArticle() { return meant }
            if let last = try await meantList(ListKind.articles)?.items.last,
                let article = try await store.article(ArticleID(rawValue: last), in: .shown(to: reader))
            {
                return article
            }
            throw CommandError.noList(hint: hint("headlines"))
        case .url(let url):
            if let key = StoryKeys.canonicalURL(url),
                let article = try await store.article(linkKey: key, in: namingSight)
            {
                return article
            }
            do {
                if let article = try await newest(of: try await feed(word)) { return article }
            } catch CommandError.noSuchFeed {
                let shown = BoundedText.shortened(url, to: 200)
                throw CommandError.noStoryAt(url: shown, preview: hint("preview \(shown)"), sub: hint("sub \(shown)"))
            }
        case .name:
            let feed: Feed
            do {
                feed = try await self.feed(word)
            } catch CommandError.noSuchFeed(let text, let suggestions, let hint) {
                // No feed is called so: a number in words was meant, as far as anybody can tell.
                if let number = NumberWord.number(text) {
                    return try await article(Word(raw: "\(number)", text: "\(number)", isQuoted: false))
                }
                guard suggestions.isEmpty, let answered = try await repliedList(ListKind.articles) else {
                    throw CommandError.noSuchFeed(text, suggestions: suggestions, hint: hint)
                }
                throw CommandError.notInAnsweredList(text, count: answered.items.count)
            }
            if let article = try await newest(of: feed) { return article }
        }
        throw CommandError.noSuchStory(String(word.text.prefix(60)))
    }

    private func newest(of feed: Feed) async throws -> ListedArticle? {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        return try await services.store.articles(selection, in: sight, limit: 1).first
    }

    /// The feed a word points to: number of the feed list, address, name.
    func feed(_ word: Word) async throws -> Feed {
        if let number = Reference.number(word.text) {
            let id = FeedID(rawValue: try await item(number, of: [.feed]))
            if let feed = try await services.store.feed(id, in: .shown(to: reader)) { return feed }
            throw CommandError.noSuchNumber(number, hint: hint("feeds"))
        }
        return try await feed(named: word.text)
    }

    func feed(named name: String) async throws -> Feed {
        let shown = String(name.prefix(60))
        switch try await findFeed(name, for: reader) {
        case .feed(let feed): return feed
        case .choices(let feeds):
            throw CommandError.severalFeeds(shown, names: try await distinctNames(feeds))
        case .nothing:
            let names = try await services.store.knownFeeds(in: sight).prefix(5_000).map(\.name)
            let near = NearNames.nearest(to: name, among: names)
            throw CommandError.noSuchFeed(shown, suggestions: near, hint: hint("feeds"))
        }
    }
}
