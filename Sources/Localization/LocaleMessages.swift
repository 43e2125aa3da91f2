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

    func source(for number: Int?, rules: PluralRules) -> String? {
        switch self {
        case .single(let source): return source
        case .plural(let forms):
            guard let number else { return forms[.other] ?? forms.values.first }
            return forms[rules.category(of: number)] ?? forms[.other]
        }
    }
}

/// The messages of one language.
///
/// A text is parsed when it is first used, because parsed texts need several times the memory.
final class LocaleMessages: Sendable {
    let all: [String: LocaleMessage]
    private let parsed = Mutex<[String: MessageTemplate]>([:])

    init(_ all: [String: LocaleMessage]) { self.all = all }

    func template(_ key: String, for number: Int?, rules: PluralRules) -> MessageTemplate? {
        guard let source = all[key]?.source(for: number, rules: rules) else { return nil }
        return parsed.withLock { parsed in
            if let known = parsed[source] { return known }
            let template = MessageTemplate(source)
            parsed[source] = template
            return template
        }
    }
}
