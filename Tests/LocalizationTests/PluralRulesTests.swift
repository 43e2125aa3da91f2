import Testing

@testable import Localization

/// CLDR's own published samples (common/supplemental/plurals.xml), whole numbers only.
struct PluralRulesTests {
    struct Row: CustomTestStringConvertible {
        var languages: String
        var samples: [PluralCategory: String]
        var testDescription: String { languages }
    }

    static let plain = "0, 2~16, 100, 1000, 10000, 100000, 1000000"
    static let endsInOne = "1, 21, 31, 41, 51, 61, 71, 81, 101, 1001"
    static let slavicFew = "2~4, 22~24, 32~34, 42~44, 52~54, 62, 102, 1002"
    static let slavicRest = "0, 5~19, 100, 1000, 10000, 100000, 1000000"

    static let rows: [Row] = [
        Row(languages: "id ja ko lo ms my th vi yue zh zh-Hans", samples: [.other: "0~15, 100, 1000, 10000, 1000000"]),
        Row(languages: "am bn fa gu hi hy ln pa si zu", samples: [.one: "0, 1", .other: "2~17, 100, 1000, 1000000"]),
        Row(languages: "en de nl sv fi et da nb nn el hu tr bg eu xx", samples: [.one: "1", .other: plain]),
        Row(languages: "it es", samples: [.one: "1", .many: "1000000", .other: "0, 2~16, 100, 1000, 10000, 100000"]),
        Row(languages: "fr pt pt-BR", samples: [.one: "0, 1", .many: "1000000", .other: "2~17, 100, 1000, 100000"]),
        Row(languages: "is mk", samples: [.one: endsInOne, .other: plain]),
        Row(languages: "fil", samples: [.one: "0~3, 5, 7, 8, 10~13, 15, 17, 100", .other: "4, 6, 9, 14, 16, 19, 104"]),
        Row(languages: "ru uk be", samples: [.one: endsInOne, .few: slavicFew, .many: slavicRest]),
        Row(languages: "hr sr bs", samples: [.one: endsInOne, .few: slavicFew, .other: slavicRest]),
        Row(languages: "pl", samples: [.one: "1", .few: slavicFew, .many: slavicRest]),
        Row(languages: "cs sk", samples: [.one: "1", .few: "2~4", .other: slavicRest]),
        Row(
            languages: "lt",
            samples: [.one: endsInOne, .few: "2~9, 22~29, 102, 1002", .other: "0, 10~20, 30, 40, 100, 1000, 1000000"]
        ),
        Row(
            languages: "lv",
            samples: [.zero: "0, 10~20, 30, 60, 100, 1000000", .one: endsInOne, .other: "2~9, 22~29, 102, 1002"]
        ),
        Row(languages: "ro", samples: [.one: "1", .few: "0, 2~16, 102, 1002", .other: "20~35, 100, 1000, 1000000"]),
        Row(
            languages: "sl",
            samples: [
                .one: "1, 101, 201, 1001", .two: "2, 102, 202, 1002", .few: "3, 4, 103, 104, 1003", .other: slavicRest,
            ]
        ),
        Row(languages: "he", samples: [.one: "1", .two: "2", .other: "0, 3~17, 101, 1001"]),
        Row(
            languages: "ar",
            samples: [
                .zero: "0", .one: "1", .two: "2", .few: "3~10, 103~110, 1003", .many: "11~26, 111, 1011",
                .other: "100~102, 200~202, 300~302, 400~402, 500~502, 600, 1000, 10000, 1000000",
            ]
        ),
        Row(
            languages: "ga",
            samples: [.one: "1", .two: "2", .few: "3~6", .many: "7~10", .other: "0, 11~25, 100, 1000, 1000000"]
        ),
        Row(languages: "gd", samples: [.one: "1, 11", .two: "2, 12", .few: "3~10, 13~19", .other: "0, 20~34, 100"]),
        Row(
            languages: "cy",
            samples: [.zero: "0", .one: "1", .two: "2", .few: "3", .many: "6", .other: "4, 5, 7~20, 100, 1000000"]
        ),
        Row(
            languages: "mt",
            samples: [.one: "1", .two: "2", .few: "0, 3~10, 103~107", .many: "11~19, 111~117", .other: "20~35, 100"]
        ),
    ]

    @Test(arguments: rows) func `CLDR's samples fall into CLDR's categories`(row: Row) {
        for language in row.languages.split(separator: " ") {
            let rules = PluralRules(language: String(language))
            for (category, samples) in row.samples {
                for number in numbers(samples) {
                    #expect(rules.category(of: number) == category, "\(language) \(number)")
                }
            }
            let reached = Set(row.samples.keys).union([.other])
            #expect(rules.categories == reached, "\(language)")
        }
    }

    @Test func `the largest and smallest numbers have a form`() {
        for language in ["ar", "ru", "cy", "en"] {
            #expect(
                PluralRules(language: language).categories.contains(PluralRules(language: language).category(of: .min))
            )
            #expect(
                PluralRules(language: language).categories.contains(PluralRules(language: language).category(of: .max))
            )
        }
    }

    private func numbers(_ samples: String) -> [Int] {
        samples.split(separator: ",").flatMap { item -> [Int] in
            let ends = item.split(separator: "~").compactMap { Int($0.filter { $0 != " " }) }
            return ends.count == 2 ? Array(ends[0]...ends[1]) : ends
        }
    }
}
