internal import CompactTexts
internal import Synchronization

/// A message as it is in the file: one text, or one for each plural form.
///
/// The argument `n` selects the form.
enum LocaleMessage: Hashable, Sendable {
    case single(String)
    case plural([PluralCategory: String])

    mutating func add(_ source: String, for category: PluralCategory) {
        guard case .plural(var forms) = self else {
            self = .plural([category: source])
            return
        }
        forms[category] = source
        self = .plural(forms)
    }
}

/// The messages of one language.
///
/// A text is parsed when it is first used, because parsed texts need several times the memory.
final class LocaleMessages: Sendable {
    private let keys: SortedTexts
    /// The forms of all messages, one message's after the other's.
    private let texts: CompactTexts
    /// The categories of the forms; nil for a message of one text.
    private let categories: [PluralCategory?]
    /// Where the forms of each message begin, in the order of the keys, and the end of the last one's.
    private let starts: [UInt32]
    private let parsed = Mutex<[Int: MessageTemplate]>([:])

    /// - Parameter keys: all of theirs, and others; languages share them.
    init(_ all: [String: LocaleMessage], keys: SortedTexts) {
        var (texts, categories, starts): ([String], [PluralCategory?], [UInt32]) = ([], [], [0])
        starts.reserveCapacity(keys.count + 1)
        for index in 0..<keys.count {
            switch all[keys[index]] {
            case nil: break
            case .single(let text):
                texts.append(text)
                categories.append(nil)
            case .plural(let forms):
                for (category, text) in forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    texts.append(text)
                    categories.append(category)
                }
            }
            starts.append(UInt32(texts.count))
        }
        (self.keys, self.texts) = (keys, CompactTexts(texts))
        (self.categories, self.starts) = (categories, starts)
    }

    func has(_ key: String) -> Bool { forms(of: key)?.isEmpty == false }

    func template(_ key: String, for number: Int?, rules: PluralRules) -> MessageTemplate? {
        guard let forms = forms(of: key), let form = form(of: forms, for: number, rules) else { return nil }
        return parsed.withLock { parsed in
            if let known = parsed[form] { return known }
            let template = MessageTemplate(texts[form])
            parsed[form] = template
            return template
        }
    }

    /// All messages by their keys, made anew.
    var all: [String: LocaleMessage] {
        var all: [String: LocaleMessage] = [:]
        for index in 0..<keys.count {
            let key = keys[index]
            for form in forms(index) {
                guard let category = categories[form] else {
                    all[key] = .single(texts[form])
                    continue
                }
                all[key, default: .plural([:])].add(texts[form], for: category)
            }
        }
        return all
    }

    private func forms(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

    private func forms(of key: String) -> Range<Int>? { keys.index(of: key).map { forms($0) } }

    /// The form for a number; nil when there is none.
    private func form(of forms: Range<Int>, for number: Int?, _ rules: PluralRules) -> Int? {
        guard let first = forms.first, categories[first] != nil else { return forms.first }
        let other = forms.first { categories[$0] == .other }
        guard let number else { return other ?? first }
        let wanted = rules.category(of: number)
        return forms.first { categories[$0] == wanted } ?? other
    }
}
