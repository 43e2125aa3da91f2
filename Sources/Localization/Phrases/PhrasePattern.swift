/// A phrase of a phrase table: `[please] send me (news|the news) at {time}`.
///
/// `[a|b]` may be missing, `(a|b)` is one of several, `{name}` is a slot, `<name>` is a list of the table.
indirect enum PhrasePattern: Hashable, Sendable {
    case word(String)
    case slot(String)
    case list(String)
    case sequence([PhrasePattern])
    case choice([PhrasePattern])
    case optional(PhrasePattern)

    /// Why a phrase cannot be read.
    enum Fault: Error, Hashable {
        case unclosed(Character)
        case unopened(Character)
        case empty
    }

    init(_ source: some StringProtocol) throws(Fault) {
        var reader = Reader(rest: Substring(source))
        self = try reader.choice(until: nil)
        guard !self.isEmpty else { throw .empty }
    }

    private var isEmpty: Bool { if case .sequence(let parts) = self { parts.isEmpty } else { false } }

    /// The slots that every wording of the phrase has.
    func certainSlots(_ lists: [String: PhrasePattern]) -> Set<String> {
        switch self {
        case .word, .optional: []
        case .slot(let name): [PhraseSlots.name(of: name)]
        case .list(let name): lists[name]?.certainSlots([:]) ?? []
        case .sequence(let parts): parts.reduce(into: []) { $0.formUnion($1.certainSlots(lists)) }
        case .choice(let parts):
            parts.dropFirst().reduce(parts.first?.certainSlots(lists) ?? []) {
                $0.intersection($1.certainSlots(lists))
            }
        }
    }

    /// The words anywhere in it, but those of its lists.
    var words: [String] {
        switch self {
        case .word(let word): [word]
        case .slot, .list: []
        case .optional(let part): part.words
        case .sequence(let parts), .choice(let parts): parts.flatMap(\.words)
        }
    }

    /// The names of slots and lists anywhere in it.
    var names: (slots: Set<String>, lists: Set<String>) {
        switch self {
        case .word: ([], [])
        case .slot(let name): ([name], [])
        case .list(let name): ([], [name])
        case .optional(let part): part.names
        case .sequence(let parts), .choice(let parts):
            parts.reduce(into: ([], [])) { names, part in
                names.0.formUnion(part.names.slots)
                names.1.formUnion(part.names.lists)
            }
        }
    }
}

extension PhrasePattern {
    private struct Reader {
        var rest: Substring

        mutating func choice(until end: Character?) throws(Fault) -> PhrasePattern {
            var choices = [try sequence(until: end)]
            while rest.first == "|" {
                rest.removeFirst()
                choices.append(try sequence(until: end))
            }
            if let end {
                guard rest.popFirst() == end else { throw .unclosed(end) }
            } else if let first = rest.first {
                throw .unopened(first)
            }
            return choices.count == 1 ? choices[0] : .choice(choices)
        }

        private mutating func sequence(until end: Character?) throws(Fault) -> PhrasePattern {
            var parts: [PhrasePattern] = []
            while let first = rest.first, first != "|", !"])".contains(first) {
                switch first {
                case "[":
                    rest.removeFirst()
                    parts.append(.optional(try choice(until: "]")))
                case "(":
                    rest.removeFirst()
                    parts.append(try choice(until: ")"))
                case "{": parts.append(.slot(try name(until: "}")))
                case "<": parts.append(.list(try name(until: ">")))
                default:
                    let text = String(rest.prefix { !"[](){}<>|".contains($0) })
                    guard !text.isEmpty else { throw .unopened(first) }
                    rest = rest.dropFirst(text.count)
                    parts += PhraseWord.words(in: text).map { .word($0.folded) }
                }
            }
            if let first = rest.first, "])".contains(first), first != end { throw .unopened(first) }
            return parts.count == 1 ? parts[0] : .sequence(parts)
        }

        private mutating func name(until end: Character) throws(Fault) -> String {
            rest.removeFirst()
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == end else { throw .unclosed(end) }
            return String(name)
        }
    }
}
