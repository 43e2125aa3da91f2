/// What an article's words tell, found once and stored with it.
package struct ArticleFacts: Hashable, Sendable {
    package struct Thing: Hashable, Sendable {
        package var name: String
        /// "person", "organisation", "place", "product", "event", "work" or "unknown".
        package var kind: String
        /// The article itself shows the kind beyond doubt, so that other articles may learn it.
        package var isShown: Bool

        package init(name: String, kind: String, isShown: Bool = false) {
            self.name = name
            self.kind = kind
            self.isShown = isShown
        }
    }

    /// Something that is counted: "12 dead", "magnitude 7.1".
    package struct Number: Hashable, Sendable {
        package var value: Double
        /// "%", "$", "km"…; empty for a plain number.
        package var unit: String
        /// Stems of the words that say what is counted; "<" stands before one that precedes the number.
        package var nouns: [String]
        /// As it is written.
        package var text: String

        package init(value: Double, unit: String, nouns: [String], text: String) {
            self.value = value
            self.unit = unit
            self.nouns = nouns
            self.text = text
        }

        /// Whether both count the same: the unit and the noun next to the number are the same.
        package func counts(theSameAs other: Number) -> Bool {
            guard unit == other.unit, let noun = nouns.first, let theirs = other.nouns.first else { return false }
            func plain(_ noun: String) -> Substring { noun.hasPrefix("<") ? noun.dropFirst() : noun[...] }
            return plain(noun) == plain(theirs)
        }
    }

    /// BCP 47: by its words, or for short texts what the feed usually writes; nil when nothing says which.
    package var language: String?
    /// At most five, the weightiest first.
    package var keyphrases: [String]
    /// People, organisations and other things with names, the surest first.
    package var things: [Thing]
    package var numbers: [Number]
    /// A sport or topic of investing, as in the catalogue: "Soccer", "Macro & Rates".
    package var sport: String?
    package var topic: String?
    /// It advertises something.
    package var isPromotion: Bool

    /// The most things that are stored, and the most characters of one.
    package static let mostThings = 8
    package static let longestText = 80

    package init(
        language: String? = nil,
        keyphrases: [String] = [],
        things: [Thing] = [],
        numbers: [Number] = [],
        sport: String? = nil,
        topic: String? = nil,
        isPromotion: Bool = false
    ) {
        self.language = language
        self.keyphrases = keyphrases
        self.things = things
        self.numbers = numbers
        self.sport = sport
        self.topic = topic
        self.isPromotion = isPromotion
    }
}

/// An article as it is analysed again, after it was stored.
package struct AnalysedText: Hashable, Sendable {
    package var article: Article
    /// The beginning of its text, of the feed or the page; empty when there is none.
    package var head: String
    /// What the article or its feed declares, and what the feed's articles usually are.
    package var declared: String?
    package var usual: String?
    package var origin: FeedOrigin

    package init(article: Article, head: String, declared: String?, usual: String?, origin: FeedOrigin) {
        self.article = article
        self.head = head
        self.declared = declared
        self.usual = usual
        self.origin = origin
    }
}
