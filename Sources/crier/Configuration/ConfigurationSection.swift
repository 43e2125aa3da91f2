import NewsModel
import TOMLReading

/// The checked values of one table of the file.
struct ConfigurationSection {
    let name: String
    let occurrence: Int
    private var values: [String: TOMLTree] = [:]

    init(name: String, occurrence: Int) {
        self.name = name
        self.occurrence = occurrence
    }

    /// Nil if the text is empty.
    func text(_ key: String) -> String? {
        if case .text(let text) = values[key], !text.isEmpty { text } else { nil }
    }
    /// The text as written, even if it is empty.
    func written(_ key: String) -> String? { if case .text(let text) = values[key] { text } else { nil } }
    func flag(_ key: String) -> Bool? { if case .flag(let flag) = values[key] { flag } else { nil } }
    func integer(_ key: String) -> Int? { if case .integer(let number) = values[key] { number } else { nil } }
    func decimal(_ key: String) -> Double? { if case .decimal(let number) = values[key] { number } else { nil } }

    func list(_ key: String) -> [String]? {
        guard case .list(let items) = values[key] else { return nil }
        return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Stores a value of the right kind and range.
    ///
    /// Otherwise returns what was expected.
    mutating func take(_ value: TOMLTree, for option: ConfigurationOption) -> LocalizedMessage? {
        let name = MessageArgument.text(option.key)
        switch (option.kind, value) {
        case (.text, .text), (.flag, .flag): values[option.key] = value
        case (.choice(let choices), .text(let text)):
            guard choices.contains(text) else {
                let allowed = choices.joined(separator: ", ")
                return LocalizedMessage("config.notAChoice", ["name": name, "choices": .text(allowed)])
            }
            values[option.key] = value
        case (.number(let range), .integer(let number)):
            guard range.contains(number) else { return outOfRange(name, "\(range.lowerBound)", "\(range.upperBound)") }
            values[option.key] = value
        case (.decimal(let range), .integer(let number)):
            guard range.contains(Double(number)) else {
                return outOfRange(name, "\(range.lowerBound)", "\(range.upperBound)")
            }
            values[option.key] = .decimal(Double(number))
        case (.decimal(let range), .decimal(let number)):
            guard range.contains(number) else { return outOfRange(name, "\(range.lowerBound)", "\(range.upperBound)") }
            values[option.key] = value
        case (.duration(let range), .text(let text)):
            guard let seconds = DurationText.seconds(text) else {
                return LocalizedMessage("config.notADuration", ["name": name])
            }
            guard range.contains(seconds) else {
                return outOfRange(name, DurationText.text(range.lowerBound), DurationText.text(range.upperBound))
            }
            values[option.key] = .decimal(seconds)
        case (.size, .text(let text)):
            guard let bytes = SizeText.bytes(text) else {
                return LocalizedMessage("quota.notASize", ["name": name])
            }
            values[option.key] = .integer(bytes)
        case (.size, .integer(0)): values[option.key] = value
        case (.list, .list(let items)):
            guard items.allSatisfy({ if case .text = $0 { true } else { false } }) else {
                return LocalizedMessage("config.notAList", ["name": name])
            }
            values[option.key] = value
        case (.choiceOrList(let choices), .text(let text)):
            guard choices.contains(text) else {
                let allowed = choices.joined(separator: ", ")
                return LocalizedMessage("config.notAChoice", ["name": name, "choices": .text(allowed)])
            }
            values[option.key] = value
        case (.choiceOrList, .list(let items)):
            guard items.allSatisfy({ if case .text = $0 { true } else { false } }) else {
                return LocalizedMessage("config.notAList", ["name": name])
            }
            values[option.key] = value
        case (.text, _), (.choice, _): return LocalizedMessage("config.notText", ["name": name])
        case (.flag, _): return LocalizedMessage("config.notAFlag", ["name": name])
        case (.number, _), (.decimal, _): return LocalizedMessage("config.notANumber", ["name": name])
        case (.duration, _): return LocalizedMessage("config.notADuration", ["name": name])
        case (.size, _): return LocalizedMessage("quota.notASize", ["name": name])
        case (.list, _), (.choiceOrList, _): return LocalizedMessage("config.notAList", ["name": name])
        }
        return nil
    }

    private func outOfRange(_ name: MessageArgument, _ low: String, _ high: String) -> LocalizedMessage {
        LocalizedMessage("config.outOfRange", ["name": name, "low": .text(low), "high": .text(high)])
    }
}

/// Reads and writes durations: `90s`, `30m`, `12h`, `7d`, `1.5s`.
enum DurationText {
    /// The duration in seconds; nil if the text is not a duration.
    static func seconds(_ text: String) -> Double? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last, let factor = units[unit], let count = Double(text.dropLast()),
            count.isFinite, count >= 0
        else { return nil }
        return count * factor
    }

    /// The text of a duration in seconds: `60s`, `0.05s`.
    static func text(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0)s" } ?? "\(seconds)s" }
}

/// Reads sizes: `500KB`, `200MB`, `10GB`, `1.5GB`.
///
/// One KB is 1000 bytes.
enum SizeText {
    /// The size in bytes; nil if the text is not a size or far too large.
    static func bytes(_ text: String) -> Int? {
        let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("", 1)]
        let written = text.uppercased().filter { $0 != " " }
        guard let (unit, factor) = units.first(where: { written.hasSuffix($0.0) }),
            let count = Double(written.dropLast(unit.count)), count.isFinite, count >= 0, count * factor < 1e18,
            !unit.isEmpty || count == 0
        else { return nil }
        return Int(count * factor)
    }
}
