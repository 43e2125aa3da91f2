internal import Localization
internal import NewsModel
internal import Storage

extension OwnChange {
    /// The changes that words name, as `undo` takes them: those that are called just so, else those that are in part.
    static func named(_ words: Arguments, among changes: [OwnChange], _ localizer: Localizer) -> [OwnChange] {
        let called = changes.map { ($0, $0.likeness(to: words, localizer)) }
        for wanted in [Likeness.same, .part] where called.contains(where: { $0.1 == wanted }) {
            return called.filter { $0.1 == wanted }.map { $0.0 }
        }
        return []
    }

    private enum Likeness {
        case same
        case part
        case none
    }

    /// Whether words begin one of its lines, as its command does, or are what the line was about: `undo readall` or
    /// `undo Harbour` after `readall Harbour`; after `readall Harbour Times` the name is called in part.
    ///
    /// Whole words count, in English and as the reader sees the line. Fixed words behind the command, such as `to` or
    /// `off`, name nothing.
    private func likeness(to words: Arguments, _ localizer: Localizer) -> Likeness {
        let names = Set([words.raw, words.text, words.value].map { $0.lowercased() })
        var likeness = Likeness.none
        for line in lines.map({ HintLine(stored: $0) }) {
            let beginnings = [line.text, localizer.typed(line)].map { $0.lowercased() + " " }
            let objects = line.pieces.compactMap { piece -> String? in
                // A number alone is what many lines are about.
                guard case .value(let text) = piece, !text.trimmed.allSatisfy(\.isNumber) else { return nil }
                return text.trimmed.lowercased()
            }
            for name in names {
                if objects.contains(name) || beginnings.contains(where: { $0.hasPrefix(name + " ") }) { return .same }
                if objects.contains(where: { " \($0) ".contains(" \(name) ") }) { likeness = .part }
            }
        }
        return likeness
    }
}
