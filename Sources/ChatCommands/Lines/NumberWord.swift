/// Parses list numbers written as English words or with digits of other scripts.
enum NumberWord {
    /// 1 to 20 of `three`, `third`, and 0 to 99 of `３`; nil otherwise.
    static func number(_ text: String) -> Int? {
        guard text.utf8.count <= 30 else { return nil }
        let word = text.lowercased().trimmed
        if let number = english.firstIndex(where: { $0.contains(word) }) { return number + 1 }
        // Full-width digits, as typed with Chinese and Japanese keyboards.
        let digits = word.map(\.wholeNumberValue)
        // Two ideographs, each of which is a number, are no number of two digits.
        guard (1...2).contains(digits.count), digits.count == 1 || word.unicodeScalars.allSatisfy(Self.isDigit) else {
            return nil
        }
        return digits.reduce(Int?.some(0)) { sum, digit in
            guard let sum, let digit, (0...9).contains(digit) else { return nil }
            return sum * 10 + digit
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != .numeric }

    /// Whether the word is a number word, or a part of one such as `hundred`.
    static func isPart(_ text: String) -> Bool {
        ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million"]
            .contains(text.lowercased()) || number(text) != nil
    }

    private static let english = [
        ["one", "first"], ["two", "second"], ["three", "third"], ["four", "fourth"], ["five", "fifth"],
        ["six", "sixth"], ["seven", "seventh"], ["eight", "eighth"], ["nine", "ninth"], ["ten", "tenth"],
        ["eleven"], ["twelve"], ["thirteen"], ["fourteen"], ["fifteen"], ["sixteen"], ["seventeen"], ["eighteen"],
        ["nineteen"], ["twenty"],
    ]
}
