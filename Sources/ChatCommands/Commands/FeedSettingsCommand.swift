internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// The settings of a feed that each follower has for themselves.
enum FeedSetting: String, CaseIterable {
    case rename
    case move
    /// Restores the feed's own name and category.
    case reset
    /// Removes all current articles of the feed from the follower's lists.
    case clear
    /// Whether posts of the feed are edited when its headlines change.
    case updates

    init?(_ word: CommandWord) {
        guard !word.isQuoted else { return nil }
        self.init(rawValue: word.keyword)
    }

    /// Whether the line ends with a new name.
    @Sendable static func isNaming(_ arguments: Arguments) -> Bool {
        [rename, move].contains(FeedSetting(rawValue: arguments.first?.keyword ?? ""))
    }
}

/// What a follower wants of a feed's posts whose headlines change.
enum FeedEdits: String {
    case on, off
    /// As the room has it.
    case auto

    init?(_ word: String) {
        switch word {
        case "auto", "default": self = .auto
        default:
            guard let isOn = RoomSetting.switchValue(word) else { return nil }
            self = isOn ? .on : .off
        }
    }

    var isOn: Bool? { self == .auto ? nil : self == .on }
}

/// Changes a follower's own settings of a feed.
struct FeedSettings: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// `feed rename bbc Beeb`, `feed move "BBC News" to Morning`, `feed reset bbc`, `feed clear bbc`.
    func change(_ setting: FeedSetting, _ arguments: Arguments) async throws -> [Answer] {
        guard !arguments.isEmpty else { throw usageError("feed") }
        let owner = try await Owners(context).owner(of: nil, toChange: true)
        let isFollowed: Bool
        let said: [Answer]
        switch setting {
        case .rename, .move:
            let (feed, value) = try await feedAndValue(arguments.words, for: owner.recipient)
            let isMove = setting == .move
            let shown =
                isMove
                ? try await CategoryNaming(context).meant(value, of: owner)
                : try await CategoryNaming(context).feedName(value, for: feed, of: owner)
            let facts: [String: MessageArgument] = [
                "name": .text(BoundedText.name(feed.name)),
                "value": .text(isMove ? CategoryWording.name(shown, localizer) : shown),
            ]
            if let present = try await present(setting, of: feed, for: owner.recipient), present == shown {
                return sayAlready(isMove ? "feed.movedAlready" : "feed.renamedAlready", facts)
            }
            isFollowed =
                setting == .rename
                ? try await services.store.setOwnName(shown, of: owner.recipient, on: feed.id)
                : try await services.store.setOwnCategory(shown, of: owner.recipient, on: feed.id)
            if isFollowed { await Undoing(context).record("feed \(fixed: setting.rawValue) \(feed.name)", of: owner) }
            said = say(setting == .rename ? "feed.renamed" : "feed.moved", facts)
        case .reset:
            let feed = try await followedFeed(arguments.words)
            isFollowed = try await services.store.setOwnName(nil, of: owner.recipient, on: feed.id)
            _ = try await services.store.setOwnCategory(nil, of: owner.recipient, on: feed.id)
            if isFollowed { await Undoing(context).record("feed reset \(feed.name)", of: owner) }
            let own = try await services.store.feed(feed.id, in: .of(owner.recipient)) ?? feed
            said = say("feed.reset", ["name": .text(BoundedText.name(own.name))])
        case .clear:
            let feed = try await followedFeed(arguments.words)
            let name = BoundedText.name(feed.name)
            let count = try await services.store.clearFeed(feed.id, of: owner.recipient, at: time)
            isFollowed = count != nil
            if count ?? 0 > 0 { await Undoing(context).note("feed clear \(name)", undo: hint("undo")) }
            let facts: [String: MessageArgument] = [
                "name": .text(name), "n": .number(count ?? 0), "undo": .text(hint("undo")),
            ]
            said = say(count == 0 ? "feed.clearedNothing" : "feed.cleared", facts)
        case .updates:
            guard let last = arguments.words.last, let value = FeedEdits(last.keyword) else { throw usageError("feed") }
            guard owner.isRoom, message.traits.mayEdit else { return say("settings.notHere") }
            let feed = try await followedFeed(Array(arguments.words.dropLast()))
            let name = BoundedText.name(feed.name)
            isFollowed = try await services.store.setEditsPosts(value.isOn, of: owner.recipient, on: feed.id)
            let back: HintLine = "feed updates \(feed.name) \(fixed: "auto")"
            if isFollowed { await Undoing(context).record("feed updates \(name)", reverse: back, of: owner) }
            said = say("feed.updates.\(value.rawValue)", ["name": .text(name), "auto": .text(hint(back))])
        }
        return isFollowed ? said : say("feed.notFollowed", ["hint": .text(hint("feeds"))])
    }

    /// The category or name that a feed has here; nil if it has none, or is not followed.
    private func present(_ setting: FeedSetting, of feed: Feed, for recipient: RecipientID) async throws -> String? {
        guard let subscription = try await services.store.subscription(of: recipient, to: feed.id) else { return nil }
        guard setting == .rename else { return KnownSubscription(subscription: subscription, feed: feed).category }
        return try await services.store.feed(feed.id, in: .of(recipient))?.name
    }

    /// A feed's name may have several words.
    ///
    /// It ends at a keyword; without one, the longest known name is used.
    private func feedAndValue(_ words: [CommandWord], for recipient: RecipientID) async throws -> (Feed, String) {
        if let end = words.firstIndex(where: { ["to", "as", "="].contains($0.keyword) }), end > 0, end + 1 < words.count
        {
            return (try await followedFeed(Array(words[..<end])), Self.text(words[(end + 1)...]))
        }
        guard words.count > 1 else { throw usageError("feed") }
        for count in (1..<min(words.count, 8)).reversed() {
            let name = Self.text(words.prefix(count))
            if case .feed(let feed) = try await services.store.findFeed(name, in: .of(recipient), exactly: true) {
                return (feed, Self.text(words.dropFirst(count)))
            }
        }
        return (try await followedFeed([words[0]]), Self.text(words.dropFirst()))
    }

    private func followedFeed(_ words: [CommandWord]) async throws -> Feed {
        let text = Self.text(words[...])
        return try await Listings(context).feed(CommandWord(raw: text, text: text, isQuoted: words.count > 1))
    }

    private static func text(_ words: ArraySlice<CommandWord>) -> String { words.map(\.text).joined(separator: " ") }
}
