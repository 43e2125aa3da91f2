/// In which scripts languages are written.
enum LanguageScripts {
    /// The scripts of a language (first part of a BCP 47 tag); Latin for those that the table does not name.
    static func scripts(of language: String) -> [LetterScripts.Script] {
        others[language] ?? [.latin]
    }

    private static let others: [String: [LetterScripts.Script]] = [
        "ru": [.cyrillic], "uk": [.cyrillic], "bg": [.cyrillic], "be": [.cyrillic], "mk": [.cyrillic],
        "sr": [.cyrillic, .latin], "kk": [.cyrillic, .latin], "ky": [.cyrillic], "mn": [.cyrillic], "tg": [.cyrillic],
        "uz": [.cyrillic, .latin], "tt": [.cyrillic], "ar": [.arabic], "fa": [.arabic], "ur": [.arabic],
        "ps": [.arabic], "sd": [.arabic], "ug": [.arabic], "ckb": [.arabic], "hi": [.devanagari], "mr": [.devanagari],
        "ne": [.devanagari], "sa": [.devanagari], "zh": [.han], "ja": [.kana, .han], "ko": [.hangul, .han],
        "el": [.greek], "he": [.hebrew], "iw": [.hebrew], "yi": [.hebrew], "hy": [.armenian], "ka": [.georgian],
        "bn": [.bengali], "as": [.bengali], "pa": [.gurmukhi], "gu": [.gujarati], "or": [.odia], "ta": [.tamil],
        "te": [.telugu], "kn": [.kannada], "ml": [.malayalam], "si": [.sinhala], "th": [.thai], "lo": [.lao],
        "bo": [.tibetan], "my": [.burmese], "km": [.khmer], "am": [.ethiopic], "ti": [.ethiopic],
    ]
}

extension LetterScripts.Script {
    /// The language, if the script and its letters alone decide; `hints` are the feed's, the usual one first.
    func language(_ scripts: LetterScripts, hints: [String]) -> String? {
        switch self {
        case .latin, .cyrillic: nil
        case .arabic: scripts.marks.arabicLanguage ?? (hints.isEmpty ? "ar" : nil)
        case .devanagari: hints.isEmpty && scripts.letters < LanguageGuess.enoughLetters ? "hi" : nil
        case .han: scripts.marks.hanLanguage ?? hints.lazy.map(Self.hanHint).first { _ in true } ?? "zh"
        case .kana: "ja"
        case .hangul: "ko"
        case .greek: "el"
        case .hebrew: hints.first.map(LanguageGuess.base) == "yi" ? "yi" : "he"
        case .armenian: "hy"
        case .georgian: "ka"
        case .bengali: hints.first.map(LanguageGuess.base) == "as" ? "as" : "bn"
        case .gurmukhi: "pa"
        case .gujarati: "gu"
        case .odia: "or"
        case .tamil: "ta"
        case .telugu: "te"
        case .kannada: "kn"
        case .malayalam: "ml"
        case .sinhala: "si"
        case .thai: "th"
        case .lao: "lo"
        case .tibetan: "bo"
        case .burmese: "my"
        case .khmer: "km"
        case .ethiopic: hints.first.map(LanguageGuess.base) == "ti" ? "ti" : "am"
        }
    }

    private static func hanHint(_ tag: String) -> String {
        let lower = tag.lowercased()
        let isTraditional = ["zh-hant", "zh-tw", "zh-hk", "zh-mo"].contains { lower.hasPrefix($0) }
        return isTraditional ? "zh-Hant" : LanguageGuess.base(tag)
    }
}
