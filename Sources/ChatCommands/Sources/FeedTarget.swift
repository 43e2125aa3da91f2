internal import FeedParsing
internal import Foundation
internal import NewsModel
internal import NewsWording
internal import Parallelism
internal import Storage

/// One thing that `sub`, `preview` or `import` is asked for.
struct FeedTarget: Hashable {
    /// As typed, or the name behind a number.
    var text: String
    /// Where it is, when a list said so.
    var url: String?
}

/// What a target leads to before anything is fetched.
enum ResolvedTarget {
    /// An address, or words that may be one.
    case address(String)
    case choices([Feed])
    case absent(AbsentSource)
}

extension CommandContext {
    /// How many feeds one line may name.
    static let mostTargets = 10

    /// What each part of the line names; a name of several words is one target where nothing in it is an address.
    func targets(_ arguments: Arguments) async throws -> [FeedTarget] {
        let words = arguments.words
        if words.count > 1, !words.contains(where: { $0.isQuoted || $0.text.contains(".") || $0.isURL }),
            Reference.numbers(words) == nil
        {
            if let source = services.sources.source(named: arguments.text) {
                return [FeedTarget(text: source.name, url: source.url)]
            }
            if services.sources.absent(named: arguments.text) != nil { return [FeedTarget(text: arguments.text)] }
            if case .feed(let feed)? = try? await findFeed(arguments.text, for: reader) {
                return [try await target(feed)]
            }
        }
        var targets: [FeedTarget] = []
        for word in words {
            if let numbers = Reference.numbers([word]) {
                for number in numbers { targets.append(try await target(number)) }
            } else {
                let text = word.isURL ? word.text : word.text.trimmingCharacters(in: CharacterSet(charactersIn: ",，、"))
                if !text.isEmpty { targets.append(FeedTarget(text: text)) }
            }
        }
        guard targets.count <= Self.mostTargets else { throw CommandError.tooManyAtOnce(limit: Self.mostTargets) }
        return targets
    }

    /// What a number of the newest list means: choices of a site, else sources or feeds shown here.
    private func target(_ number: Int) async throws -> FeedTarget {
        if let offer = await memory.offer(for: offerKey, at: time), offer.isNumbered {
            guard offer.urls.indices.contains(number - 1) else {
                throw CommandError.noSuchNumber(number, hint: hint("sources"))
            }
            return FeedTarget(text: offer.urls[number - 1], url: offer.urls[number - 1])
        }
        guard let list = try await meantList([.source, .feed]) else {
            throw CommandError.noList(hint: hint("sources"))
        }
        guard list.items.indices.contains(number - 1) else {
            throw CommandError.noSuchNumber(number, hint: hint("sources"))
        }
        let item = list.items[number - 1]
        if list.kind == ListKind.source.rawValue, let source = services.sources.source(number: item) {
            return FeedTarget(text: source.name, url: source.url)
        }
        if list.kind == ListKind.feed.rawValue,
            let feed = try await services.store.feed(FeedID(rawValue: item), in: .shown(to: reader))
        {
            return try await target(feed)
        }
        throw CommandError.noSuchNumber(number, hint: hint("sources"))
    }

    private func target(_ feed: Feed) async throws -> FeedTarget {
        FeedTarget(text: feed.name, url: try await ownAddress(of: feed))
    }

    /// The address of a feed that was named: who asks it, or follows it, has it.
    private func ownAddress(of feed: Feed) async throws -> String {
        guard try await knowsAddress(of: feed) else { throw CommandError.foreignAddress(feed.name) }
        return feed.url
    }

    /// The name by which a known feed is followed, where no address was typed: its address, and where that leads, may be
    /// secrets.
    func followedBy(_ target: FeedTarget, asked: String) async throws -> String? {
        guard target.url != nil || target.text != asked,
            let known = try await services.store.feed(url: asked, in: .shown(to: reader))
        else { return nil }
        if let name = TypedName.of(known.name) { return name }
        return try await shownAddress(of: known)
    }

    var offerKey: String { person.key + " " + placeKey }

    /// A known name wins over a beginning, and what is followed or selected here over the catalogue.
    func resolve(_ target: FeedTarget, for recipient: RecipientID?) async throws -> ResolvedTarget {
        if let url = target.url { return .address(url) }
        // An address means itself, not another feed of its host.
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

    /// Counts sites that are about to be asked; the terminal has one user, who may.
    func countFetches(_ count: Int) async throws {
        guard isLimited, count > 0 else { return }
        switch await memory.takeFetches(count, of: person.counted, at: services.time.now) {
        case .pass: break
        case .tooMany: throw CommandError.tooManyFetches
        case .busy(let minutes): throw CommandError.sitesBusy(minutes: minutes)
        }
    }

    /// Asks so many sites for a person: counted, and with so many others at the same time.
    ///
    /// Deadlines begin inside, because it may take a while to get there.
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

    private var isLimited: Bool { message.networkKind != .console && !person.isAdmin }
}
