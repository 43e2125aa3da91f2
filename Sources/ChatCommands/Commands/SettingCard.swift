internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// Says what is set: all settings as a short card, or one with its possible values.
struct SettingCard: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The settings of a person, or of a room.
    enum Name: Hashable {
        case language, zone, quiet, health, repeats, updates, images, icons, format, layout, every
        case room(RoomSetting)

        init?(_ word: String, isRoom: Bool) {
            switch word {
            case "lang", "language": self = .language
            case "tz", "timezone", "zone": self = .zone
            case "quiet": self = .quiet
            case "health": self = .health
            case "repeats": self = .repeats
            case "updates" where !isRoom: self = .updates
            case "images", "pictures":
                if isRoom { return nil }
                self = .images
            case "icons": self = .icons
            case "format", "formatting": self = .format
            case "layout", "style": self = .layout
            case "every", "interval": self = .every
            default:
                guard isRoom, let setting = RoomSetting(word) else { return nil }
                self = .room(setting)
            }
        }

        /// The word that is typed after `set` or `set room`.
        func word(isRoom: Bool) -> String {
            switch self {
            case .language: "lang"
            case .zone: "tz"
            case .quiet: "quiet"
            case .health: "health"
            case .repeats: "repeats"
            case .updates: isRoom ? "story updates" : "updates"
            case .images: "images"
            case .icons: "icons"
            case .format: "format"
            case .layout: "layout"
            case .every: "every"
            case .room(let setting): setting.rawValue
            }
        }
    }

    /// Whether `set` with these words only shows something.
    static func isOnlyShown(_ arguments: Arguments) -> Bool {
        var rest = arguments
        _ = rest.takeFirst("room", "channel")
        guard let name = rest.take() else { return true }
        return rest.isEmpty && name.keyAndValue == nil
    }

    /// All settings, several on a line.
    func card(isRoom: Bool) async throws -> [Answer] {
        let owner = try await owner(isRoom: isRoom)
        let settings = try await settings(of: owner)
        let groups: [[Name]] =
            isRoom
            ? [
                [.language, .zone], [.room(.prefix), .room(.verbs)], [.room(.idle), .room(.lines), .room(.alerts)],
                [.quiet, .health, .repeats, .updates, .every],
                [.format, .layout, .icons, .room(.colour), .room(.notice)],
                [.room(.games), .room(.updates), .room(.digests), .room(.feeds)],
            ]
            : [
                [.language, .zone], [.quiet], [.format, .layout, .icons], [.every, .health], [.repeats], [.updates],
                [.images],
            ]
        var body =
            isRoom
            ? heading("settings.card.room", ["room": .text(placeName(owner.address))]) : heading("settings.card.own")
        for group in groups {
            let shown = group.filter(isPossible)
            guard !shown.isEmpty else { continue }
            var spans: [RichText.Span] = []
            for name in shown {
                if !spans.isEmpty { spans.append(.text(" ")) }
                spans += [.code(shownWord(of: name, isRoom: isRoom)), .text(": ")] + now(name, owner, settings)
            }
            body.blocks.append(.item(marker: nil, spans))
        }
        let set = isRoom ? "set room" : "set"
        // Who is shown the card is shown each setting too: in a room, guests are.
        let facts: [String: MessageArgument] = ["hint": .text(typed("\(fixed: set) lang"))]
        body = body + footer("settings.card.next", facts)
        return isRoom ? show(body) : privately(body)
    }

    /// The setting's word in the reader's language.
    private func shownWord(of name: Name, isRoom: Bool) -> String {
        let word = name.word(isRoom: isRoom)
        let line = localizer.typed("set \(fixed: word)")
        return line.split(separator: " ", maxSplits: 1).last.map(String.init) ?? word
    }

    /// The present value of one setting, its possible values, and an example.
    func explanation(of name: Name, isRoom: Bool) async throws -> [Answer] {
        guard name == .icons || isPossible(name) else {
            return say(name == .images ? "settings.imagesNotHere" : "settings.notHere")
        }
        let owner = try await owner(isRoom: isRoom)
        let settings = try await settings(of: owner)
        var spans = now(name, owner, settings) + [.text(" ")]
        if name == .repeats { spans += try await feedsAllowingRepeats(owner, settings) }
        spans += choices(of: name, isRoom: isRoom)
        let body = RichText([.paragraph(spans)])
        return isRoom ? show(body) : privately(body)
    }

    /// That a value cannot be set, and which can.
    func refusal(of value: String, for name: Name, isRoom: Bool) -> [Answer] {
        let refused = localizer.spans(
            "settings.card.badValue",
            ["value": .text(BoundedText.shortened(value, to: 40))]
        )
        return show(RichText([.paragraph(refused + [.text(" ")] + choices(of: name, isRoom: isRoom))]))
    }

    /// That a setting is already as somebody wants it, and how it is.
    func already(_ name: Name, of owner: Owner) async throws -> [Answer] {
        let now = now(name, owner, try await settings(of: owner))
        return show(RichText([.paragraph(localizer.spans("settings.card.already") + [.text(" ")] + now)]))
    }

    /// The possible values of a setting, and an example.
    private func choices(of name: Name, isRoom: Bool) -> [RichText.Span] {
        let known = services.catalogue.languages.map { "\($0) (\(services.catalogue.name(ofLanguage: $0)))" }
        let key =
            switch name {
            case .format where isRoom: "roomFormat"
            case .updates: isRoom ? "roomStoryUpdates" : "ownUpdates"
            default: name.word(isRoom: isRoom)
            }
        let set = isRoom ? "set room" : "set"
        let values: [String: MessageArgument] = ["languages": .names(known)]
        let example = hint("\(fixed: set) \(fixed: localizer.text("settings.example.\(key)"))")
        return localizer.spans("settings.values.\(key)", values) + [.text(" ")]
            + localizer.spans("settings.card.example", ["example": .text(example)])
    }

    /// The feeds of which every report is sent although it is not of others.
    private func feedsAllowingRepeats(_ owner: Owner, _ settings: RecipientSettings) async throws -> [RichText.Span] {
        guard !settings.allowsRepeats else { return [] }
        let names = try await services.store.feedsAllowingRepeats(of: owner.recipient)
        guard !names.isEmpty else { return [] }
        let list = localizer.list(names.prefix(Self.mostNamed).map { BoundedText.name($0) })
        let key = names.count > Self.mostNamed ? "settings.card.repeatsOfManyFeeds" : "settings.card.repeatsOfFeeds"
        return localizer.spans(key, ["names": .text(list)]) + [.text(" ")]
    }

    private static let mostNamed = 5

    private func owner(isRoom: Bool) async throws -> Owner {
        if isRoom, room == nil { throw CommandError.onlyInRooms(command: "set room") }
        return try await Owners(context).owner(of: isRoom ? .here : .privately, toChange: false)
    }

    private func settings(of owner: Owner) async throws -> RecipientSettings {
        try await services.store.settings(of: owner.recipient) ?? RecipientSettings()
    }

    private func isPossible(_ name: Name) -> Bool {
        switch name {
        case .room(let setting): setting.isPossible(with: message.traits)
        case .images: options.mailAddress != nil
        case .icons: services.networks.values.contains { $0.traits.showsIcons }
        default: true
        }
    }

    /// The present value as a sentence.
    private func now(_ name: Name, _ owner: Owner, _ settings: RecipientSettings) -> [RichText.Span] {
        let speaker = services.catalogue.localizer(for: settings)
        switch name {
        case .language:
            let language = MessageArgument.text(services.catalogue.name(ofLanguage: speaker.language))
            let key = owner.isRoom ? "settings.card.roomLanguage" : "settings.card.language"
            return localizer.spans(key, ["language": language])
        case .zone:
            let facts: [String: MessageArgument] = [
                "zone": .text(ZoneName.shown(speaker.timeZone)), "time": .text(speaker.time(time)),
            ]
            return localizer.spans(owner.isRoom ? "settings.roomZone" : "settings.zone", facts)
        case .quiet:
            guard let quiet = settings.quietHours else { return localizer.spans("settings.card.notQuiet") }
            let facts: [String: MessageArgument] = [
                "from": .text(ClockWords.text(minuteOfDay: quiet.start)),
                "to": .text(ClockWords.text(minuteOfDay: quiet.end)),
            ]
            return localizer.spans("settings.card.quiet" + (quiet.exceptUrgent ? "ExceptUrgent" : ""), facts)
        case .health:
            return localizer.spans(settings.hearsOfFeeds ? "settings.card.healthOn" : "settings.card.healthOff")
        case .repeats:
            return localizer.spans(settings.allowsRepeats ? "settings.card.repeatsOn" : "settings.card.repeatsOff")
        case .updates:
            if owner.isRoom {
                let isOn = settings.hearsUpdates
                return localizer.spans(isOn ? "settings.card.roomStoryUpdatesOn" : "settings.card.roomStoryUpdatesOff")
            }
            return localizer.spans(settings.hearsUpdates ? "settings.card.updatesOn" : "settings.card.updatesOff")
        case .images:
            return localizer.spans(settings.showsImages ? "settings.card.imagesOn" : "settings.card.imagesOff")
        case .icons:
            return localizer.spans(settings.showsIcons ? "settings.card.iconsOn" : "settings.card.iconsOff")
        case .every:
            guard let seconds = settings.checkInterval else { return localizer.spans("settings.card.everyAuto") }
            return localizer.spans("settings.card.every", ["span": .text(localizer.duration(seconds))])
        case .layout: return localizer.spans("settings.card.layout.\(settings.layout.rawValue)")
        case .format: return localizer.spans("settings.card.format.\(settings.format.rawValue)")
        case .room(let setting):
            guard let etiquette = owner.room?.etiquette else { return [] }
            return localizer.spans(setting.sentence(etiquette), setting.arguments(etiquette, standard: options.prefix))
        }
    }
}

extension RoomSetting {
    /// The key of the sentence that says what is set.
    func sentence(_ etiquette: RoomEtiquette) -> String {
        let variant: String =
            switch self {
            case .prefix, .lines: ""
            case .idle: etiquette.idleMinutes == 0 ? ".none" : ".some"
            case .alerts: etiquette.alertsWait ? ".wait" : ".now"
            case .notice: etiquette.usesNotice ? ".on" : ".off"
            case .colour: etiquette.usesColour ? ".on" : ".off"
            case .updates: etiquette.editsPosts ? ".on" : ".off"
            case .digests: etiquette.threadsDigests ? ".on" : ".off"
            case .feeds: etiquette.threadsFeeds ? ".on" : ".off"
            case .verbs: etiquette.enabledVerbs.isEmpty ? ".none" : ".some"
            case .games where !CommandTable.standard.commands.contains { $0.isGame && etiquette.allows($0.name) }:
                ".off"
            case .games: etiquette.playsTogether ? ".together" : ".privately"
            }
        return "settings.room.\(rawValue)\(variant)"
    }
}
