/// How much speaks for each language: CLD2's letter groups, function words, and letters with accents.
struct LanguageEvidence {
    private static let longest = 600
    /// Languages that much news is written in.
    private static let common: Set<String> = [
        "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "ro", "hu", "tr", "id", "vi",
        "hr",
        "sk", "ru", "uk", "bg", "ar", "fa", "ur", "hi", "mr", "ne",
    ]

    /// Languages that little news is written in, and the near relative that CLD2 takes for them in short texts.
    private static let relatives = [
        "gl": "es", "ca": "es", "eo": "es", "oc": "fr", "ht": "fr", "co": "it", "rm": "it", "az": "tr", "tk": "tr",
        "af": "nl", "fy": "nl", "lb": "de", "nds": "de", "nn": "no", "ms": "id", "sco": "en", "sr": "ru", "be": "ru",
        "mk": "bg", "ps": "fa", "sd": "ur", "bh": "hi", "sa": "hi",
    ]

    private(set) var scores: [String: Double] = [:]
    private let isReliable: Bool

    init(of text: String, script: LetterScripts.Script) {
        let head = TextCutting.truncated(text, toBytes: Self.longest, ellipsis: "")
        let (candidates, isReliable) = LanguageDetector.candidates(of: head)
        self.isReliable = isReliable
        for candidate in candidates {
            let language = LanguageGuess.base(candidate.language)
            guard LanguageScripts.scripts(of: language).contains(script) else { continue }
            var trust = (isReliable ? 1.6 : 1.0) * (Self.common.contains(language) ? 1 : 0.5)
            // CLD2 says English where it knows nothing.
            if language == "en" && !isReliable { trust = 0.4 }
            scores[language, default: 0] += candidate.share * trust
            if let relative = Self.relatives[language], LanguageScripts.scripts(of: relative).contains(script) {
                scores[relative, default: 0] += candidate.share * trust
            }
        }
        addWords(of: head)
        addLetters(of: head, script)
    }

    /// The language with the most evidence; nil without any.
    var best: String? { Self.winner(scores) }

    /// The same with the feed's languages as a starting point, which weighs more the shorter the text is.
    func best(usual: String?, declared: String?, letters: Int) -> String? {
        var all = scores
        let isShort = letters < LanguageGuess.enoughLetters
        // Where CLD2 is not sure, the feed's usual language says more than the letters.
        if let usual { all[LanguageGuess.base(usual), default: 0] += isShort || !isReliable ? 1.2 : 0.5 }
        if let declared { all[LanguageGuess.base(declared), default: 0] += isShort || !isReliable ? 0.5 : 0.2 }
        return Self.winner(all)
    }

    private static func winner(_ scores: [String: Double]) -> String? {
        scores.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private mutating func addWords(of text: String) {
        var text = text
        text.withUTF8 { bytes in
            WordTokenizer.forEachToken(utf8: bytes) { word, _, kind in
                guard kind == .word, let languages = Self.functionWords[WordKey.of(word)] else { return true }
                for language in languages { scores[language, default: 0] += 0.45 / Double(languages.count) }
                return true
            }
        }
    }

    private mutating func addLetters(of text: String, _ script: LetterScripts.Script) {
        if script == .cyrillic {
            var marks = LanguageLetters.Counts()
            for scalar in text.unicodeScalars { marks.add(Self.lowercased(scalar.value)) }
            for (language, count) in marks.cyrillicLanguages {
                // A text without any letter of its own is hardly in that language.
                if count == 0 { scores[language]? *= 0.4 }
                scores[language, default: 0] += min(1.5, 0.5 * Double(count))
            }
            return
        }
        guard script == .latin, text.utf8.contains(where: { $0 >= 0x80 }) else { return }
        var seen: Set<UInt32> = []
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            guard seen.insert(scalar.value).inserted, let languages = Self.accents[scalar.value] else { continue }
            for language in languages { scores[language, default: 0] += 0.6 / Double(languages.count) }
        }
    }

    private static func lowercased(_ cyrillic: UInt32) -> UInt32 {
        switch cyrillic {
        case 0x400...0x40F: cyrillic + 0x50
        case 0x410...0x42F: cyrillic + 0x20
        case 0x490: 0x491
        default: cyrillic
        }
    }

    /// Which languages have the word, by `WordKey`.
    private static let functionWords: [UInt64: [String]] = {
        var words: [UInt64: [String]] = [:]
        for language in common.sorted() {
            for word in StopWords.wholeKeys(for: language) { words[word, default: []].append(language) }
        }
        return words
    }()

    /// Which languages have the letter.
    private static let accents: [UInt32: [String]] = {
        let letters = [
            "de": "äöüßÄÖÜ", "fr": "éèêàçùûîôœïëÉÈÀÇ", "es": "ñ¿¡áéíóúÁÉÍÓÚ", "it": "àèéìòùÀÈ", "pt": "ãõçáéíóúâêôàÃÕ",
            "nl": "ëïé", "sv": "åäöÅÄÖ", "da": "æøåÆØÅ", "no": "æøåÆØÅ", "fi": "äöÄÖ", "pl": "ąćęłńóśźżŁŚŻŹ",
            "cs": "ěščřžýáíéúůťďňŠČŘŽ", "sk": "ľĺŕôäčšžýáíéúťďňČŠŽ", "ro": "ăâîșțşţȘȚ", "hu": "őűáéíóöúüŐŰ",
            "tr": "ğışçöüİŞĞÇÖÜ", "hr": "čćđšžČĆŠŽ", "vi": "ăâđêôơưạảấầậắềểễệịọốồộớờợụủứừựỳỹ", "ca": "àèéíòóúçï",
        ]
        var languages: [UInt32: [String]] = [:]
        for (language, text) in letters.sorted(by: { $0.key < $1.key }) {
            for scalar in Set(text.unicodeScalars.map(\.value)) { languages[scalar, default: []].append(language) }
        }
        return languages
    }()
}
