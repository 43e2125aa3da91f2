package import Geography

/// How a name is a place's name.
package struct NameFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The place's own or usual name.
    @inlinable package static var own: NameFlags { NameFlags(rawValue: 1) }
    /// An abbreviation, which counts in capital letters only ("US").
    @inlinable package static var capitals: NameFlags { NameFlags(rawValue: 2) }
    /// An abbreviation, which counts after a comma only ("Paris, TX").
    @inlinable package static var afterComma: NameFlags { NameFlags(rawValue: 4) }
    /// A word for people and things of the place ("Kenyan").
    @inlinable package static var demonym: NameFlags { NameFlags(rawValue: 8) }
    /// A former name ("Bombay").
    @inlinable package static var historic: NameFlags { NameFlags(rawValue: 16) }
    /// Another name, in another language or spelling.
    @inlinable package static var other: NameFlags { NameFlags(rawValue: 32) }
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
    /// Keeps the file in memory.
    let file: MappedFile
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

    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inlinable package static var firstName: WordKinds { WordKinds(rawValue: 1 << 0) }
    @inlinable package static var title: WordKinds { WordKinds(rawValue: 1 << 1) }
    @inlinable package static var official: WordKinds { WordKinds(rawValue: 1 << 2) }
    @inlinable package static var organisation: WordKinds { WordKinds(rawValue: 1 << 3) }
    @inlinable package static var facility: WordKinds { WordKinds(rawValue: 1 << 4) }
    @inlinable package static var organisationBefore: WordKinds { WordKinds(rawValue: 1 << 5) }
    @inlinable package static var teamAfter: WordKinds { WordKinds(rawValue: 1 << 6) }
    @inlinable package static var sportsAct: WordKinds { WordKinds(rawValue: 1 << 7) }
    @inlinable package static var speech: WordKinds { WordKinds(rawValue: 1 << 8) }
    @inlinable package static var preposition: WordKinds { WordKinds(rawValue: 1 << 9) }
    @inlinable package static var placeWord: WordKinds { WordKinds(rawValue: 1 << 10) }
    @inlinable package static var unit: WordKinds { WordKinds(rawValue: 1 << 11) }
    @inlinable package static var unitBefore: WordKinds { WordKinds(rawValue: 1 << 12) }
    @inlinable package static var direction: WordKinds { WordKinds(rawValue: 1 << 13) }
    @inlinable package static var calendar: WordKinds { WordKinds(rawValue: 1 << 14) }
    @inlinable package static var small: WordKinds { WordKinds(rawValue: 1 << 15) }
    @inlinable package static var particle: WordKinds { WordKinds(rawValue: 1 << 16) }
    @inlinable package static var common: WordKinds { WordKinds(rawValue: 1 << 17) }
    @inlinable package static var thingAfter: WordKinds { WordKinds(rawValue: 1 << 18) }
    @inlinable package static var organisationName: WordKinds { WordKinds(rawValue: 1 << 19) }
    /// A demonym that languages write without a capital ("français").
    @inlinable package static var lowerDemonym: WordKinds { WordKinds(rawValue: 1 << 20) }
}
