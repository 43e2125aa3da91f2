internal import Gazetteer

/// A piece of evidence for or against a name being a place, or about which place it is.
struct PlaceEvidence: OptionSet {
    let rawValue: UInt32

    static let midSentence = PlaceEvidence(rawValue: 1 << 0)
    static let preposition = PlaceEvidence(rawValue: 1 << 1)
    static let placeWord = PlaceEvidence(rawValue: 1 << 2)
    static let insideNamed = PlaceEvidence(rawValue: 1 << 3)
    static let known = PlaceEvidence(rawValue: 1 << 4)
    static let organisation = PlaceEvidence(rawValue: 1 << 5)
    static let person = PlaceEvidence(rawValue: 1 << 6)
    static let team = PlaceEvidence(rawValue: 1 << 7)
    static let commonWord = PlaceEvidence(rawValue: 1 << 8)
    static let partOfName = PlaceEvidence(rawValue: 1 << 9)
    static let calendar = PlaceEvidence(rawValue: 1 << 10)
    static let repeated = PlaceEvidence(rawValue: 1 << 11)
    static let direction = PlaceEvidence(rawValue: 1 << 12)
    static let dateline = PlaceEvidence(rawValue: 1 << 13)
    static let official = PlaceEvidence(rawValue: 1 << 14)
    static let caseForm = PlaceEvidence(rawValue: 1 << 15)
    static let unknownName = PlaceEvidence(rawValue: 1 << 16)
    static let unspaced = PlaceEvidence(rawValue: 1 << 17)
    static let textOfCountry = PlaceEvidence(rawValue: 1 << 18)
    static let feedCountry = PlaceEvidence(rawValue: 1 << 19)
    static let listed = PlaceEvidence(rawValue: 1 << 20)
    static let facility = PlaceEvidence(rawValue: 1 << 21)
    static let lowerCase = PlaceEvidence(rawValue: 1 << 22)

    private static let names: [(PlaceEvidence, String)] = [
        (.midSentence, "capitalised"), (.preposition, "after-preposition"), (.placeWord, "place-word"),
        (.insideNamed, "inside-named"), (.known, "well-known"), (.organisation, "organisation"), (.person, "person"),
        (.team, "team"), (.commonWord, "common-word"), (.partOfName, "part-of-name"), (.calendar, "calendar"),
        (.repeated, "repeated"), (.direction, "direction"), (.dateline, "dateline"), (.official, "official"),
        (.caseForm, "case-form"), (.unknownName, "unknown-name"), (.unspaced, "unspaced"),
        (.textOfCountry, "country-of-text"), (.feedCountry, "country-of-feed"), (.listed, "listed"),
        (.facility, "facility"), (.lowerCase, "lower-case"),
    ]

    var description: String {
        Self.names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
    }
}

/// A run of words that is the name of a place, or looks like one, before it is decided.
struct PlaceMention {
    /// Indexes of its words in the folded text.
    var words: Range<Int>
    /// What the gazetteer knows under the name; empty for unknown names.
    var meanings: [NameMeaning]
    /// The hash of its name, the same for the same name elsewhere in the text.
    var nameHash: UInt32
    /// For and against being a place; kept above 0.
    var score = 0.0
    var evidence: PlaceEvidence = []
    /// The index in `meanings` that was chosen.
    var choice: Int?
    /// How sure the choice is, from 0 to 1.
    var certainty = 1.0
    /// The place that holds an unknown name.
    var container: NameMeaning?
    /// The full stop after it belongs to it ("U.S.").
    var endsWithStop = false

    mutating func add(_ points: Double, _ reason: PlaceEvidence) {
        score += points
        evidence.insert(reason)
    }

    var isDemonym: Bool { !meanings.isEmpty && meanings.allSatisfy { $0.flags.contains(.demonym) } }

    var best: NameMeaning? { choice.flatMap { meanings.indices.contains($0) ? meanings[$0] : nil } }

    /// It may be a country, region or larger.
    var mayBeWide: Bool { meanings.contains { $0.kind != .city && !$0.flags.contains(.demonym) } }

    var largestPopulation: Int { meanings.reduce(0) { max($0, $1.population) } }
}
