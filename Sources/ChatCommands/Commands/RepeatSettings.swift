internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Whether every report of the same news is sent: `set repeats on`, `set room repeats off`, `set repeats on BBC News`.
struct RepeatSettings: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func set(_ value: String, isRoom: Bool) async throws -> [Answer] {
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        guard let word = parts.first, let isOn = RoomSetting.switchValue(word) else { throw usageError("set") }
        let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
        if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
        if parts.count > 1 { return try await set(isOn, of: parts[1], for: owner) }
        guard try await SettingChanges(context).save(of: owner, { $0.allowsRepeats = isOn }) != nil else {
            return try await SettingCard(context).already(.repeats, of: owner)
        }
        await Undoing(context).record("set repeats", of: owner)
        return say(isOn ? "settings.repeatsOn" : "settings.repeatsOff")
    }

    private func set(_ isOn: Bool, of name: String, for owner: Owner) async throws -> [Answer] {
        let feed = try await Listings(context).feed(CommandWord(raw: name, text: name, isQuoted: name.contains(" ")))
        let (store, recipient) = (services.store, owner.recipient)
        let own = try await store.feed(feed.id, in: .of(recipient)) ?? feed
        let wasOn = try await store.feedsAllowingRepeats(of: recipient).contains(own.name)
        guard try await store.setAllowsRepeats(isOn, of: recipient, on: feed.id) else {
            return say("feed.notFollowed", ["hint": .text(hint("feeds"))])
        }
        let shown = BoundedText.name(feed.name)
        let key = isOn ? "settings.repeatsOfFeedOn" : "settings.repeatsOfFeedOff"
        guard wasOn != isOn else { return sayAlready(key, ["name": .text(shown)]) }
        await Undoing(context).record("set repeats \(fixed: isOn ? "on" : "off") \(shown)", of: owner)
        return say(key, ["name": .text(shown)])
    }
}
