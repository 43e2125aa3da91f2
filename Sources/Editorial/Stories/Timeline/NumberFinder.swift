import Foundation
package import NewsModel
package import TextAnalysis

/// Finds what an article counts: a number, its unit, and the nouns that say of what ("12 dead", "magnitude 7.1").
package struct NumberFinder: Sendable {
    /// Words that multiply the number before them, folded.
    private static let multipliers: [String: Double] = {
        let words: [(Double, [String])] = [
            (1e3, ["thousand", "tausend", "mille", "mil", "mila", "duizend", "тысяч", "тысячи", "千", "천"]),
            (1e4, ["万", "萬", "만"]),
            (
                1e6,
                [
                    "million", "millions", "millionen", "mio", "millones", "millon", "milioni", "milione", "milhoes",
                    "milhao", "miljoen", "миллион", "миллиона", "миллионов", "млн", "百万", "m", "mn",
                ]
            ),
            (1e8, ["亿", "億", "억"]),
            (
                1e9,
                [
                    "billion", "billions", "bn", "b", "milliarde", "milliarden", "mrd", "milliard", "milliards",
                    "miliardi", "miliardo", "miljard", "миллиард", "миллиарда", "миллиардов", "млрд", "bilhoes",
                    "bilhao",
                ]
            ),
            (1e12, ["trillion", "trillions", "tn", "billionen", "万亿", "萬億", "兆", "조"]),
        ]
        return words.reduce(into: [:]) { table, entry in for word in entry.1 { table[word] = entry.0 } }
    }()

    /// Words and signs that say of what unit a number is, folded.
    private static let units: [String: String] = [
        "%": "%", "percent": "%", "prozent": "%", "procent": "%", "$": "$", "us$": "$", "dollar": "$", "dollars": "$",
        "dolares": "$", "usd": "$", "美元": "$", "€": "€", "euro": "€", "euros": "€", "eur": "€", "欧元": "€",
        "£": "£", "pounds": "£", "gbp": "£", "¥": "¥", "yen": "¥", "yuan": "¥", "元": "¥", "₹": "₹", "rupees": "₹",
        "km": "km", "kilometres": "km", "kilometers": "km", "kilometer": "km", "公里": "km", "miles": "mi",
        "acres": "acre", "hectares": "ha", "hektar": "ha", "degrees": "°", "°": "°",
    ]

    /// Words for anybody, which do not say who is counted where another word does.
    private static let anybody: Set<String> = [
        "people", "persons", "person", "menschen", "personen", "personnes", "personas", "persone", "pessoas", "mensen",
        "人", "名", "명",
    ]

    /// Languages in which a dot separates thousands.
    private static let dottedThousands: Set<String> = ["de", "es", "it", "pt", "nl", "tr", "id", "da", "pl", "ru"]
    private static let mostNouns = 2
    private static let mostNumbers = 6

    private let vocabulary: Vocabulary

    package init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// The numbers of the title, then of the summary, each once.
    package func numbers(in article: ArticleText) -> [ArticleFacts.Number] {
        let language = LanguageGuess.base(article.language.language ?? "en")
        let rules = vocabulary.language(language)
        var found: [ArticleFacts.Number] = []
        for text in [article.title, article.summary] {
            for index in text.words.indices where text.words[index].kind == .number {
                guard found.count < Self.mostNumbers else { return found }
                let number = number(at: index, text, language, rules)
                if let number, !found.contains(number) { found.append(number) }
            }
        }
        return found
    }

    private func number(
        at index: Int,
        _ text: SegmentedText,
        _ language: String,
        _ rules: LanguageVocabulary?
    ) -> ArticleFacts.Number? {
        // "7.1" is two words.
        guard Self.separator(after: index - 1, in: text) == nil else { return nil }
        var (digits, last) = (text.words[index].folded, index)
        while let separator = Self.separator(after: last, in: text) {
            last += 1
            digits += String(separator) + text.words[last].folded
        }
        let stopWords = StopWords.wholeKeys(for: language)
        let isDate = [index - 1, last + 1].contains { place in
            text.words.indices.contains(place) && rules?.nothing.contains(text.words[place].key) == true
        }
        guard var value = Self.value(digits, language), !isDate else { return nil }
        let (before, after) = (text.surroundings(of: index).before, text.surroundings(of: last).after)
        // "10:30" is a time, "2-1" a score.
        let joins: Set<Character> = [":", "/", "-", "–"]
        if let next = after.first, joins.contains(next), after.dropFirst().first?.isNumber == true { return nil }
        if let previous = before.last, joins.contains(previous) { return nil }
        var unit = Self.sign(before, after)
        var nouns: [String] = []
        var (place, end) = (last + 1, last + 1)
        while nouns.count < Self.mostNouns, text.words.indices.contains(place) {
            let word = text.words[place]
            guard word.kind != .number, text.marks[place].contains(.joined) || word.kind == .ideographic else { break }
            if place == last + 1, let factor = Self.multipliers[word.folded] {
                value *= factor
                end = place + 1
            } else if unit == nil, nouns.isEmpty, let known = Self.units[word.folded] {
                unit = known
                end = place + 1
            } else if !Self.anybody.contains(word.folded) {
                // "7 % of voters" counts no noun, "3 of the miners" neither.
                guard !stopWords.contains(word.key) else { break }
                nouns.append(word.stem)
                if nouns.count == 1 { end = place + 1 }
            }
            place += 1
        }
        var first = index
        if nouns.isEmpty, index > 0 {
            let previous = text.words[index - 1]
            let isJoined = text.marks[index].contains(.joined) || previous.kind == .ideographic || unit != nil
            if isJoined, previous.kind != .number, !stopWords.contains(previous.key) {
                nouns.append("<" + previous.stem)
                if unit == nil { first = index - 1 }
            }
        }
        let isYear = value == value.rounded() && (1_900...2_100).contains(value) && unit == nil
        guard !nouns.isEmpty, !isYear else { return nil }
        let currency = first == index ? before.last.flatMap { "$€£¥₹".contains($0) ? String($0) : nil } ?? "" : ""
        let shown = currency + text.spelling(of: first..<end) + (end == last + 1 && unit == "%" ? "%" : "")
        return ArticleFacts.Number(value: value, unit: unit ?? "", nouns: nouns, text: shown)
    }

    /// The dot or comma between two words that are parts of one number.
    private static func separator(after index: Int, in text: SegmentedText) -> Character? {
        guard text.words.indices.contains(index), text.words.indices.contains(index + 1) else { return nil }
        let (word, next) = (text.words[index], text.words[index + 1])
        guard word.kind == .number, next.kind == .number, word.utf8Range.upperBound + 1 == next.utf8Range.lowerBound,
            let sign = text.surroundings(of: index).after.first
        else { return nil }
        return ".,'".contains(sign) ? sign : nil
    }

    private static func sign(_ before: String, _ after: String) -> String? {
        if let last = before.last, let unit = units[String(last)] { return unit }
        let after = after.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
        return after.first.flatMap { units[String($0)] }
    }

    /// "1,200", "1.200,5" and "7.1" as numbers; nil for what is too long to be a count.
    static func value(_ digits: String, _ language: String) -> Double? {
        guard digits.utf8.count <= 15 else { return nil }
        let parts = digits.split(whereSeparator: { ".,'’ ".contains($0) }).map(String.init)
        guard parts.count > 1 else { return Double(digits) }
        let separators = digits.filter { ".,'’ ".contains($0) }
        let isGrouped = parts.dropFirst().allSatisfy { $0.count == 3 } && Set(separators).count == 1
        let groups: Character = dottedThousands.contains(language) ? "." : ","
        if isGrouped, parts.count > 2 || separators.first == groups { return Double(parts.joined()) }
        return Double(parts.dropLast().joined() + "." + (parts.last ?? "0"))
    }
}
