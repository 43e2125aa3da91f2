internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let set = Command(name: "set", genericAliases: ["config"], isGeneric: true, topic: .settings) {
        context,
        arguments in
        var arguments = arguments
        let isRoom = arguments.takeFirst("room", "channel")
        guard let name = arguments.take() else { throw context.usageError("set") }
        // `set tz=Europe/Paris` and `set tz Europe/Paris`.
        let setting = name.keyAndValue?.key ?? name.text.lowercased()
        let value = [name.keyAndValue?.value, arguments.text].compactMap(\.self).joined(separator: " ").trimmed
        switch setting {
        case "lang", "language", "tz", "timezone", "zone":
            guard !value.isEmpty else { throw context.usageError("set") }
            let owner = try await context.owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            let isLanguage = setting.hasPrefix("lang")
            return try await isLanguage ? context.setLanguage(value, of: owner) : context.setZone(value, of: owner)
        case "health":
            let owner = try await context.owner(of: isRoom ? .here : .privately, toChange: true)
            if isRoom, !owner.isRoom { throw CommandError.onlyInRooms(command: "set room") }
            return try await context.setHealth(value, of: owner)
        case "images", "pictures":
            guard !isRoom else { throw CommandError.badSetting("room images") }
            return try await context.setImages(value)
        case "quiet":
            return try await Command.quiet.run(context, arguments)
        default:
            guard isRoom else { throw CommandError.badSetting(String(setting.prefix(40))) }
            return try await context.setEtiquette(setting, value)
        }
    }
}

extension CommandContext {
    fileprivate func setLanguage(_ value: String, of owner: Owner) async throws -> [Answer] {
        let catalogue = services.catalogue
        guard let language = catalogue.language(matching: value) else {
            let known = catalogue.languages.map { "\($0) (\(catalogue.name(ofLanguage: $0)))" }
            throw CommandError.badLanguage(String(value.prefix(40)), known: known)
        }
        var settings = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
        // "en-GB" is worded in English and dated as the British do.
        settings.language = value.lowercased().hasPrefix(language.lowercased()) ? value : language
        try await services.store.saveSettings(settings, of: owner.recipient)
        try await record("set lang", of: owner)
        let speaker = catalogue.localizer(for: settings)
        let arguments: [String: MessageArgument] = ["language": .text(catalogue.name(ofLanguage: language))]
        return [Answer(body: speaker.richText(owner.isRoom ? "settings.roomLanguage" : "settings.language", arguments))]
    }

    fileprivate func setZone(_ value: String, of owner: Owner) async throws -> [Answer] {
        switch ZoneName(value) {
        case .unknown(let suggestions): throw CommandError.badZone(String(value.prefix(40)), suggestions: suggestions)
        case .zone(let identifier):
            var settings = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
            settings.timeZone = identifier
            try await services.store.saveSettings(settings, of: owner.recipient)
            try await record("set tz", of: owner)
            let speaker = services.catalogue.localizer(for: settings)
            let key = owner.isRoom ? "settings.roomZone" : "settings.zone"
            let arguments: [String: MessageArgument] = [
                "zone": .text(ZoneName.shown(speaker.timeZone)), "time": .text(speaker.time(time)),
            ]
            return [Answer(body: speaker.richText(key, arguments))]
        }
    }

    /// Whether to be told of feeds that fail, recover, move or end.
    fileprivate func setHealth(_ value: String, of owner: Owner) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        var settings = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
        settings.hearsOfFeeds = isOn
        try await services.store.saveSettings(settings, of: owner.recipient)
        try await record("set health", of: owner)
        return say(isOn ? "settings.healthOn" : "settings.healthOff", ["hint": .text(hint("feeds broken"))])
    }

    /// Whether mail carries the pictures of its stories.
    fileprivate func setImages(_ value: String) async throws -> [Answer] {
        guard let isOn = RoomSetting.switchValue(value) else { throw usageError("set") }
        let owner = try await owner(of: .privately, toChange: true)
        var settings = try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
        settings.showsImages = isOn
        try await services.store.saveSettings(settings, of: owner.recipient)
        try await record("set images", of: owner)
        return say(isOn ? "settings.imagesOn" : "settings.imagesOff")
    }

    fileprivate func setEtiquette(_ setting: String, _ value: String) async throws -> [Answer] {
        let owner = try await owner(of: .here, toChange: true)
        guard let room = owner.room else { throw CommandError.onlyInRooms(command: "set room") }
        var etiquette = room.etiquette
        guard let change = RoomSetting(setting) else { throw CommandError.badSetting(String(setting.prefix(40))) }
        if change.isForMatrix, message.networkKind != .matrix { return say("settings.onlyOnMatrix") }
        guard change.apply(value, to: &etiquette) else { throw usageError("set") }
        try await services.store.saveEtiquette(etiquette, of: room.id)
        try await record("set room \(change.rawValue)", of: owner)
        return say("settings.room.\(change.rawValue)", change.arguments(etiquette, standard: options.prefix))
    }
}
