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
