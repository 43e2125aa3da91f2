internal import Localization

/// Reads the words of a line in every language.
extension CommandTable {
    /// The words of a line; keywords know their English meaning.
    ///
    /// - Parameter isTalk: the line may be normal text. Then words without spaces are divided only if every part is
    ///   a known word.
    func words(in line: String, isTalk: Bool = false) -> [CommandWord] {
        understood(CommandWord.words(in: line), isTalk: isTalk)
    }

    func understood(_ typed: [CommandWord], isTalk: Bool = false) -> [CommandWord] {
        guard let first = typed.first else { return [] }
        let unspaced = UnspacedWords(table: self)
        let isKnown = command(named: first.text) != nil
        var words = (isKnown ? nil : unspaced.line(first, isTalk: isTalk)) ?? [first]
        words += typed.dropFirst()
        // `今天 摘要`: what is asked for stands last.
        if words.count == 2, command(named: first.text) == nil, self.words.keywords[first.text] != nil,
            self.words.commands[words[1].text] != nil, unspaced.mayFollow(words[1].text)
        {
            words.swapAt(0, 1)
        }
        words = words.map(withMeaning)
        guard let command = command(named: words[0].text), !command.keepsText(Arguments(Array(words.dropFirst())))
        else { return words }
        return [words[0]]
            + words.dropFirst().flatMap { word in unspaced.keywords(in: word)?.map(withMeaning) ?? [word] }
    }

    private func withMeaning(_ word: CommandWord) -> CommandWord {
        guard !word.isQuoted else { return word }
        var word = word
        let text = word.text.lowercased()
        word.meaning = words.keywords[text] ?? span(text)
        return word
    }

    /// `7天` is `7d`; nil without a known unit.
    private func span(_ text: String) -> String? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let unit = words.units[String(text.dropFirst(digits.count))] else { return nil }
        return digits + unit
    }
}
