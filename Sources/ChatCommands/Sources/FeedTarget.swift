internal import FeedParsing
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Parallelism
internal import Storage

/// One feed or site that `sub`, `preview` or `import` is asked for.
struct FeedTarget: Hashable {
    /// As typed, or the name that a number stands for.
    var text: String
    /// The address, if a list gave it.
    var url: String?
}

/// What a target means before anything is fetched.
enum ResolvedTarget {
    /// An address, or words that may be one.
    case address(String)
    case choices([Feed])
    case absent(AbsentSource)
}

/// Finds the feeds and sites that a line names, and limits fetches.
struct FeedTargets: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many feeds are asked for at once, and how many a line of `preview` or a short `import` may name.
    static let mostTargets = 10

    /// The targets of a line.
    ///
    /// Several words are one name if they are known as one and contain no address; else `TargetWords` divides them.
    func targets(_ arguments: Arguments, limit: Int = mostTargets) async throws -> [FeedTarget] {
        let words = arguments.words
        if words.count > 1, !words.contains(where: { $0.isQuoted || $0.text.contains(".") || $0.isURL }),
            Reference.numbers(words) == nil
        {
            if let source = services.sources.source(named: arguments.text) {
                return [FeedTarget(text: source.name, url: source.url)]
            }
            if services.sources.absent(named: arguments.text) != nil { return [FeedTarget(text: arguments.text)] }
            if case .feed(let feed)? = try? await SourceLists(context).findFeed(arguments.text, for: reader) {
                return [try await target(feed)]
            }
        }
        // Before names are looked up.
        guard words.count / TargetWords.mostWords <= limit else { throw CommandError.tooManyAtOnce(limit: limit) }
        var targets: [FeedTarget] = []
        for word in try await TargetWords(context).divided(words) {
            if let numbers = Reference.numbers([word]) {
                for number in numbers { targets.append(try await target(number, typed: word.text)) }
            } else {
                targets.append(FeedTarget(text: word.text))
            }
        }
        guard targets.count <= limit else { throw CommandError.tooManyAtOnce(limit: limit) }
        return targets
    }

    /// The target of a list number: an offered choice, otherwise a source or feed of the newest list here.
    private func target(_ number: Int, typed word: String) async throws -> FeedTarget {
        let typed = number == .max ? Reference.typed(word) : "\(number)"
        if let offer = await memory.offer(for: offerKey, at: time) {
            guard offer.urls.indices.contains(number - 1) else {
                throw CommandError.noSuchNumber(typed, count: offer.urls.count, hint: hint("sources"))
            }
            return FeedTarget(text: offer.urls[number - 1], url: offer.urls[number - 1])
        }
        guard let list = try await Listings(context).meantList([.source, .feed]) else {
            throw CommandError.noList(hint: hint("sources"))
        }
        guard list.items.indices.contains(number - 1) else {
            throw CommandError.noSuchNumber(typed, count: list.items.count, hint: hint("sources"))
        }
        let item = list.items[number - 1]
        if list.kind == Listings.ListKind.source.rawValue, let source = services.sources.source(number: item) {
            return FeedTarget(text: source.name, url: source.url)
        }
        if list.kind == Listings.ListKind.feed.rawValue,
            let feed = try await services.store.feed(FeedID(rawValue: item), in: .shown(to: reader))
        {
            return try await target(feed)
        }
        throw CommandError.noSuchNumber(typed, hint: hint("sources"))
    }

    private func target(_ feed: Feed) async throws -> FeedTarget {
        FeedTarget(text: feed.name, url: try await ownAddress(of: feed))
    }

    /// The address of a named feed.
    ///
    /// Throws if the person may not know it.
    private func ownAddress(of feed: Feed) async throws -> String {
        guard try await Visibility(context).knowsAddress(of: feed) else { throw CommandError.foreignAddress(feed.name) }
        return feed.url
    }

    /// The name under which a known feed can be followed, if no address was typed.
    ///
    /// Its address may be secret.
    func followedBy(_ target: FeedTarget, asked: String) async throws -> String? {
        guard target.url != nil || target.text != asked,
            let known = try await services.store.feed(url: asked, in: .shown(to: reader))
        else { return nil }
        if let name = TypedName.of(known.name) { return name }
        return try await Visibility(context).shownAddress(of: known)
    }

    /// Looks up a name.
    ///
    /// Exact names of feeds in sight come first, then the catalogue, then beginnings of feed names.
    func resolve(_ target: FeedTarget, for recipient: RecipientID?) async throws -> ResolvedTarget {
        if let url = target.url { return .address(url) }
        // A typed address is used as it is, not matched to another feed of its host.
        guard !target.text.contains("/") else { return .address(target.text) }
        let store = services.store
        if case .feed(let feed) = try await store.findFeed(target.text, in: .of(recipient), exactly: true) {
            return .address(try await ownAddress(of: feed))
        }
        if let source = services.sources.source(named: target.text) { return .address(source.url) }
        if let absent = services.sources.absent(named: target.text) { return .absent(absent) }
        switch try await store.findFeed(target.text, in: .of(recipient)) {
        case .feed(let feed): return .address(try await ownAddress(of: feed))
        case .choices(let feeds): return .choices(feeds)
        case .nothing: return .address(target.text)
        }
    }

    /// Counts fetches before they are made.
    ///
    /// The terminal user and admins are not limited.
    func countFetches(_ count: Int) async throws {
        guard isLimited, count > 0 else { return }
        switch await memory.takeFetches(count, of: person.counted, at: services.time.now) {
        case .pass: break
        case .tooMany: throw CommandError.tooManyFetches
        case .busy(let minutes): throw CommandError.sitesBusy(minutes: minutes)
        }
    }

    /// Counts a line of many targets as one command for each ten of them.
    func countLine(of targets: Int) async {
        let more = (targets - 1) / Self.mostTargets
        guard !message.traits.hasOneUser, more > 0 else { return }
        let room = room.map { "\(message.network) \($0.name)" }
        let byMail = message.traits.answersByLetter
        await memory.countMore(more, person.counted, room: room, byMail: byMail, at: services.time.now)
    }

    /// Runs `work`, which makes `count` fetches.
    ///
    /// They are counted, and a limited number of people fetch at once.
    ///
    /// Deadlines must start inside `work`, because it may have to wait.
    func fetching<Value: Sendable>(_ count: Int, _ work: () async throws -> Value) async throws -> Value {
        guard isLimited, count > 0 else { return try await work() }
        try await countFetches(count)
        let mostWaiting = options.rates.mostWaitingForSites
        guard try await memory.fetchSlots.take(for: person.counted.share, mostWaiting: mostWaiting) else {
            throw CommandError.sitesBusy(minutes: 1)
        }
        defer { memory.fetchSlots.give() }
        return try await work()
    }

    private var isLimited: Bool { !message.traits.hasOneUser && !person.isAdmin }
}
