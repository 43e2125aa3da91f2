/// A feed of the bundled catalogue.
package struct CatalogueSource: Hashable, Sendable {
    /// The word people type for it: short, lower case.
    package var id: String
    /// Other words people may type for it, in lower case.
    package var aliases: [String]
    package var name: String
    package var url: String
    package var homePageURL: String
    package var iconURL: String
    package var category: String
    package var subcategory: String?
    /// An emoji for the category, shown in plain text lists.
    package var sign: String
    /// A continent, or `Global`.
    package var region: String
    /// ISO 3166 code; nil if it is not about one country.
    package var country: String?
    package var language: String
    /// One sentence, by language.
    package var descriptions: [String: String]
    /// Other words by which a search finds it.
    package var topics: [String]
    /// Its terms limit reuse, so only title and link are shown.
    package var isTitlesOnly: Bool
    /// Part of the default selection, which is used if the operator configures no feeds.
    package var isDefault: Bool

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
        isDefault: Bool = false
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
        self.isDefault = isDefault
    }

    /// In the given language, otherwise in English.
    package func description(in language: String) -> String {
        descriptions[language] ?? descriptions["en"] ?? ""
    }

    /// A number derived from the id.
    ///
    /// Numbered lists store it.
    package var number: Int64 {
        // FNV-1a, without the sign bit.
        let hash = id.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return Int64(hash >> 1)
    }
}

/// A source that people often ask for and that the catalogue does not contain, with the reason.
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
