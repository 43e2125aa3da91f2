internal import Foundation
internal import Localization
internal import NewsModel
internal import TextAnalysis

/// A typed distance: "100km", "50 miles".
struct PlaceDistance: Hashable, Sendable {
    var number: Double
    var unit: DistanceUnit
    /// Whether no unit was typed.
    var isAssumed = false

    var kilometres: Double { number * unit.kilometres }

    /// Removes a distance from a line: "Leipzig 50km", "Leipzig within 50 km", "within 50 km of Leipzig".
    ///
    /// - Parameter joining: the words that may stand between a distance and a place, in lower case.
    /// - Parameter units: the English words for units by those of other languages.
    static func take(
        from words: inout [String],
        joining: Set<String> = [],
        units: [String: String] = [:]
    ) -> PlaceDistance? {
        func isJoining(_ word: String?) -> Bool { word.map { joining.contains($0.lowercased()) } ?? false }
        var rest = words[...]
        while isJoining(rest.last) { rest.removeLast() }
        if let distance = takeLast(of: &rest, units) {
            while isJoining(rest.last) { rest.removeLast() }
            // "Leipzig, 50 km"
            if let name = rest.popLast() { rest.append(name.trimmingCharacters(in: commas)) }
            words = Array(rest)
            return distance
        }
        rest = words[...]
        while isJoining(rest.first) { rest.removeFirst() }
        guard let distance = takeFirst(of: &rest, units) else { return nil }
        while isJoining(rest.first) { rest.removeFirst() }
        words = Array(rest)
        return distance
    }

    private static let commas = CharacterSet(charactersIn: ",，")

    /// A number and its unit are one word or two.
    private static func takeLast(of words: inout ArraySlice<String>, _ units: [String: String]) -> PlaceDistance? {
        for count in [1, 2] where words.count >= count {
            guard let distance = distance(words.suffix(count).joined(), units) else { continue }
            words.removeLast(count)
            return distance
        }
        return nil
    }

    private static func takeFirst(of words: inout ArraySlice<String>, _ units: [String: String]) -> PlaceDistance? {
        for count in [1, 2] where words.count > count {
            guard let distance = distance(words.prefix(count).joined(), units) else { continue }
            words.removeFirst(count)
            return distance
        }
        return nil
    }

    private static func distance(_ typed: String, _ units: [String: String]) -> PlaceDistance? {
        let text = typed.lowercased().trimmingCharacters(in: commas)
        // "千" is a number, too.
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," || $0 == "-" }
        let word = String(text.dropFirst(digits.count))
        guard !digits.isEmpty, let unit = DistanceUnit(typed: units[word] ?? word) else { return nil }
        // `1,000km` are a thousand, `1,5km` one and a half.
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped = parts.count > 1 && parts.dropFirst().allSatisfy { $0.count == 3 }
        let plain = digits.replacingOccurrences(of: ",", with: isGrouped ? "" : ".")
        return Double(plain).map { PlaceDistance(number: $0, unit: unit) }
    }

    func shown(_ localizer: Localizer) -> String {
        localizer.text("command.places.\(unit.rawValue)", ["n": .number(Int(number.rounded()))])
    }
}
