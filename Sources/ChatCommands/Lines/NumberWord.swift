/// Parses list numbers written as words.
enum NumberWord {
    /// 1 to 20 of `three`, `third`, `三`, `第3条`, `３`; nil otherwise.
    static func number(_ text: String) -> Int? {
        guard text.utf8.count <= 30 else { return nil }
        var word = text.lowercased().trimmed
        if let number = english.firstIndex(where: { $0.contains(word) }) { return number + 1 }
        if word.hasPrefix("第") { word.removeFirst() }
        if let last = word.last, "条條篇个個号號".contains(last) { word.removeLast() }
        if let number = chinese.firstIndex(of: word) { return number + 1 }
        // Full-width digits, as typed with Chinese and Japanese keyboards.
        let digits = word.map(\.wholeNumberValue)
        guard (1...2).contains(digits.count), word.allSatisfy({ !"一二三四五六七八九十".contains($0) }) else { return nil }
        return digits.reduce(Int?.some(0)) { sum, digit in
            guard let sum, let digit, (0...9).contains(digit) else { return nil }
            return sum * 10 + digit
        }
    }

    /// Whether the word is a number word, or a part of one such as `hundred`.
    static func isPart(_ text: String) -> Bool {
        guard Reference.number(text) == nil else { return false }
        return ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million"]
            .contains(text.lowercased()) || number(text) != nil
    }

    private static let english = [
        ["one", "first"], ["two", "second"], ["three", "third"], ["four", "fourth"], ["five", "fifth"],
        ["six", "sixth"], ["seven", "seventh"], ["eight", "eighth"], ["nine", "ninth"], ["ten", "tenth"],
        ["eleven"], ["twelve"], ["thirteen"], ["fourteen"], ["fifteen"], ["sixteen"], ["seventeen"], ["eighteen"],
        ["nineteen"], ["twenty"],
    ]
    private static let chinese = [
        "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六", "十七", "十八",
        "十九", "二十",
    ]
}
