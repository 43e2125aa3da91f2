/// How many letters of each script a text has.
struct LetterScripts {
    enum Script: CaseIterable {
        case latin, cyrillic, arabic, devanagari, han, kana, hangul
        case greek, hebrew, armenian, georgian, bengali, gurmukhi, gujarati, odia, tamil, telugu, kannada, malayalam
        case sinhala, thai, lao, burmese, khmer, tibetan, ethiopic
    }

    private static let longest = 4_096

    private var counts = [Int](repeating: 0, count: Script.allCases.count)
    /// Letters that are written in one of the languages of a script only.
    private(set) var marks = LanguageLetters.Counts()
    /// The script that decides; nil without letters.
    private(set) var main: Script?
    /// Letters of the deciding script; Chinese, Japanese and Korean ones count three, as they hold more.
    private(set) var letters = 0

    init(of text: String) {
        var left = Self.longest
        for scalar in text.unicodeScalars {
            left -= 1
            guard left > 0 else { break }
            guard let script = Self.script(of: scalar.value) else { continue }
            counts[Self.index(script)] += 1
            if script != .latin { marks.add(scalar.value) }
        }
        // Names and brands are written in Latin letters everywhere, so other letters decide from a smaller share.
        let latin = count(.latin)
        let best = Script.allCases.filter { $0 != .latin }
            .max { weight($0) < weight($1) }
        if let best, weight(best) > 0, weight(best) * 5 >= latin * 2 {
            main = best == .kana || best == .han ? eastAsian : best
            letters = weight(best)
        } else if latin > 0 {
            main = .latin
            letters = latin
        }
    }

    func count(_ script: Script) -> Int { counts[Self.index(script)] }

    /// Whether the text's script is one in which the language is written.
    func allows(_ tag: String) -> Bool {
        guard let main else { return true }
        return LanguageScripts.scripts(of: LanguageGuess.base(tag)).contains(main)
    }

    private func weight(_ script: Script) -> Int {
        switch script {
        case .han: 3 * (count(.han) + count(.kana))
        case .kana: 3 * count(.kana)
        case .hangul: 3 * count(.hangul)
        default: count(script)
        }
    }

    /// Any kana is Japanese, unless other letters are written in Chinese only: there a little kana is decoration (の)
    /// or a foreign name.
    private var eastAsian: Script {
        let kana = count(.kana)
        let all = kana + count(.han)
        if kana * 5 >= all || (kana >= 3 && kana * 10 >= all) { return .kana }
        return kana > 0 && marks.hanLanguage?.hasPrefix("zh") != true ? .kana : .han
    }

    private static func index(_ script: Script) -> Int {
        indices[script] ?? 0
    }

    private static let indices = Dictionary(uniqueKeysWithValues: zip(Script.allCases, 0...))

    private static func script(of value: UInt32) -> Script? {
        if value < 0x80 {
            return (0x41...0x5A).contains(value & ~0x20) ? .latin : nil
        }
        switch value {
        case 0xD7, 0xF7: return nil
        case 0xC0...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A: return .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: return .greek
        case 0x400...0x52F: return .cyrillic
        case 0x531...0x587: return .armenian
        case 0x5D0...0x5EA: return .hebrew
        case 0x620...0x64A, 0x66E...0x6D3, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: return .arabic
        case 0x904...0x963, 0x971...0x97F: return .devanagari
        case 0x981...0x9E3: return .bengali
        case 0xA01...0xA5E: return .gurmukhi
        case 0xA81...0xAE3: return .gujarati
        case 0xB01...0xB63: return .odia
        case 0xB82...0xBD7: return .tamil
        case 0xC00...0xC63: return .telugu
        case 0xC80...0xCE3: return .kannada
        case 0xD00...0xD63: return .malayalam
        case 0xD82...0xDF3: return .sinhala
        case 0xE01...0xE4E: return .thai
        case 0xE81...0xEDF: return .lao
        case 0xF40...0xFBC: return .tibetan
        case 0x1000...0x109D: return .burmese
        case 0x10A0...0x10FF: return .georgian
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: return .hangul
        case 0x1200...0x135A: return .ethiopic
        case 0x1780...0x17D3: return .khmer
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0xFF66...0xFF9D: return .kana
        case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: return .han
        default: return nil
        }
    }
}
