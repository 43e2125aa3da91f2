import Testing

@testable import Games

@Suite struct NumberDistractorTests {
    private func near(_ text: String, unit: String = "", language: String = "en", seed: UInt64 = 3) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return NumberDistractors(text: text, unit: unit, language: language).near(using: &generator)
    }

    @Test(arguments: ["40,000", "5.8", "12", "3.75", "1,100", "7", "2.400", "340"])
    func `wrong numbers are written like the right one`(text: String) {
        let wrong = near(text)
        #expect(wrong.count == 3)
        #expect(Set(wrong + [text]).count == 4)
        #expect(wrong.allSatisfy { $0.contains(".") == text.contains(".") || $0.filter(\.isNumber).count <= 3 })
    }

    @Test(arguments: 1...50)
    func `no share is more than a hundred percent`(seed: UInt64) {
        for text in ["51", "84", "97.5", "99"] {
            #expect(near(text, unit: "%", seed: seed).allSatisfy { Double($0).map { $0 < 100 } == true })
        }
    }

    @Test(arguments: [("22", "ru"), ("5", "pl"), ("34", "ru")])
    func `the noun keeps its form`(text: String, language: String) {
        func form(_ number: Int) -> Bool { (2...4).contains(number % 10) && !(12...14).contains(number % 100) }
        for seed in 1...20 {
            for wrong in near(text, language: language, seed: UInt64(seed)) {
                #expect(form(Int(wrong) ?? 0) == form(Int(text) ?? 0), "\(wrong)")
            }
        }
    }

    @Test(arguments: [
        ("7", " days of service a week", 7), ("5", " days a week", 7), ("20", " hours a day", 24), ("24", " hours", 24),
        ("22", " Stunden am Tag", 24), ("45", " minutes", 60), ("101", "-year-old wins", 101), ("9", " months", 12),
    ])
    func `no more than there is of what is counted`(text: String, after: String, most: Int) {
        for seed in 1...30 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let numbers = NumberDistractors(text: text, unit: "", language: "en", after: after)
            let likely = after.hasPrefix("-year") ? 110 : most
            #expect(numbers.near(using: &generator).allSatisfy { Int($0).map { $0 <= likely } == true })
        }
    }

    @Test(arguments: ["0", "1", "", "x", "99999999999999"])
    func `what has no neighbours gives none`(text: String) {
        #expect(near(text).isEmpty)
    }
}
