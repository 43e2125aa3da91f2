/// The words in dates, in the languages of feeds.
enum DateWords {
    enum Half { case none, morning, afternoon }

    enum Meaning {
        case month(Int), half(Half), zone(Int)
        /// Chinese, Japanese and Korean signs after a number.
        case year, monthNumber, day, hour, minute, second
        /// An era. Its first year is the one after the value.
        case era(Int)
        /// The first year of an era, if written as a word. The value is the year before it.
        case firstYear(Int)
        case other
    }

    static func meaning(of word: UnsafeBufferPointer<UInt8>) -> Meaning {
        if word.count == 3, let common = common(word) { return common }
        if word.count >= 3, let month = english(word) { return .month(month) }
        let lower = String(decoding: word, as: UTF8.self).lowercased()
        if let mark = marks[lower] { return mark }
        if let minutes = zones[lower] { return .zone(minutes) }
        if let month = months[lower] { return .month(month) }
        for (name, before) in eras where lower.hasPrefix(name) {
            return lower.hasSuffix("元年") ? .firstYear(before) : .era(before)
        }
        // A sign may be joined to morning or afternoon: `日下午`.
        for (text, meaning) in halves where lower.contains(text) { return meaning }
        return .other
    }

    /// The words in almost every RSS date, without a look-up in a dictionary.
    private static func common(_ word: UnsafeBufferPointer<UInt8>) -> Meaning? {
        switch (word[0] | 0x20, word[1] | 0x20, word[2] | 0x20) {
        case (0x67, 0x6d, 0x74), (0x75, 0x74, 0x63): .zone(0)
        case (0x6d, 0x6f, 0x6e), (0x74, 0x75, 0x65), (0x77, 0x65, 0x64), (0x74, 0x68, 0x75), (0x66, 0x72, 0x69),
            (0x73, 0x61, 0x74), (0x73, 0x75, 0x6e):
            .other
        default: nil
        }
    }

    /// English month names by their first three letters, which most feeds use.
    private static func english(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        let key = UInt32(word[0] | 0x20) << 16 | UInt32(word[1] | 0x20) << 8 | UInt32(word[2] | 0x20)
        guard let month = englishKeys[key] else { return nil }
        if word.count == 3 { return month }
        // `Mart` and `Marzo` are March, too. `Margin` would match but does not occur in dates.
        return word.count <= 9 && word[3] < 0x80 && !isException(word) ? month : nil
    }

    /// Words that begin like an English month but mean another one, such as Finnish `marraskuu`.
    private static func isException(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        months[String(decoding: word, as: UTF8.self).lowercased()] != nil
    }

    private static let englishKeys: [UInt32: Int] = {
        var keys: [UInt32: Int] = [:]
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        for (index, name) in names.enumerated() {
            keys[name.utf8.reduce(0) { $0 << 8 | UInt32($1) }] = index + 1
        }
        return keys
    }()

    private static let marks: [String: Meaning] = [
        "年": .year, "년": .year, "月": .monthNumber, "월": .monthNumber, "日": .day, "일": .day,
        "時": .hour, "时": .hour, "點": .hour, "点": .hour, "시": .hour, "分": .minute, "분": .minute,
        "秒": .second, "초": .second, "am": .half(.morning), "pm": .half(.afternoon), "a": .other, "p": .other,
        "오전": .half(.morning), "오후": .half(.afternoon), "上午": .half(.morning), "下午": .half(.afternoon),
        "午前": .half(.morning), "午後": .half(.afternoon), "πμ": .half(.morning), "μμ": .half(.afternoon),
    ]

    private static let eras: [(String, Int)] = [
        ("令和", 2_018), ("平成", 1_988), ("昭和", 1_925), ("民國", 1_911), ("民国", 1_911),
    ]

    private static let halves: [(String, Meaning)] = [
        ("下午", .half(.afternoon)), ("午後", .half(.afternoon)), ("오후", .half(.afternoon)),
    ]

    /// Minutes east of UTC; `ist` is India's and `bst` is Britain's, because they have the most readers.
    private static let zones: [String: Int] = [
        "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "west": 60, "bst": 60, "ist": 330, "cet": 60, "cest": 120,
        "mez": 60, "mesz": 120, "met": 60, "mest": 120, "eet": 120, "eest": 180, "msk": 180, "msd": 240, "trt": 180,
        "sast": 120, "cat": 120, "eat": 180, "wat": 60, "gst": 240, "pkt": 300, "npt": 345, "ict": 420, "wib": 420,
        "wita": 480, "sgt": 480, "hkt": 480, "myt": 480, "pht": 480, "awst": 480, "jst": 540, "kst": 540, "wit": 540,
        "acst": 570, "aest": 600, "acdt": 630, "aedt": 660, "nzst": 720, "nzdt": 780,
        "nst": -210, "ndt": -150, "ast": -240, "adt": -180, "est": -300, "edt": -240, "et": -300, "cst": -360,
        "cdt": -300, "ct": -360, "mst": -420, "mdt": -360, "mt": -420, "pst": -480, "pdt": -420, "pt": -480,
        "akst": -540, "akdt": -480, "hst": -600, "hast": -600, "hadt": -540, "art": -180, "brt": -180, "brst": -120,
        "clt": -240, "clst": -180, "cot": -300, "pet": -300, "vet": -240,
    ]

    private static let months: [String: Int] = {
        var table: [String: Int] = [:]
        for language in MonthNames.languages {
            for (index, names) in language.split(separator: " ").enumerated() {
                for name in names.split(separator: "/") where table[String(name)] == nil {
                    table[String(name)] = index % 12 + 1
                }
            }
        }
        return table
    }()
}
