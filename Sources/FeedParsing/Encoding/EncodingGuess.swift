/// Guesses an encoding that is not declared or declared wrongly: the one whose text looks most like a language.
enum EncodingGuess {
    private static let sampleSize = 16_384
    private static let candidates = [
        "gb18030", "cp932", "euc-jp", "cp949", "big5-hkscs", "cp1251", "koi8-r", "cp1253", "cp1255", "cp1256", "cp1250",
    ]

    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard let best = best(bytes), let output = LegacyEncoding.convert(bytes, from: best)?.output else {
            return LegacyEncoding.windows1252(bytes)
        }
        return output
    }

    private static func best(_ bytes: [UInt8]) -> String? {
        let sample = Array(bytes.drop { $0 < 0x80 }.prefix(sampleSize))
        let foreign = sample.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) }
        // Western European text has single accented letters among ASCII. Other scripts have whole words beyond ASCII.
        guard foreign >= 8, paired(sample) * 10 >= foreign * 7 else { return nil }
        var best: (name: String, score: Double)?
        for name in candidates {
            guard let (output, errors) = LegacyEncoding.convert(sample, from: name), errors * 100 <= foreign else {
                continue
            }
            let score = ScriptScore.of(String(decoding: output, as: UTF8.self))
            if score > best?.score ?? 0.6 { best = (name, score) }
        }
        return best?.name
    }

    /// How many bytes beyond ASCII are next to another such byte.
    private static func paired(_ bytes: [UInt8]) -> Int {
        var count = 0
        for index in bytes.indices where bytes[index] >= 0x80 {
            let before = index > 0 && bytes[index - 1] >= 0x80
            let after = index + 1 < bytes.count && bytes[index + 1] >= 0x80
            if before || after { count += 1 }
        }
        return count
    }
}

/// Rates how much a decoded text looks like a language, from below 0 to about 1.
enum ScriptScore {
    static func of(_ text: String) -> Double {
        var total = 0
        var points = 0.0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            total += 1
            points += value(scalar, after: previous)
            previous = scalar
        }
        return total == 0 ? 0 : points / Double(total)
    }

    private static func value(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Double {
        switch scalar.value {
        // Cyrillic and Greek text is mostly lower case. A wrong code page swaps the cases.
        case 0x430...0x44f, 0x451: 1
        case 0x410...0x42f: (0x430...0x44f).contains(previous.value) ? -1 : 0.3
        case 0x3b1...0x3ce: 0.9
        case 0x391...0x3a9: 0
        case 0x5d0...0x5ea: 0.9
        case 0x621...0x64a: 0.85
        case 0x3040...0x30ff: 1
        case 0x4e00...0x9fff: CommonHan.contains(scalar) ? 1 : 0.55
        case 0xac00...0xd7a3: 0.9
        case 0x3001...0x3011, 0xff01...0xff1f: 1
        case 0xff61...0xff9f: -0.3
        case 0xe000...0xf8ff, 0xfffd: -2
        case 0x100...0x17f: 0.4
        case 0x2010...0x2030: 0.3
        default: 0
        }
    }
}

/// The Han characters that are common in news, traditional and simplified; they distinguish right from wrong decodings.
enum CommonHan {
    static func contains(_ scalar: Unicode.Scalar) -> Bool { set.contains(scalar) }

    private static let set = Set(
        """
        的一是不了在人有我他这这個中大来上国國和到说說们們为為子你地出道也时時年得就那要下以生会會自着去之过過家学學对對可她里後后小么心多天而能\
        好都然没日于起还還发發成事只作当當想看文无無开開手十用主行方又如前所本见見经經头頭面公同三已老从從动動两兩长長知民样樣现現分将將外但身些与\
        與高意进進把法此实實回二理美点點月明其种種声聲全工己话話儿者向情部正名定女问問力机機给給等几很业業最间間新什打便位因重被走电電四第门門相次东東\
        政海口使教西再平真听聽世气氣信北少关關并内加化由却代军軍产產入先山五太水万市眼体體别處总總才场場师師书書比住员員九笑性通目华華报報立马馬命张張\
        活难難神数數件安表原车車白应應路期叫死常提感金何更反合放做系计計或司利受光王果亲界及今京务務制解各任至清物台象记記边邊共风風战戰干接它许許八\
        特觉覺望直服毛林题題建南度统統色字请請交爱愛让讓认認算论論百吃义義科怎元社术術结結六功指思非流每青管夫连連远遠资資队隊跟带帶花快条條院变變
        """.unicodeScalars
    )
}
