/// A feed that the bot knows from the start: one entry of the bundled catalogue.
package struct CatalogueSource: Hashable, Sendable {
    /// What people type for it: one short word in lower case.
    package var id: String
    /// Further words that mean it, in lower case.
    package var aliases: [String]
    package var name: String
    package var url: String
    package var homePageURL: String
    package var iconURL: String
    package var category: String
    package var subcategory: String?
    /// A sign for the category in lists of plain text.
    package var sign: String
    /// A continent, or `Global`.
    package var region: String
    /// ISO 3166 code; nil when it is not about one country.
    package var country: String?
    package var language: String
    /// One sentence, by language.
    package var descriptions: [String: String]
    /// Further words by which it is found.
    package var topics: [String]
    /// Its terms limit reuse: shown as title and link only.
    package var isTitlesOnly: Bool
    /// One of the house selection where the operator names no feeds.
    package var isHouse: Bool

    package init(
        id: String,
        aliases: [String] = [],
        name: String,
        url: String,
        homePageURL: String = "",
        iconURL: String = "",
        category: String,
        subcategory: String? = nil,
        sign: String = "",
        region: String = "Global",
        country: String? = nil,
        language: String = "en",
        descriptions: [String: String] = [:],
        topics: [String] = [],
        isTitlesOnly: Bool = false,
        isHouse: Bool = false
    ) {
        self.id = id
        self.aliases = aliases
        self.name = name
        self.url = url
        self.homePageURL = homePageURL
        self.iconURL = iconURL
        self.category = category
        self.subcategory = subcategory
        self.sign = sign
        self.region = region
        self.country = country
        self.language = language
        self.descriptions = descriptions
        self.topics = topics
        self.isTitlesOnly = isTitlesOnly
        self.isHouse = isHouse
    }

    /// In the language asked for, else in English.
    package func description(in language: String) -> String {
        descriptions[language] ?? descriptions["en"] ?? ""
    }

    /// A number that stays the same while the id does: what numbered lists keep.
    package var number: Int64 {
        // FNV-1a, without the sign bit.
        let hash = id.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return Int64(hash >> 1)
    }
}

/// A source that people ask for and the catalogue does not have, with the reason.
package struct AbsentSource: Hashable, Sendable {
    package var name: String
    package var aliases: [String]
    /// One sentence, by language.
    package var reasons: [String: String]

    package init(name: String, aliases: [String], reasons: [String: String]) {
        self.name = name
        self.aliases = aliases
        self.reasons = reasons
    }

    package func reason(in language: String) -> String { reasons[language] ?? reasons["en"] ?? "" }
}
