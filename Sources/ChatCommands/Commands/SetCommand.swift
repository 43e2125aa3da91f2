internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let set = Command(
        name: "set",
        genericAliases: ["config"],
        isGeneric: true,
        topic: .settings,
        need: .owner,
        shape: .set,
        effect: .showsOnly { SettingCard.isOnlyShown($0) },
        mayBeSwitchedOff: false
    ) {
        context,
        arguments in
        var arguments = arguments
        let isRoom = arguments.takeFirst("room", "channel")
        // In a room `updates` alone are the edits of posts.
        if isRoom, arguments.words.count > 1, arguments.words[0].keyword == "story",
            ["updates", "update"].contains(arguments.words[1].keyword)
        {
            arguments = arguments.dropping(2)
            guard !arguments.isEmpty else {
                return try await SettingCard(context).explanation(of: .updates, isRoom: true)
            }
            return try await SettingChanges(context).setUpdates(arguments.value, isRoom: true)
        }
        guard let name = arguments.take() else { return try await SettingCard(context).card(isRoom: isRoom) }
        // Both `set tz=Europe/Paris` and `set tz Europe/Paris` are accepted.
        let setting = name.keyAndValue?.key ?? name.value.lowercased()
        let value = [name.keyAndValue?.value, arguments.value].compactMap(\.self).joined(separator: " ").trimmed
        if value.isEmpty, name.keyAndValue == nil, setting != "quiet" {
            guard let known = SettingCard.Name(setting, isRoom: isRoom) else {
                throw CommandError.badSetting(String(setting.prefix(40)))
            }
            return try await SettingCard(context).explanation(of: known, isRoom: isRoom)
        }
        switch setting {
        case "lang", "language", "tz", "timezone", "zone":
            guard !value.isEmpty else { throw context.usageError("set") }
            let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            let isLanguage = setting.hasPrefix("lang")
            return try await isLanguage
                ? SettingChanges(context).setLanguage(value, of: owner)
                : SettingChanges(context).setZone(value, of: owner)
        case "health":
            let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            return try await SettingChanges(context).setHealth(value, of: owner)
        case "repeats":
            return try await RepeatSettings(context).set(value, isRoom: isRoom)
        case "updates" where !isRoom: return try await SettingChanges(context).setUpdates(value, isRoom: false)
        case "images", "pictures":
            guard !isRoom else { throw CommandError.badSetting("room images") }
            return try await SettingChanges(context).setImages(value)
        case "icons":
            let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            return try await SettingChanges(context).setIcons(value, of: owner)
        case "format", "formatting":
            // In a room `colour` also switches on the colours of IRC, so it is a setting of the room.
            let isRoomColour = isRoom && TextFormat.isColour(value)
            if !isRoomColour, let format = TextFormat(typed: value) {
                let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
                if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
                return try await SettingChanges(context).setFormat(format, of: owner)
            }
            guard isRoom else { throw context.usageError("set") }
            return try await SettingChanges(context).setEtiquette(setting, value)
        case "layout", "style":
            let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            return try await SettingChanges(context).setLayout(value, of: owner)
        case "every", "interval":
            return try await FeedPacing(context).setUsual(value, isRoom: isRoom)
        case "quiet":
            return try await Command.quiet.run(context, arguments)
        default:
            guard isRoom else { throw CommandError.badSetting(String(setting.prefix(40))) }
            return try await SettingChanges(context).setEtiquette(setting, value)
        }
    }
}

extension CommandShape {
    fileprivate static let set = CommandShape { typed in
        var rest = typed.rest
        _ = rest.takeFirst("room", "channel")
        guard let name = rest.take() else { return true }
        let setting = name.keyAndValue?.key ?? name.keyword
        let known = [
            "lang", "language", "tz", "timezone", "zone", "health", "repeats", "updates", "quiet", "images", "pictures",
            "icons", "layout", "style", "every", "interval",
        ]
        if setting == "story", typed.rest.first?.keyword != "story" { return rest.first?.keyword == "updates" }
        return known.contains(setting) || RoomSetting(setting) != nil
    }
}

