import NewsModel

/// Reads the parts of a line that stand for a value: `half past seven` is `07:30`.
struct PhraseSlots: Sendable {
    /// The words of the table for values: `period` → the words of each value, such as `lastweek`.
    var values: [String: [[String]: String]]
    var clock: PhraseClock
    /// Words that are never a part of a name or a query.
    var never: Set<String>
    /// Words between several values: `mondays and thursdays`.
    var joints: Set<String>

    /// Slots for the words of a name or a query.
    static let free: Set<String> = ["feed", "topic", "query", "name"]
    /// Slots with a time: in the morning or as written, or in the evening if the hour leaves it open.
    private static let clocks: Set<String> = ["time", "evening", "from", "until"]

    /// The most words of a value.
    static let longestValue = 7

    /// The name of a slot in commands: the evening is a time, and `third` is a number.
    static func name(of slot: String) -> String {
        switch slot {
        case "evening": "time"
        case "ordinal": "number"
        default: slot
        }
    }

    func knows(_ slot: String) -> Bool {
        Self.free.contains(slot) || Self.clocks.contains(slot) || slot == "number" || values[slot] != nil
    }

    /// The value of some words; nil if they are none.
    func value(of slot: String, _ words: ArraySlice<String>) -> String? {
        switch slot {
        case "time", "from", "until": clock.time(words, inEvening: false)
        case "evening": clock.time(words, inEvening: true)
        case "number": number(words)
        case "days": days(words)
        default: values[slot]?[Array(words)]
        }
    }

    private func number(_ words: ArraySlice<String>) -> String? {
        if words.count == 1, let word = words.first {
            // A number with a minus is read as well, so that the command refuses it.
            let digits = word.beginsWithNegativeNumber ? word.dropFirst() : word[...]
            if (1...3).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
                return digits.count < word.count ? "-\(digits)" : word
            }
        }
        return values["number"]?[Array(words)]
    }

    /// One or more days: `mon,thu`.
    private func days(_ words: ArraySlice<String>) -> String? {
        let table = values["days"] ?? [:]
        var found: [String] = []
        var rest = words
        while !rest.isEmpty {
            if !found.isEmpty, let first = rest.first, joints.contains(first) { rest = rest.dropFirst() }
            let lengths = (1...Self.longestValue).reversed()
            guard let length = lengths.first(where: { table[Array(rest.prefix($0))] != nil }),
                let day = table[Array(rest.prefix(length))]
            else { return nil }
            found.append(day)
            rest = rest.dropFirst(length)
        }
        return found.isEmpty ? nil : found.joined(separator: ",")
    }
}
