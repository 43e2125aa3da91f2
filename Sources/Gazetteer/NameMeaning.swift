/// How a name is a place's name.
package struct NameFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The place's own or usual name.
    package static let own = NameFlags(rawValue: 1)
    /// An abbreviation, which counts in capital letters only ("US").
    package static let capitals = NameFlags(rawValue: 2)
    /// An abbreviation, which counts after a comma only ("Paris, TX").
    package static let afterComma = NameFlags(rawValue: 4)
    /// A word for people and things of the place ("Kenyan").
    package static let demonym = NameFlags(rawValue: 8)
    /// A former name ("Bombay").
    package static let historic = NameFlags(rawValue: 16)
    /// Another name, in another language or spelling.
    package static let other = NameFlags(rawValue: 32)
}

/// One meaning of a name, with what the choice between meanings needs; `Gazetteer.place` gives the rest.
package struct NameMeaning: Sendable, Hashable {
    package let placeIndex: Int
    package let flags: NameFlags
    package let kind: PlaceKind
    package let isCapital: Bool
    package let population: Int
    package let parentIndex: Int
    package let countryIndex: Int
    package let position: Coordinates
    /// In kilometres.
    package let radius: Int
}

/// The meanings of a name, read from the file as they are asked for.
package struct NameMeanings: Sendable, RandomAccessCollection {
    let table: FileSection
    let entry: Int
    let places: FileSection

    package var startIndex: Int { 0 }
    package var endIndex: Int { Int(table.byte(entry + 1)) }

    package subscript(position: Int) -> NameMeaning {
        let value = table.word(entry + 2 + Int(table.byte(entry)) + 4 * position)
        let index = Int(value & 0xFFFF)
        let start = index * Place.size
        return NameMeaning(
            placeIndex: index,
            flags: NameFlags(rawValue: UInt16(value >> 16)),
            kind: PlaceKind(rawValue: places.byte(start + 30) & 0x7F) ?? .area,
            isCapital: places.byte(start + 30) & 0x80 != 0,
            population: Int(places.word(start + 12)),
            parentIndex: Int(places.half(start + 24)),
            countryIndex: Int(places.half(start + 26)),
            position: Coordinates(
                latitude: Double(Int32(bitPattern: places.word(start + 4))) / 100_000,
                longitude: Double(Int32(bitPattern: places.word(start + 8))) / 100_000
            ),
            radius: Int(places.half(start + 22))
        )
    }
}

/// The kinds of word that stand around names; `data/gazetteer/words.tsv` explains each.
package struct WordKinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let firstName = WordKinds(rawValue: 1 << 0)
    package static let title = WordKinds(rawValue: 1 << 1)
    package static let official = WordKinds(rawValue: 1 << 2)
    package static let organisation = WordKinds(rawValue: 1 << 3)
    package static let facility = WordKinds(rawValue: 1 << 4)
    package static let organisationBefore = WordKinds(rawValue: 1 << 5)
    package static let teamAfter = WordKinds(rawValue: 1 << 6)
    package static let sportsAct = WordKinds(rawValue: 1 << 7)
    package static let speech = WordKinds(rawValue: 1 << 8)
    package static let preposition = WordKinds(rawValue: 1 << 9)
    package static let placeWord = WordKinds(rawValue: 1 << 10)
    package static let unit = WordKinds(rawValue: 1 << 11)
    package static let unitBefore = WordKinds(rawValue: 1 << 12)
    package static let direction = WordKinds(rawValue: 1 << 13)
    package static let calendar = WordKinds(rawValue: 1 << 14)
    package static let small = WordKinds(rawValue: 1 << 15)
    package static let particle = WordKinds(rawValue: 1 << 16)
    package static let common = WordKinds(rawValue: 1 << 17)
    package static let thingAfter = WordKinds(rawValue: 1 << 18)
    package static let organisationName = WordKinds(rawValue: 1 << 19)
}
