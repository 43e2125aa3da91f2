/// One rule of a vocabulary file: words, and what they show.
package struct VocabularyRule: Sendable, Hashable {
    /// What the words of the rule show.
    package enum Subject: String, Sendable, CaseIterable {
        case person, organisation, place, product, event, work
        /// Words with capitals that are no names: months, "Breaking".
        case nothing
        /// Words that describe nothing: "announces", "new".
        case weak
        /// Words of titles that come again and again whatever happened: "Daily discussion".
        case series
        case sport, topic, promotion

        /// Whether rules for it recognise names.
        package var isNamedThing: Bool {
            switch self {
            case .person, .organisation, .place, .product, .event, .work: true
            case .nothing, .weak, .series, .sport, .topic, .promotion: false
            }
        }
    }

    /// The sports and topics of the catalogue, of which `name` is one.
    static let sports: Set = [
        "Baseball", "Basketball", "Combat Sports", "Football", "Golf", "Hockey", "Racing", "Soccer", "Tennis",
    ]
    static let topics: Set = [
        "Dividends & Income", "ETFs", "Earnings & Fundamentals", "Long-Term Themes", "Macro & Rates",
        "Portfolio Strategy", "Risk & Volatility", "Stocks",
    ]

    /// Where the words stand, seen from the name.
    package enum Position: String, Sendable, CaseIterable {
        /// They are the whole name.
        case whole
        /// Before the name, and no part of it: "President".
        case before
        /// After the name, and no part of it: "said", 总统.
        case after
        /// The first word of the name: "Angela".
        case first
        /// The first words of the name, whatever follows: "University of"; for promotions a label before the title.
        case start
        /// The last word of the name: "Inc".
        case last
        /// Beside a quotation: "film".
        case near
        /// One or two letters that names of people begin with in Chinese.
        case surname
        /// Letters that foreign names are written with in Chinese.
        case sound
    }

    package var subject: Subject
    package var position: Position
    package var words: [String]
    /// Words of which two are needed; one of them beside one of `words` adds certainty.
    package var hints: [String] = []
    /// Which sport or topic: "Soccer".
    package var name = ""
    /// Its name in the language of the file.
    package var label = ""
    package var description = ""
    /// ISO 3166 codes of the source's country, where the rule holds only there; empty for everywhere.
    package var onlyIn: Set<String> = []
    package var notIn: Set<String> = []
    /// Texts in which the rule finds what stands in brackets, or anything for sports, topics and promotions.
    package var examples: [String] = []
    /// Texts in which it must not be found.
    package var counterexamples: [String] = []
    /// The file, and the line where the rule begins, from 1.
    package var file = ""
    package var line = 0

    /// Whether the rule holds for a source from the country; nil when the country is not known.
    package func holds(in country: String?) -> Bool {
        guard let country else { return onlyIn.isEmpty }
        return (onlyIn.isEmpty || onlyIn.contains(country)) && !notIn.contains(country)
    }
}
