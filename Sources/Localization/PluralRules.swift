/// The plural categories of CLDR.
package enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The plural category of a whole number in a language: CLDR's cardinal rules for integers (UTS #35, part 3).
///
/// Messages count whole things, so the rules for decimals are not needed.
package struct PluralRules: Hashable, Sendable {
    private let family: Family

    /// Languages that are not in the table use the rule of English.
    package init(language: String) {
        let code = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? ""
        family = Self.families[code] ?? .oneAndOther
    }

    /// The categories that a translation must have.
    ///
    /// `other` is always one of them.
    package var categories: Set<PluralCategory> {
        switch family {
        case .otherOnly: [.other]
        case .oneAndOther, .zeroAndOneAlike, .endsInOne, .filipino: [.one, .other]
        case .oneAndMillions, .zeroOneAndMillions: [.one, .many, .other]
        case .eastSlavic, .polish: [.one, .few, .many, .other]
        case .southSlavic, .czech, .lithuanian, .romanian: [.one, .few, .other]
        case .latvian: [.zero, .one, .other]
        case .slovenian, .scottish: [.one, .two, .few, .other]
        case .hebrew: [.one, .two, .other]
        case .irish, .maltese: [.one, .two, .few, .many, .other]
        case .arabic, .welsh: [.zero, .one, .two, .few, .many, .other]
        }
    }

    package func category(of number: Int) -> PluralCategory {
        let n = number.magnitude
        let tens = n % 10
        let hundreds = n % 100
        switch family {
        case .otherOnly:
            return .other
        case .oneAndOther:
            return n == 1 ? .one : .other
        case .zeroAndOneAlike:
            return n <= 1 ? .one : .other
        case .oneAndMillions:
            return n == 1 ? .one : isMillions(n) ? .many : .other
        case .zeroOneAndMillions:
            return n <= 1 ? .one : isMillions(n) ? .many : .other
        case .endsInOne:
            return tens == 1 && hundreds != 11 ? .one : .other
        case .filipino:
            return [4, 6, 9].contains(tens) ? .other : .one
        case .eastSlavic:
            return slavic(tens, hundreds) ?? .many
        case .southSlavic:
            return slavic(tens, hundreds) ?? .other
        case .polish:
            if n == 1 { return .one }
            return slavic(tens, hundreds) == .few ? .few : .many
        case .czech:
            return n == 1 ? .one : (2...4).contains(n) ? .few : .other
        case .lithuanian:
            if (11...19).contains(hundreds) || tens == 0 { return .other }
            return tens == 1 ? .one : .few
        case .latvian:
            if tens == 0 || (11...19).contains(hundreds) { return .zero }
            return tens == 1 ? .one : .other
        case .romanian:
            if n == 1 { return .one }
            return n == 0 || (1...19).contains(hundreds) ? .few : .other
        case .slovenian:
            return hundreds == 1 ? .one : hundreds == 2 ? .two : hundreds == 3 || hundreds == 4 ? .few : .other
        case .scottish:
            if n == 1 || n == 11 { return .one }
            if n == 2 || n == 12 { return .two }
            return (3...10).contains(n) || (13...19).contains(n) ? .few : .other
        case .hebrew:
            return n == 1 ? .one : n == 2 ? .two : .other
        case .irish:
            if n == 1 { return .one }
            return n == 2 ? .two : (3...6).contains(n) ? .few : (7...10).contains(n) ? .many : .other
        case .maltese:
            if n == 1 { return .one }
            if n == 2 { return .two }
            return n == 0 || (3...10).contains(hundreds) ? .few : (11...19).contains(hundreds) ? .many : .other
        case .arabic:
            if n <= 2 { return [.zero, .one, .two][Int(n)] }
            return (3...10).contains(hundreds) ? .few : hundreds >= 11 ? .many : .other
        case .welsh:
            let exact: [UInt: PluralCategory] = [0: .zero, 1: .one, 2: .two, 3: .few, 6: .many]
            return exact[n] ?? .other
        }
    }

    private func slavic(_ tens: UInt, _ hundreds: UInt) -> PluralCategory? {
        if tens == 1, hundreds != 11 { return .one }
        return (2...4).contains(tens) && !(12...14).contains(hundreds) ? .few : nil
    }

    // "Un million de jours": a preposition follows round millions.
    private func isMillions(_ n: UInt) -> Bool { n != 0 && n % 1_000_000 == 0 }
}

extension PluralRules {
    private enum Family: Hashable, Sendable {
        case otherOnly, oneAndOther, zeroAndOneAlike, oneAndMillions, zeroOneAndMillions, endsInOne, filipino
        case eastSlavic, southSlavic, polish, czech, lithuanian, latvian, romanian, slovenian
        case hebrew, arabic, irish, scottish, welsh, maltese
    }

    private static let families: [String: Family] = {
        var table: [String: Family] = [:]
        let rows: [(Family, String)] = [
            (.otherOnly, "bo dz id ig ii ja jv km ko lo ms my sah su th to vi wo yo yue zh"),
            (.zeroAndOneAlike, "ak am as bh bn fa ff gu guw hi hy kab kn ln mg nso pa pcm si ti wa zu"),
            (.oneAndMillions, "ca es it"),
            (.zeroOneAndMillions, "fr pt"),
            (.endsInOne, "is mk"),
            (.filipino, "fil tl"),
            (.eastSlavic, "be ru uk"),
            (.southSlavic, "bs hr sh sr"),
            (.polish, "pl"),
            (.czech, "cs sk"),
            (.lithuanian, "lt"),
            (.latvian, "lv prg"),
            (.romanian, "mo ro"),
            (.slovenian, "sl"),
            (.hebrew, "he iw"),
            (.arabic, "ar ars"),
            (.irish, "ga"),
            (.scottish, "gd"),
            (.welsh, "cy"),
            (.maltese, "mt"),
        ]
        for (family, languages) in rows {
            for language in languages.split(separator: " ") { table[String(language)] = family }
        }
        return table
    }()
}
