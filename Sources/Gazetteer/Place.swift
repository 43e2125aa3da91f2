package import Geography

/// What sort of place a place is.
package enum PlaceKind: UInt8, Sendable {
    case city, region, country, territory, continent
    /// A sea, world region, mountain range or island.
    case area
    /// A part of a region, such as an English county.
    case county
}

/// One place of the gazetteer.
package struct Place: Sendable, Hashable {
    static let size = 32

    /// Where it stands in this file; changes with the file.
    package let index: Int
    /// The GeoNames number, or a number from 2^31 for places of our own lists; stays the same in later files.
    package let id: UInt32
    package let kind: PlaceKind
    package let isCapital: Bool
    /// Its usual English name.
    package let name: String
    /// Its name in Chinese, in simplified letters; empty where none is known.
    package let chineseName: String
    package let position: Coordinates
    /// ISO 3166-1 alpha-2; nil for what belongs to several countries or none.
    package let countryCode: String?
    /// GeoNames code of a region ("US.TX"), country ("US") or continent ("EU"); empty for the rest.
    package let code: String
    package let population: Int
    /// About how far it extends from its position, in kilometres.
    package let radius: Int
    /// The index of the place that contains it; outside the table for none.
    package let parentIndex: Int
    /// The index of its country; outside the table for none.
    package let countryIndex: Int

    init?(index: Int, places: FileSection, text: FileSection) {
        guard index >= 0, index < places.length / Self.size else { return nil }
        let start = index * Self.size
        guard let kind = PlaceKind(rawValue: places.byte(start + 30) & 0x7F) else { return nil }
        func degrees(_ offset: Int) -> Double {
            Double(Int32(bitPattern: places.word(start + offset))) / 100_000
        }
        let nameStart = Int(places.word(start + 16))
        let nameLength = Int(places.half(start + 20))
        self.index = index
        id = places.word(start)
        self.kind = kind
        isCapital = places.byte(start + 30) & 0x80 != 0
        name = text.string(at: nameStart, length: nameLength)
        position = Coordinates(latitude: degrees(4), longitude: degrees(8))
        countryCode = places.byte(start + 28) == 0 ? nil : places.string(at: start + 28, length: 2)
        let codeLength = Int(places.byte(start + 31))
        code = text.string(at: nameStart + nameLength, length: codeLength)
        let chineseStart = nameStart + nameLength + codeLength
        chineseName = text.string(at: chineseStart + 1, length: Int(text.byte(chineseStart)))
        population = Int(places.word(start + 12))
        radius = Int(places.half(start + 22))
        parentIndex = Int(places.half(start + 24))
        countryIndex = Int(places.half(start + 26))
    }
}
