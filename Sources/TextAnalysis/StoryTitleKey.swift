/// Makes a key from a title, so that equal headlines of two feeds can be found.
package enum StoryTitleKey {
    /// With fewer significant words, equal titles do not show that two articles are one story.
    private static let fewestWords = 4
    /// Two letters of a CJK run count as one word.
    private static let lettersPerWord = 2
    private static let longestTitle = 1_024

    /// The key that equal headlines share: their significant words, folded and in order, without the publisher's name.
    ///
    /// Nil when fewer than four significant words (CJK: eight letters) remain. That includes titles which recur daily
    /// ("Daily discussion thread - November 3").
    package static func key(for title: String, source: String?) -> String? {
        key(for: title, publisher: Publisher(source))
    }

    /// The name of a source as titles are compared with it.
    package struct Publisher: Sendable {
        fileprivate let name: String?

        package init(_ source: String?) { name = source.flatMap(publisherName) }
    }

    /// The same for many titles of one source.
    package static func key(for title: String, publisher: Publisher) -> String? {
        let head = TextCutting.truncated(title, toBytes: longestTitle, ellipsis: "")
        let headline = withoutPublisher(head, publisher)
        let words = significantWords(of: headline)
        guard weight(of: words) >= fewestWords else { return nil }
        return words.map(\.text).joined(separator: " ")
    }

    private struct Word {
        var text: String
        var kind: WordToken.Kind
        var letters: Int
    }

    private static func significantWords(of headline: String) -> [Word] {
        let language = LanguageDetector.detect(headline) ?? "en"
        let stopWords = StopWords.words(for: language)
        var words: [Word] = []
        var runEnd = -1
        WordTokenizer.forEachToken(headline) { folded, range, kind in
            let letters = folded.unicodeScalars.count
            if kind == .cjk, let last = words.last, last.kind == .cjk, range.lowerBound < runEnd {
                if letters > 1, let letter = folded.unicodeScalars.last {
                    words[words.count - 1].text.unicodeScalars.append(letter)
                    words[words.count - 1].letters += 1
                }
            } else if kind == .cjk || !stopWords.contains(folded) {
                words.append(Word(text: folded, kind: kind, letters: letters))
            }
            runEnd = range.upperBound
            return true
        }
        return words
    }

    private static func weight(of words: [Word]) -> Int {
        let isPeriodic = words.contains { periodicNouns.contains($0.text) }
        var weight = 0
        for word in words {
            switch word.kind {
            case .number: continue
            case .cjk: weight += word.letters
            case .word where isPeriodic && (periodicNouns.contains(word.text) || dateWords.contains(word.text)):
                continue
            case .word: weight += word.letters > 1 ? lettersPerWord : 0
            }
        }
        return weight / lettersPerWord
    }

    // MARK: - The publisher's name

    private static let separators = bytes(" - ", " – ", " — ", " | ", " :: ", " · ", " • ", " « ", " » ", "｜", "_", "|")
    private static let leadSeparators = separators + bytes(": ", "：", "】", "] ")

    private static func bytes(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// "Title - BBC News" and "BBC News: Title" without the name, if it is the name of the source.
    private static func withoutPublisher(_ title: String, _ publisher: Publisher) -> String {
        guard let name = publisher.name else { return title }
        let bytes = Array(title.utf8)
        // Most titles have none of the separators.
        let present = ByteSet(bytes)
        for separator in separators where present.contains(all: separator) {
            if let place = bytes.lastPlace(of: separator), place > 0, isNamed(bytes[(place + separator.count)...], name)
            {
                return String(decoding: bytes[..<place], as: UTF8.self)
            }
        }
        for separator in leadSeparators where present.contains(all: separator) {
            if let place = bytes.firstPlace(of: separator), place + separator.count < bytes.count,
                isNamed(bytes[..<place], name)
            {
                return String(decoding: bytes[(place + separator.count)...], as: UTF8.self)
            }
        }
        return title
    }

    private static func isNamed(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
        publisherName(String(decoding: bytes, as: UTF8.self)) == name
    }

    /// "The Guardian", "theguardian.com" and "Guardian" have the same name.
    private static func publisherName(_ text: String) -> String? {
        var words = WordTokenizer.tokens(in: TextCutting.truncated(text, toBytes: 256, ellipsis: "")).map(\.folded)
        if words.first == "www" { words.removeFirst() }
        if words.count > 1, let last = words.last,
            ["com", "org", "net", "co", "de", "fr", "uk", "online"].contains(last)
        {
            words.removeLast()
        }
        var name = words.joined()
        if name.hasPrefix("the"), name.utf8.count > 3 { name.removeFirst(3) }
        return name.isEmpty ? nil : name
    }

    // MARK: - Titles that come back

    /// Words that mark a title as one part of a series.
    private static let periodicNouns: Set<String> = [
        "discussion", "thread", "threads", "megathread", "roundup", "briefing", "newsletter", "digest", "recap",
        "liveblog", "podcast", "episode", "bulletin", "headlines", "crossword", "horoscope", "wordle", "newsblog",
        "ticker", "presseschau", "tagesschau", "newsticker", "diskussion", "faden", "discussie", "horoskop",
        "horoscopo", "oroscopo", "revue", "boletin",
    ]

    /// Words that only date or number a part of a series.
    private static let dateWords: Set<String> = [
        "daily", "weekly", "monthly", "nightly", "open", "morning", "evening", "afternoon", "night", "today", "tonight",
        "week", "weekend", "month", "day", "news", "free", "general", "live", "updates", "update", "latest", "edition",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri",
        "sat", "sun", "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "1st", "2nd", "3rd", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "januar",
        "februar", "marz", "mai", "juni", "juli", "oktober", "dezember", "lundi", "mardi", "mercredi", "jeudi",
        "vendredi", "samedi", "dimanche", "janvier", "fevrier", "avril", "juin", "juillet", "aout", "septembre",
        "octobre", "novembre", "decembre", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo",
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre", "thread",
    ]
}

/// The bytes that occur in a text.
private struct ByteSet {
    private var bits: SIMD4<UInt64> = .zero

    init(_ bytes: [UInt8]) {
        for byte in bytes { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    func contains(all bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { bits[Int($0 >> 6)] & (1 << UInt64($0 & 63)) != 0 }
    }
}

extension [UInt8] {
    /// The index of the first occurrence of a pattern, which must not be empty.
    fileprivate func firstPlace(of pattern: [UInt8]) -> Int? {
        guard pattern.count <= count else { return nil }
        return (0...count - pattern.count).first { matches(pattern, at: $0) }
    }

    fileprivate func lastPlace(of pattern: [UInt8]) -> Int? {
        guard pattern.count <= count else { return nil }
        return (0...count - pattern.count).last { matches(pattern, at: $0) }
    }

    private func matches(_ pattern: [UInt8], at place: Int) -> Bool {
        for offset in pattern.indices where self[place + offset] != pattern[offset] { return false }
        return true
    }
}
