internal import Foundation
internal import Localization
internal import NewsModel

/// A typed distance: "100km", "50 miles".
struct PlaceDistance: Hashable, Sendable {
    enum Unit: String, Sendable {
        case kilometres, miles
    }

    var number: Double
    var unit: Unit

    var kilometres: Double { unit == .miles ? number * 1.609_344 : number }

    private static let units: [String: Unit] = [
        "km": .kilometres, "kms": .kilometres, "kilometers": .kilometres, "kilometres": .kilometres,
        "kilometer": .kilometres, "kilometre": .kilometres, "公里": .kilometres, "千米": .kilometres,
        "mi": .miles, "mile": .miles, "miles": .miles, "英里": .miles,
    ]

    /// Removes a distance from the end of a line.
    static func take(from words: inout [String]) -> PlaceDistance? {
        guard let last = words.last?.lowercased() else { return nil }
        if let distance = distance(last) {
            words.removeLast()
            return distance
        }
        if words.count >= 2, let distance = distance(words[words.count - 2] + last) {
            words.removeLast(2)
            return distance
        }
        return nil
    }

    private static func distance(_ text: String) -> PlaceDistance? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," || $0 == "-" }
        guard !digits.isEmpty, let unit = units[String(text.dropFirst(digits.count))] else { return nil }
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
