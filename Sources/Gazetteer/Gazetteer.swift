// Gazetteer finds places by name: cities, regions, countries, territories, seas and continents, in many languages.
// It reads a file made by deploy/gazetteer/make-gazetteer, which describes the format. The file is memory-mapped and
// searched in place; nothing is copied. Every offset is checked: a damaged file gives wrong answers, never a crash.
// It does not read texts and does not choose between places of one name; Editorial's PlaceFinder does.
// Used by Editorial and crier. It imports Geography alone.

internal import Geography

/// The places of the world, by name.
package final class Gazetteer: Sendable {
    private let file: MappedFile
    private let places: FileSection
    private let text: FileSection
    private let names: NameTable
    private let words: NameTable
    private let beginnings: FileSection
    private let cities: FileSection
    private let folding: NameFolding

    /// The replacements of case endings that the file holds.
    package let endings: CaseEndings

    /// How many places there are.
    package var count: Int { places.length / Place.size }

    /// The bytes of the file: another file hardly ever has the same.
    package var size: Int { file.size }

    /// Opens a file made by `make-gazetteer`.
    package init(path: String) throws(GazetteerError) {
        file = try MappedFile(path: path)
        let sections = try FileHeader.sections(of: file)
        func section(_ section: FileSectionKind) -> FileSection {
            sections[section] ?? FileSection(bytes: nil, length: 0)
        }
        places = section(.places)
        text = section(.text)
        names = NameTable(slots: section(.nameSlots), entries: section(.names), hasCounts: true)
        words = NameTable(slots: section(.wordSlots), entries: section(.words), hasCounts: false)
        beginnings = section(.beginnings)
        cities = section(.children)
        folding = NameFolding(
            low: section(.foldLow),
            wide: section(.foldWide),
            more: section(.foldMore)
        )
        endings = CaseEndings(lines: section(.endings).string(at: 0, length: section(.endings).length))
    }

    /// The place at an index; nil outside the table.
    package func place(_ index: Int) -> Place? {
        Place(index: index, places: places, text: text)
    }

    /// The place with a number (`Place.id`), which unlike an index stays the same in later files.
    package func place(id: UInt32) -> Place? {
        (0..<count).first { places.word($0 * Place.size) == id }.flatMap(place)
    }

    /// The country of an ISO 3166-1 alpha-2 code, in capital letters.
    package func country(code: String) -> Place? {
        // Countries stand before regions and cities.
        (0..<min(count, 400)).lazy.compactMap(place).first { $0.kind == .country && $0.countryCode == code }
    }

    /// What a folded name means, the likeliest first, at most 40; no copies are made.
    package func meanings(of folded: UnsafeBufferPointer<UInt8>) -> NameMeanings? {
        names.entry(folded).map { NameMeanings(file: file, table: names.entries, entry: $0, places: places) }
    }

    /// What a name means, in any case and with or without accents.
    package func meanings(of name: String) -> [NameMeaning] {
        let folded = fold(name, longest: 200)
        return folded.bytes.withUnsafeBufferPointer { meanings(of: $0) }.map(Array.init) ?? []
    }

    /// Whether some name has several words and begins with these; sometimes wrongly true, never wrongly false.
    package func mayBegin(_ folded: UnsafeBufferPointer<UInt8>) -> Bool {
        let bits = UInt32(truncatingIfNeeded: beginnings.length &* 8)
        guard bits > 0, bits & (bits - 1) == 0 else { return false }
        let hash = NameHash.of(folded)
        func isSet(_ position: UInt32) -> Bool {
            beginnings.byte(Int(position >> 3)) & (1 << UInt8(position & 7)) != 0
        }
        return isSet(hash & (bits - 1)) && isSet((hash >> 9 ^ hash &* 5) & (bits - 1))
    }

    /// What kinds of word a folded word is ("title", "organisation"); see `data/gazetteer/words.tsv`.
    package func wordKinds(of folded: UnsafeBufferPointer<UInt8>) -> WordKinds {
        guard let entry = words.entry(folded) else { return [] }
        return WordKinds(rawValue: words.entries.word(entry + 1 + Int(words.entries.byte(entry))))
    }

    /// A text as folded words, read up to `longest` Unicode scalars.
    package func fold(_ text: String, longest: Int) -> FoldedText {
        FoldedText(text, folding: folding, longest: longest)
    }

    /// The cities of a region or country, by country, then region, then falling population.
    package func cities(in place: Place) -> [Place] {
        var found: [Place] = []
        for position in 0..<cities.length / 2 {
            guard let city = self.place(Int(cities.half(position * 2))) else { continue }
            if city.parentIndex == place.index || city.countryIndex == place.index { found.append(city) }
        }
        return found
    }

    /// The places that contain a place, from the smallest to the continent; at most eight.
    package func containers(of place: Place) -> [Place] {
        var found: [Place] = []
        var index = place.parentIndex
        while let parent = self.place(index), found.count < 8, parent.index != place.index {
            found.append(parent)
            index = parent.parentIndex
        }
        return found
    }

    /// Whether a place lies in another, by region, country and continent, or within the extent of a sea or world
    /// region.
    package func contains(_ outer: Place, _ inner: Place) -> Bool {
        if outer.index == inner.index { return true }
        if containers(of: inner).contains(where: { $0.index == outer.index }) { return true }
        switch outer.kind {
        case .area, .territory, .county:
            let isSmaller = inner.radius < outer.radius || inner.kind == .city
            return isSmaller && outer.position.distance(to: inner.position) <= Double(outer.radius)
        case .city, .region, .country, .continent: return false
        }
    }
}

/// Why a gazetteer cannot be opened.
package enum GazetteerError: Error, Equatable {
    /// The system's error number for the file.
    case cannotRead(path: String, code: Int32)
    /// The file does not begin with "CRIERGAZ".
    case notAGazetteer(path: String)
    /// The file is of another version of the format.
    case unknownVersion(path: String, version: UInt32)
    /// The file is shorter than it says, or a part lies outside it.
    case truncated(path: String)
}
