/// One parsed message of a locale file.
///
/// Grammar: `{name}` is an argument. `*words*` are strong. `` `typed` `` is literal and may contain arguments only.
/// A backslash makes the next mark a normal character.
struct MessageTemplate: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case argument(String)
        case strong([Piece])
        case code([Piece])

        var isText: Bool { if case .text = self { true } else { false } }
    }

    let pieces: [Piece]

    init(_ source: String) {
        pieces = Self.pieces(of: Array(source)[...], withMarks: true)
    }

    /// The message split at line ends.
    ///
    /// Marks never extend over several lines.
    var lines: [[Piece]] {
        var lines: [[Piece]] = [[]]
        for piece in pieces {
            guard case .text(let text) = piece, text.contains("\n") else {
                lines[lines.count - 1].append(piece)
                continue
            }
            for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { lines.append([]) }
                if !part.isEmpty { lines[lines.count - 1].append(.text(String(part))) }
            }
        }
        return lines
    }

    var argumentNames: Set<String> { Self.argumentNames(in: pieces) }

    private static func argumentNames(in pieces: [Piece]) -> Set<String> {
        pieces.reduce(into: []) { names, piece in
            switch piece {
            case .text: break
            case .argument(let name): names.insert(name)
            case .strong(let inner), .code(let inner): names.formUnion(argumentNames(in: inner))
            }
        }
    }

    private static func pieces(of source: ArraySlice<Character>, withMarks: Bool) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = source
        func flush() {
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
        }
        while let character = rest.popFirst() {
            switch character {
            case "\\" where withMarks:
                if let next = rest.popFirst() { plain.append(next) }
            case "{":
                guard let end = rest.firstIndex(of: "}"), isName(rest[..<end]) else {
                    plain.append(character)
                    continue
                }
                flush()
                pieces.append(.argument(String(rest[..<end])))
                rest = rest[(end + 1)...]
            case "*" where withMarks, "`" where withMarks:
                guard let end = rest.firstIndex(of: character), end > rest.startIndex, rest.first != " " else {
                    plain.append(character)
                    continue
                }
                flush()
                let inner = Self.pieces(of: rest[..<end], withMarks: false)
                pieces.append(character == "*" ? .strong(inner) : .code(inner))
                rest = rest[(end + 1)...]
            default:
                plain.append(character)
            }
        }
        flush()
        return pieces
    }

    private static func isName(_ text: ArraySlice<Character>) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