extension TextFormat {
    fileprivate static func isColour(_ word: String) -> Bool { ["colour", "color"].contains(word.lowercased()) }

    /// `plain`, `rich` or `colour`, which means `rich`.
    fileprivate init?(typed word: String) {
        if Self.isColour(word) { self = .rich } else { self.init(rawValue: word.lowercased()) }
    }
}

/// Changes the settings of people and rooms.
struct SettingChanges: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Stores a change of settings, and returns them; nil, with nothing stored, if they are as wanted already.
    func save(
        of owner: Owner,
        _ change: (inout RecipientSettings) -> Void
    ) async throws -> RecipientSettings? {
        let before = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
        var settings = before
        change(&settings)
        guard settings != before else { return nil }
        try await services.store.saveSettings(settings, of: owner.recipient)
        return settings
    }

    fileprivate func setLanguage(_ value: String, of owner: Owner) async throws -> [Answer] {
        let catalogue = services.catalogue
        guard let language = catalogue.language(matching: value) else {
            let known = catalogue.languages.map { "\($0) (\(catalogue.name(ofLanguage: $0)))" }
            throw CommandError.badLanguage(String(value.prefix(40)), known: known)
        }
        // "en-GB" keeps its region: the texts are English, the dates British.
        let chosen = value.lowercased().hasPrefix(language.lowercased()) ? value : language
        guard let settings = try await save(of: owner, { $0.language = chosen }) else {
            return try await SettingCard(context).already(.language, of: owner)
        }
        await Undoing(context).record("set lang", of: owner)
        let speaker = catalogue.localizer(for: settings, on: message.traits)
        let arguments: [String: MessageArgument] = ["language": .text(catalogue.name(ofLanguage: language))]
        var answering = context
        answering.localizer = speaker
        let body = speaker.richText(owner.isRoom ? "settings.roomLanguage" : "settings.language", arguments)
        return try await UndoHints(answering).named(in: [Answer(body: body)])
    }

    fileprivate func setZone(_ value: String, of owner: Owner) async throws -> [Answer] {
        switch ZoneName(value, cities: table.words.cities) {
        case .unknown(let suggestions): throw CommandError.badZone(String(value.prefix(40)), suggestions: suggestions)
        case .zone(let identifier):
            guard let settings = try await save(of: owner, { $0.timeZone = identifier }) else {
                return try await SettingCard(context).already(.zone, of: owner)
            }
            await Undoing(context).record("set tz", of: owner)
            let speaker = services.catalogue.localizer(for: settings, on: message.traits)
            let key = owner.isRoom ? "settings.roomZone" : "settings.zone"
            let arguments: [String: MessageArgument] = [
                "zone": .text(ZoneName.shown(speaker.timeZone)), "time": .text(speaker.time(time)),
            ]
            return [Answer(body: speaker.richText(key, arguments))]
        }
    }

    /// Whether the owner is notified when feeds fail, recover, move or end.
    fileprivate func setHealth(_ value: String, of owner: Owner) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        guard try await save(of: owner, { $0.hearsOfFeeds = isOn }) != nil else {
            return try await SettingCard(context).already(.health, of: owner)
        }
        await Undoing(context).record("set health", of: owner)
        return say(isOn ? "settings.healthOn" : "settings.healthOff", ["hint": .text(hint("feeds broken"))])
    }

    /// Whether a story that was sent is sent again when it has grown.
    fileprivate func setUpdates(_ value: String, isRoom: Bool) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        let owner = try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: true)
        if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
        guard try await save(of: owner, { $0.hearsUpdates = isOn }) != nil else {
            return try await SettingCard(context).already(.updates, of: owner)
        }
        await Undoing(context).record(isRoom ? "set room story updates" : "set updates", of: owner)
        guard isRoom else { return say(isOn ? "settings.updatesOn" : "settings.updatesOff") }
        return say(isOn ? "settings.roomStoryUpdatesOn" : "settings.roomStoryUpdatesOff")
    }

    /// Whether mail contains the pictures of its stories.
    fileprivate func setImages(_ value: String) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        let owner = try await Owners(context).owner(of: .privately, toChange: true)
        guard try await save(of: owner, { $0.showsImages = isOn }) != nil else {
            return try await SettingCard(context).already(.images, of: owner)
        }
        await Undoing(context).record("set images", of: owner)
        return say(isOn ? "settings.imagesOn" : "settings.imagesOff")
    }

    /// Whether the icons of feeds stand before their names.
    fileprivate func setIcons(_ value: String, of owner: Owner) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        guard try await save(of: owner, { $0.showsIcons = isOn }) != nil else {
            return try await SettingCard(context).already(.icons, of: owner)
        }
        await Undoing(context).record(owner.isRoom ? "set room icons" : "set icons", of: owner)
        return say(isOn ? "settings.iconsOn" : "settings.iconsOff")
    }

    /// Rich text with symbols, tables and colours, or plain text.
    fileprivate func setFormat(_ format: TextFormat, of owner: Owner) async throws -> [Answer] {
        guard try await save(of: owner, { $0.format = format }) != nil else {
            return try await SettingCard(context).already(.format, of: owner)
        }
        let rich = hint(owner.isRoom ? "set room format rich" : "set format rich")
        await Undoing(context).note("set format", undo: format == .plain ? rich : nil)
        return say("settings.\(owner.isRoom ? "roomFormat" : "format").\(format.rawValue)", ["hint": .text(rich)])
    }

    /// How much each story of a list shows.
    fileprivate func setLayout(_ value: String, of owner: Owner) async throws -> [Answer] {
        guard let layout = ListLayout(rawValue: value.lowercased()) else { throw usageError("set") }
        let before = try await services.store.settings(of: owner.recipient)?.layout ?? RecipientSettings().layout
        guard try await save(of: owner, { $0.layout = layout }) != nil else {
            return try await SettingCard(context).already(.layout, of: owner)
        }
        let set: HintLine = owner.isRoom ? "set room layout" : "set layout"
        let reverse = hint("\(set) \(fixed: before.rawValue)")
        await Undoing(context).note(set, undo: reverse)
        return say("settings.\(owner.isRoom ? "roomLayout" : "layout").\(layout.rawValue)", ["hint": .text(reverse)])
    }

    fileprivate func setEtiquette(_ setting: String, _ value: String) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: .here, toChange: true)
        guard let room = owner.room else { throw CommandError.onlyInRooms(command: "set room") }
        var etiquette = room.etiquette
        guard let change = RoomSetting(setting) else { throw CommandError.badSetting(String(setting.prefix(40))) }
        if !change.isPossible(with: message.traits) { return say("settings.notHere") }
        guard change.apply(value, to: &etiquette, table) else {
            let name = SettingCard.Name(setting, isRoom: true) ?? .room(change)
            guard !value.isEmpty else { return try await SettingCard(context).explanation(of: name, isRoom: true) }
            return SettingCard(context).refusal(of: value, for: name, isRoom: true)
        }
        let needsRichText = change == .colour && etiquette.usesColour && room.settings.format == .plain
        guard etiquette != room.etiquette || needsRichText else {
            return try await SettingCard(context).already(.room(change), of: owner)
        }
        try await services.store.saveEtiquette(etiquette, of: room.id)
        if needsRichText {
            var settings = room.settings
            settings.format = .rich
            try await services.store.saveSettings(settings, of: owner.recipient)
        }
        await Undoing(context).record("set room \(fixed: change.rawValue)", of: owner)
        return say(change.sentence(etiquette), change.arguments(etiquette, standard: options.prefix))
    }
}
