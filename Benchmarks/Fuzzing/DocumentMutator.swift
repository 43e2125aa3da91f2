/// Damages documents the way networks, editors and attackers do; the same seed gives the same damage.
package struct DocumentMutator: Sendable {
    private var state: UInt64
    private static let lengthLimit = 1 << 20
    private static let encodings = [
        "utf-16", "utf-32", "gb18030", "shift_jis", "koi8-r", "windows-1252", "none", "utf-7",
    ]

    package init(seed: UInt64) {
        state = seed
    }

    /// One document with one to four kinds of damage; `other` gives the pieces that are spliced in.
    package mutating func mutated(_ document: [UInt8], other: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0...below(4) {
            switch below(10) {
            case 0, 1: flip(&bytes)
            case 2: bytes.removeLast(below(bytes.count + 1))
            case 3: splice(&bytes, other)
            case 4: repeatTag(&bytes)
            case 5: nest(&bytes)
            case 6: swapEncoding(&bytes)
            case 7: addAttributes(&bytes)
            case 8: insert([UInt8](repeating: 0, count: 1 + below(64)), into: &bytes)
            default: addEntities(&bytes)
            }
            if bytes.count > Self.lengthLimit { bytes.removeLast(bytes.count - Self.lengthLimit) }
        }
        return bytes
    }

    /// A number from 0 to `limit` - 1 (SplitMix64).
    package mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(max(1, limit)))
    }

    private mutating func insert(_ piece: [UInt8], into bytes: inout [UInt8]) {
        let position = below(bytes.count + 1)
        bytes.insert(contentsOf: piece, at: position)
    }

    private mutating func flip(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        for _ in 0...below(32) {
            bytes[below(bytes.count)] = UInt8(below(256))
        }
    }

    private mutating func splice(_ bytes: inout [UInt8], _ other: [UInt8]) {
        let start = below(other.count + 1)
        let length = below(min(8_192, other.count - start) + 1)
        insert(Array(other[start..<(start + length)]), into: &bytes)
    }

    /// A start tag near a place chosen at random.
    private mutating func someTag(_ bytes: [UInt8]) -> Range<Int>? {
        let from = below(bytes.count + 1)
        guard let start = bytes[from...].firstIndex(of: UInt8(ascii: "<")),
            let end = bytes[start...].prefix(512).firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return start..<(end + 1)
    }

    private mutating func repeatTag(_ bytes: inout [UInt8]) {
        guard let tag = someTag(bytes) else { return }
        let piece = Array(bytes[tag])
        var copies: [UInt8] = []
        for _ in 0...below(16) { copies += piece }
        bytes.insert(contentsOf: copies, at: tag.upperBound)
    }

    /// Opens one element hundreds or thousands of times inside itself.
    private mutating func nest(_ bytes: inout [UInt8]) {
        let name = ["item", "div", "outline", "entry", "media:group", "blockquote"][below(6)]
        let depth = below(4) == 0 ? below(20_000) : below(400)
        let tag = Array("<\(name)>".utf8)
        var piece: [UInt8] = []
        for _ in 0..<depth { piece += tag }
        insert(piece, into: &bytes)
    }

    private mutating func swapEncoding(_ bytes: inout [UInt8]) {
        let declaration = "<?xml version=\"1.0\" encoding=\"\(Self.encodings[below(Self.encodings.count)])\"?>"
        if let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: ">")) { bytes.removeSubrange(0...end) }
        bytes.insert(contentsOf: Array(declaration.utf8), at: 0)
        if below(4) == 0 {
            bytes.insert(contentsOf: [[0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]][below(3)], at: 0)
        }
    }

    private mutating func addAttributes(_ bytes: inout [UInt8]) {
        guard let tag = someTag(bytes) else { return }
        var piece: [UInt8] = []
        if below(2) == 0 {
            piece = Array(" a=\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: below(200_000)) + [0x22]
        } else {
            for number in 0..<below(5_000) { piece += " a\(number)=\"1\"".utf8 }
        }
        bytes.insert(contentsOf: piece, at: tag.upperBound - 1)
    }

    /// Entities of entities, and a use of the last of them.
    private mutating func addEntities(_ bytes: inout [UInt8]) {
        var text = "<!DOCTYPE r [<!ENTITY e0 \"lol\">"
        for level in 1...9 {
            text += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
        }
        bytes.insert(contentsOf: Array((text + "<!ENTITY x SYSTEM \"file:///etc/passwd\">]>").utf8), at: 0)
        insert(Array("&e9;&x;".utf8), into: &bytes)
    }
}
