internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// How often a feed is fetched for its follower.
struct FeedPacing: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Sets what `sub … every 2h` asks for, and says so; empty if it asks for nothing.
    func pace(_ feed: Feed, _ words: SubscriptionWords, of owner: Owner) async throws -> RichText {
        guard let seconds = words.every else { return RichText() }
        let floor = await services.feeds.shortestInterval
        let effective = max(Double(seconds), floor)
        guard try await services.store.setCheckInterval(effective, of: feed.id, for: owner.recipient)
        else {
            return RichText()
        }
        let own = try await services.store.feed(feed.id, in: .of(owner.recipient)) ?? feed
        let facts: [String: MessageArgument] = [
            "name": .text(BoundedText.name(own.name)), "span": .text(localizer.duration(Int(effective))),
            "undo": .text(hint("feed \(own.name) every auto")),
        ]
        return localizer.richText(Double(seconds) < floor ? "feed.everyFloor" : "feed.every", facts)
    }

    /// `set every 2h`: how often feeds are fetched whose subscriptions do not say it; `auto` leaves it to each feed.
    func setUsual(_ value: String, isRoom: Bool) async throws -> [Answer] {
        let isAutomatic = ["auto", "default", "off"].contains(value.lowercased())
        let asked = isAutomatic ? nil : ClockWords.seconds(value)
        guard isAutomatic || asked.map({ Arguments.checkIntervals.contains($0) }) == true else {
            throw CommandError.badDuration(String(value.prefix(40)))
        }
        let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
        if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
        let floor = await services.feeds.shortestInterval
        let before = try await services.store.settings(of: owner.recipient)?.checkInterval
        let interval = asked.map { max($0, Int(floor)) }
        guard let settings = try await SettingChanges(context).save(of: owner, { $0.checkInterval = interval }) else {
            return try await SettingCard(context).already(.every, of: owner)
        }
        try await services.store.bringForwardFeeds(of: owner.recipient, to: settings.checkInterval.map { Double($0) })
        let set: HintLine = owner.isRoom ? "set room every" : "set every"
        let reverse: HintLine = before.map { "\(set) \($0 / 60)m" } ?? "\(set) auto"
        await Undoing(context).record(set, reverse: reverse, of: owner)
        var facts: [String: MessageArgument] = ["undo": .text(hint(reverse))]
        guard let seconds = settings.checkInterval else { return say("settings.everyAuto", facts) }
        facts["span"] = .text(localizer.duration(seconds))
        return say(seconds == asked ? "settings.every" : "settings.everyFloor", facts)
    }
}

extension Arguments {
    /// The shortest and the longest interval that can be asked for, in seconds.
    static let checkIntervals = 60...7 * 86_400

    /// Removes `every 2h`; words such as `Every Day` are part of a name.
    ///
    /// Returns seconds; throws for an interval that cannot be asked for.
    mutating func takeCheckInterval() throws -> Int? {
        guard let text = takeValue("every", read: { $0.first?.isNumber == true ? $0 : nil }) else {
            return nil
        }
        guard let seconds = ClockWords.seconds(text), Self.checkIntervals.contains(seconds) else {
            throw CommandError.badDuration(String(text.prefix(40)))
        }
        return seconds
    }
}
