/// What the names of rooms begin with, on one network or on several.
package struct RoomMarks: Hashable, Sendable {
    /// In letters.
    private static let longestName = 255
    /// In bytes of UTF-8.
    private static let longestLink = 600

    /// Signs before a name, such as the first letter of `#news`.
    package var signs: Set<Character>
    /// What links to rooms begin with, in small letters.
    package var links: Set<String>

    package init(signs: Set<Character> = [], links: Set<String> = []) {
        self.signs = signs
        self.links = links
    }

    /// The marks of several networks together.
    package init(_ all: [RoomMarks]) {
        self.init()
        for marks in all {
            signs.formUnion(marks.signs)
            links.formUnion(marks.links)
        }
    }

    /// Whether a word names a room: a name behind its sign, or a link.
    package func areIn(_ word: String) -> Bool {
        if word.utf8.count <= Self.longestLink {
            let small = word.lowercased()
            if links.contains(where: { small.hasPrefix($0) }) { return true }
        }
        guard let sign = word.first, signs.contains(sign) else { return false }
        return (2...Self.longestName).contains(word.count)
    }
}
