/// The parts of the file, in their order.
enum FileSectionKind: Int, CaseIterable {
    case foldLow, foldWide, foldMore, places, text, nameSlots, names, beginnings, wordSlots, words, endings, children
}

/// The first bytes of the file: magic, version, size, then offset and length of each part.
enum FileHeader {
    private static let version: UInt32 = 2
    private static let length = 16 + 8 * FileSectionKind.allCases.count

    static func sections(of file: MappedFile) throws(GazetteerError) -> [FileSectionKind: FileSection] {
        guard let start = file.section(offset: 0, length: min(file.size, length)) else {
            throw .truncated(path: file.path)
        }
        guard start.string(at: 0, length: 8) == "CRIERGAZ" else { throw .notAGazetteer(path: file.path) }
        guard start.word(8) == version else { throw .unknownVersion(path: file.path, version: start.word(8)) }
        guard start.length == length, Int(start.word(12)) == file.size else { throw .truncated(path: file.path) }
        var sections: [FileSectionKind: FileSection] = [:]
        for section in FileSectionKind.allCases {
            let entry = 16 + 8 * section.rawValue
            let found = file.section(offset: Int(start.word(entry)), length: Int(start.word(entry + 4)))
            guard let found else { throw .truncated(path: file.path) }
            sections[section] = found
        }
        return sections
    }
}
