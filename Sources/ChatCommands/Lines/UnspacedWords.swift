internal import Localization

/// Divides what is written without spaces into words: `订阅bbc`, `头条5`, `今天的摘要`.
struct UnspacedWords {
    let table: CommandTable

    private enum Part: Hashable {
        case command(String)
        case keyword(String)
        /// A number, a time, or a word of another script.
        case value(String)

        var text: String {
            switch self {
            case .command(let text), .keyword(let text), .value(let text): text
            }
        }

        /// Whether it is a keyword, a number or a time.
        var isFixed: Bool {
            switch self {
            case .command: false
            case .keyword: true
            case .value(let text): text.first?.isNumber ?? false
            }
        }

        var isCommand: Bool { if case .command = self { true } else { false } }
    }

    /// Longer texts are sentences.
    private static let longestText = 40
    private static let longestName = 16

    /// The words of a command in one word, the command first; nil if it is none.
    ///
    /// - Parameter isTalk: as in `CommandTable.words`.
    func line(_ word: CommandWord, isTalk: Bool) -> [CommandWord]? {
        guard let text = unspaced(word) else { return nil }
        let (parts, rest) = parts(of: text)
        guard rest.isEmpty else { return isTalk ? nil : named(parts, text) }
        guard let index = parts.firstIndex(where: \.isCommand) else { return nil }
        guard index > 0 else {
            // `不要新闻` and `提醒我` begin sentences.
            let command = table.command(named: parts[0].text)
            if parts.count > 1, command?.mostWords == 0 { return nil }
            let isText = command?.keepsText(Arguments(words(Array(parts[1...])))) ?? false
            return isText && command?.takesSentences != true && isSentence(parts.dropFirst().map(\.text).joined())
                ? nil : words(parts)
        }
        guard mayFollow(parts[index].text) else { return nil }
        return words([parts[index]] + parts[..<index] + parts[(index + 1)...])
    }

    /// Whether a command may stand behind its words: it only shows something.
    func mayFollow(_ command: String) -> Bool {
        if case .shows? = table.command(named: command)?.effect { true } else { false }
    }

    /// The keywords, numbers and times of which a word consists; nil if it is anything else.
    func keywords(in word: CommandWord) -> [CommandWord]? {
        guard let text = unspaced(word), table.words.keywords[text] == nil else { return nil }
        let (parts, rest) = parts(of: text, withCommands: false)
        guard rest.isEmpty, parts.count > 1, parts.allSatisfy(\.isFixed) else { return nil }
        return words(parts)
    }

    /// A command and the name behind it: `提醒瓦伦西亚`.
    private func named(_ parts: [Part], _ text: String) -> [CommandWord]? {
        guard case .command(let word)? = parts.first, let command = table.command(named: word), command.mostWords != 0
        else { return nil }
        let name = text.dropFirst(word.count)
        guard command.takesSentences || name.count <= Self.longestName && !isSentence(name) else { return nil }
        return words([.command(word), .value(String(name))])
    }

    private func isSentence(_ text: some StringProtocol) -> Bool {
        let letters = table.words.sentenceLetters
        return text.contains { letters.contains($0) || $0.isPunctuation && !"-_.:/#".contains($0) }
    }

    private func words(_ parts: [Part]) -> [CommandWord] {
        parts.map { CommandWord(raw: $0.text, text: $0.text, isQuoted: false) }
    }

    /// The text of a word in a script without spaces, without marks at its end.
    private func unspaced(_ word: CommandWord) -> String? {
        guard !word.isQuoted, word.text.count <= Self.longestText, word.text.contains(where: Self.hasNoSpaces),
            !AddressRepair.looksLikeAddress(word.text)
        else { return nil }
        var text = word.text
        while let last = text.last, "!?！？。".contains(last) { text.removeLast() }
        return text
    }

    /// Whether a letter is of a script that has no spaces between words: Chinese, Japanese, Thai.
    private static func hasNoSpaces(_ letter: Character) -> Bool {
        letter.unicodeScalars.contains {
            $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value) || (0x0E00...0x0E7F).contains($0.value)
        }
    }

    /// The known parts from the beginning, and what follows them.
    private func parts(of text: String, withCommands: Bool = true) -> ([Part], rest: Substring) {
        var parts: [Part] = []
        var rest = text[...]
        while !rest.isEmpty {
            if let number = number(rest) {
                parts.append(.value(number))
                rest = rest.dropFirst(number.count)
            } else if let (length, part) = known(
                rest,
                withCommands: withCommands,
                isFirstCommand: !parts.contains(where: \.isCommand)
            ) {
                if let part { parts.append(part) }
                rest = rest.dropFirst(length)
            } else {
                let other = rest.prefix { $0.isASCII }
                guard !other.isEmpty else { break }
                parts.append(.value(String(other)))
                rest = rest.dropFirst(other.count)
            }
        }
        return (parts, rest)
    }

    /// The longest known word at the beginning; without a part it is a filler.
    ///
    /// What may be both is the line's command, and a keyword behind it.
    private func known(
        _ text: Substring,
        withCommands: Bool,
        isFirstCommand: Bool
    ) -> (length: Int, part: Part?)? {
        let words = table.words
        for length in stride(from: min(words.longest, text.count), to: 0, by: -1) {
            let word = String(text.prefix(length))
            let isCommand = withCommands && words.commands[word] != nil
            if isCommand, isFirstCommand { return (length, .command(word)) }
            if words.keywords[word] != nil { return (length, .keyword(word)) }
            if isCommand { return (length, .command(word)) }
            if words.fillers.contains(word) { return (length, nil) }
        }
        return nil
    }

    /// `5`, `8点`, `8:30`, `7天`.
    private func number(_ text: Substring) -> String? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || ":-,".contains($0)) }
        guard let first = digits.first, first.isNumber else { return nil }
        let after = text.dropFirst(digits.count)
        if let sign = after.first, table.words.hourSigns.contains(sign), !digits.contains(":") {
            let minutes = after.dropFirst().prefix { $0.isASCII && $0.isNumber }
            let next = after.dropFirst(1 + minutes.count).first
            let isSigned = !minutes.isEmpty && next.map(table.words.minuteSigns.contains) == true
            return String(text.prefix(digits.count + 1 + minutes.count + (isSigned ? 1 : 0)))
        }
        for length in stride(from: min(table.words.longest, after.count), to: 0, by: -1)
        where table.words.units[String(after.prefix(length))] != nil {
            return String(digits + after.prefix(length))
        }
        return String(digits)
    }
}
