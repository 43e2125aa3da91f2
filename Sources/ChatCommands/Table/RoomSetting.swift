internal import Foundation
internal import NewsModel

/// A setting of a room, and its allowed values.
enum RoomSetting: String {
    case prefix
    case idle
    case lines
    case alerts
    case notice
    case colour
    case verbs
    case updates
    case digests
    case feeds
    case games

    /// Whether the network supports it.
    func isPossible(with traits: NetworkTraits) -> Bool {
        switch self {
        case .updates: traits.mayEdit
        case .digests, .feeds: traits.mayThread
        default: true
        }
    }

    init?(_ name: String) {
        switch name {
        // `set room format colour` comes here; `set` handles `plain` and `rich` itself, which are a reader's formats.
        case "color", "format", "formatting": self = .colour
        case "notices": self = .notice
        case "verb", "commands": self = .verbs
        case "update", "edits": self = .updates
        case "digest", "threads": self = .digests
        case "feed": self = .feeds
        case "game", "puzzles": self = .games
        default: self.init(rawValue: name)
        }
    }

    /// Applies a value; false if it cannot be read.
    func apply(_ value: String, to etiquette: inout RoomEtiquette, _ table: CommandTable) -> Bool {
        let value = value.trimmed
        switch self {
        case .prefix:
            guard (1...3).contains(value.count), value.allSatisfy({ !$0.isLetter && !$0.isNumber && !$0.isWhitespace })
            else { return false }
            etiquette.prefix = value
        case .idle:
            guard let minutes = Self.number(value.replacing("m", with: "")), minutes <= 1_440 else { return false }
            etiquette.idleMinutes = minutes
        case .lines:
            guard let lines = Self.number(value.replacing("/h", with: "")), (1...1_000).contains(lines) else {
                return false
            }
            etiquette.linesPerHour = lines
        case .alerts:
            guard ["wait", "now"].contains(value.lowercased()) else { return false }
            etiquette.alertsWait = value.lowercased() == "wait"
        case .notice:
            guard let isOn = Self.switchValue(value) else { return false }
            etiquette.usesNotice = isOn
        case .colour:
            let word = value.lowercased()
            let isNamed = word == "plain" ? false : ["colour", "color"].contains(word) ? true : nil
            guard let isOn = isNamed ?? Self.switchValue(value) else { return false }
            etiquette.usesColour = isOn
        case .updates:
            guard let isOn = Self.choice(value, "edit", "off") else { return false }
            etiquette.editsPosts = isOn
        case .digests:
            guard let isOn = Self.choice(value, "thread", "plain") else { return false }
            etiquette.threadsDigests = isOn
        case .feeds:
            guard let isOn = Self.choice(value, "thread", "plain") else { return false }
            etiquette.threadsFeeds = isOn
        case .games:
            let names = Set(table.commands.filter(\.isGame).map { "-" + $0.name })
            let others = Set(etiquette.enabledVerbs).subtracting(names)
            switch value.lowercased() {
            case "off", "no": etiquette.enabledVerbs = others.union(names).sorted()
            case "together", "privately", "private":
                etiquette.enabledVerbs = others.sorted()
                etiquette.playsTogether = value.lowercased() == "together"
            default: return false
            }
        case .verbs:
            let words = value.lowercased().split(whereSeparator: { ",， ".contains($0) }).map(String.init)
            if ["off", "none"].contains(words.first ?? "") {
                etiquette.enabledVerbs = []
                return words.count == 1
            }
            let names = words.compactMap { Self.verb($0, table) }
            guard !words.isEmpty, names.count == words.count else { return false }
            etiquette.enabledVerbs = Array(Set(names)).sorted()
        }
        return true
    }

    func arguments(_ etiquette: RoomEtiquette, standard: String) -> [String: MessageArgument] {
        switch self {
        case .prefix: ["value": .text(etiquette.prefix ?? standard)]
        case .idle: ["n": .number(etiquette.idleMinutes)]
        case .lines: ["n": .number(etiquette.linesPerHour)]
        case .alerts: ["value": .text(etiquette.alertsWait ? "wait" : "now")]
        case .notice: ["value": .text(etiquette.usesNotice ? "on" : "off")]
        case .colour: ["value": .text(etiquette.usesColour ? "on" : "off")]
        case .updates: ["value": .text(etiquette.editsPosts ? "edit" : "off")]
        case .digests: ["value": .text(etiquette.threadsDigests ? "thread" : "plain")]
        case .feeds: ["value": .text(etiquette.threadsFeeds ? "thread" : "plain")]
        case .games: ["prefix": .text(etiquette.prefix ?? standard)]
        case .verbs:
            ["value": etiquette.enabledVerbs.isEmpty ? "off" : .names(etiquette.enabledVerbs)]
        }
    }

    /// A verb that is enabled without the bot's name (`more`) or switched off (`-quiz`).
    private static func verb(_ word: String, _ table: CommandTable) -> String? {
        let isOff = word.hasPrefix("-")
        guard let command = table.command(named: isOff ? String(word.dropFirst()) : word),
            !isOff || command.mayBeSwitchedOff
        else { return nil }
        return isOff ? "-" + command.name : command.name
    }

    private static func number(_ text: String) -> Int? {
        let digits = text.trimmed
        return digits.allSatisfy { $0.isASCII && $0.isNumber } && digits.count <= 6 ? Int(digits) : nil
    }

    /// One of two words, or on and off.
    private static func choice(_ text: String, _ on: String, _ off: String) -> Bool? {
        switch text.lowercased() {
        case on: true
        case off: false
        default: switchValue(text)
        }
    }

    static func switchValue(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "yes", "true": true
        case "off", "no", "false": false
        default: nil
        }
    }
}
