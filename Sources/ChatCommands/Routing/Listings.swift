internal import Editorial
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Storage

/// Numbered lists that were shown.
///
/// A list is kept for a day, per person and chat. In a room it is also kept for everybody there. It is stored with the
/// answer that showed it.
struct Listings: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    enum ListKind: String {
        case article
        case feed
        /// Sources of the catalogue, by `CatalogueSource.number`.
        case source
        /// Articles that a person saved.
        case saved
        /// Places, by `NewsPlace.id`.
        case place

        /// The lists that a command with an article argument searches.
        static let articles: [ListKind] = [.article, .saved]
    }

    /// The key of a room for stored lists.
    static func placeKey(of room: Room) -> String { "r:\(room.network):\(room.name)" }

    private func ownListing() async throws -> ListingOwner {
        if let profile = try await profileIfVerified() { return .recipient(profile.id.recipient) }
        return .guest(network: person.network, name: person.displayName)
    }

    /// The answer to this command, as the origin of a list.
    private var origin: ListingOrigin? {
        message.inboundID.map { .answer(network: message.network, inboundID: $0) }
    }

    func saveList(_ kind: ListKind, _ items: [Int64]) async throws {
        guard !items.isEmpty else { return }
        // Numbers now refer to this list, not to an older offer.
        if kind != .article { await memory.dropOffer(for: offerKey) }
        try await save(kind.rawValue, items)
    }

    func saveList(of articles: [ListedArticle]) async throws {
        try await saveList(.article, articles.map(\.article.id.rawValue))
    }

    /// Like `saveList`, for a private list.
    ///
    /// Its numbers are valid for this person only, here and in private.
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

    /// The list that numbers refer to: that of the replied message, otherwise the newest of the person or the room.
    func meantList(_ kinds: [ListKind]) async throws -> Listing? {
        if let list = try await repliedList(kinds) { return list }
        var owners = [try await ownListing()]
        // A list that they asked for as a guest, before they logged in.
        if person.identity != nil { owners.append(.guest(network: person.network, name: person.displayName)) }
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

    /// Saves a list for the person and, in a room, for everybody there.
    private func save(_ kind: String, _ items: [Int64]) async throws {
        var owners = [try await ownListing()]
        if let room { owners.append(.recipient(room.id.recipient)) }
        for owner in owners {
            try await services.store.saveListing(
                owner: owner,
                place: placeKey,
                kind: kind,
                items: items,
                origin: origin,
                at: time
            )
        }
    }

    /// Records that this answer is about one article, so that a reply or a reaction to it means that article.
    func saveSubject(_ article: ArticleID) async throws {
        guard message.traits.linksReplies, origin != nil else { return }
        try await save(Listing.subjectKind, [article.rawValue])
    }

    private func repliedList(_ kinds: [ListKind]) async throws -> Listing? {
        try await repliedList(named: kinds.map(\.rawValue))
    }

    private func repliedList(named kinds: [String]) async throws -> Listing? {
        guard let event = repliedEvent else { return nil }
        var owners = [try await ownListing()]
        // A list that they asked for as a guest, before their account was verified.
        if let account = person.identity?.account { owners.append(.guest(network: person.network, name: account)) }
        if let room { owners.append(.recipient(room.id.recipient)) }
        return try await services.store.listing(
            ofPosted: event,
            at: here,
            owners: owners,
            kinds: kinds
        )
    }

    /// Whether the replied message shows stories.
    func answersStories() async throws -> Bool {
        if try await repliedItem() != nil { return true }
        return try await repliedList(ListKind.articles) != nil
    }

    private var repliedEvent: String? { message.question.flatMap { $0.repliesTo ?? $0.thread } }

    /// The item that a word refers to; `number` is what the word says.
    private func item(_ number: Int, _ word: CommandWord, of kinds: [ListKind]) async throws -> Int64 {
        let typed = Reference.typed(word.text)
        let example = hint(kinds == [.feed] ? "feeds" : "headlines")
        guard let list = try await meantList(kinds) else { throw CommandError.noList(hint: example) }
        guard list.items.indices.contains(number - 1) else {
            if let answered = try await repliedList(kinds) {
                throw CommandError.notInAnsweredList(typed, count: answered.items.count)
            }
            throw CommandError.noSuchNumber(typed, count: list.items.count, hint: example)
        }
        return list.items[number - 1]
    }

    // MARK: - References

    /// The article of the message that this message replies to.
    func repliedArticle() async throws -> ListedArticle? {
        guard let event = repliedEvent,
            let id = try await services.store.postedArticle(eventID: event, at: here)
        else { return nil }
        return try await services.store.article(id, in: .shown(to: reader))
    }

    /// The one article that the replied message is about: pushed alone, read, or the only one of a list.
    func repliedItem() async throws -> ListedArticle? {
        if let pushed = try await repliedArticle() { return pushed }
        let kinds = [Listing.subjectKind] + ListKind.articles.map(\.rawValue)
        guard let list = try await repliedList(named: kinds), list.items.count == 1, let only = list.items.first else {
            return nil
        }
        let id = ArticleID(rawValue: only)
        if let shown = try await services.store.article(id, in: .shown(to: reader)) { return shown }
        return try await services.store.article(id, in: namingSight)
    }

    /// The word that stands for the one article of the replied message; nil if it shows none.
    ///
    /// Throws if it shows several. `verb` is the command that needs a number then.
    func repliedWord(for verb: String) async throws -> CommandWord? {
        if try await repliedItem() != nil { return .last }
        guard let list = try await repliedList(ListKind.articles), list.items.count > 1 else { return nil }
        throw CommandError.whichOfList(count: list.items.count, hint: hint("\(verb) \(min(3, list.items.count))"))
    }

    /// The article that a word refers to.
    func article(_ word: CommandWord) async throws -> ListedArticle {
        let store = services.store
        switch Reference(word) {
        case .number(let number):
            // A message with one article has no numbered list.
            if let only = try await repliedArticle() {
                if number == 1 { return only }
                if try await repliedList(ListKind.articles) == nil {
                    throw CommandError.notInAnsweredList(Reference.typed(word.text), count: 1)
                }
            }
            let id = ArticleID(rawValue: try await item(number, word, of: ListKind.articles))
            if let article = try await store.article(id, in: .shown(to: reader)) { return article }
            throw CommandError.storyGone(hint: hint("headlines"))
        case .story(let name):
            if let article = try await Visibility(context).article(ofStoryNamed: name) { return article }
        case .last:
            if let meant = try await repliedItem() { return meant }
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
                // No feed has this name, so it may be a number in words.
                if let number = word.numberInWords {
                    return try await article(CommandWord(raw: "\(number)", text: "\(number)", isQuoted: false))
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

    /// The place of the newest list of places that a number refers to.
    func place(_ number: Int, typed: String) async throws -> Int64 {
        guard let list = try await meantList([.place]) else { throw CommandError.noList(hint: hint("map")) }
        guard list.items.indices.contains(number - 1) else {
            throw CommandError.noSuchNumber(typed, count: list.items.count, hint: hint("map"))
        }
        return list.items[number - 1]
    }

    /// The feed that a word refers to: a number of the feed list, an address or a name.
    func feed(_ word: CommandWord) async throws -> Feed {
        if let number = Reference.number(word.text) {
            if let smart = try await smartFeed(word) { throw try await isSmartFeed(smart, word) }
            let id = FeedID(rawValue: try await item(number, word, of: [.feed]))
            if let feed = try await services.store.feed(id, in: .shown(to: reader)) { return feed }
            throw CommandError.noSuchNumber(Reference.typed(word.text), hint: hint("feeds"))
        }
        return try await feed(named: word.text)
    }

    func feed(named name: String) async throws -> Feed {
        let shown = String(name.prefix(60))
        switch try await SourceLists(context).findFeed(name, for: reader) {
        case .feed(let feed): return feed
        case .choices(let feeds):
            throw CommandError.severalFeeds(shown, names: try await Visibility(context).distinctNames(feeds))
        case .nothing:
            let names = try await services.store.knownFeeds(in: sight).prefix(5_000).map(\.name)
            let near = NearNames.nearest(to: name, among: names)
            throw CommandError.noSuchFeed(shown, suggestions: near, hint: hint("feeds"))
        }
    }
}
