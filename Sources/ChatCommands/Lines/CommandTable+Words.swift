internal import Foundation
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

    func understood(_ line: [CommandWord], isTalk: Bool = false) -> [CommandWord] {
        let typed = beginningWithGame(line)
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
        // Commands that tell of games, such as `scores`.
        if command.topic == .playing, !command.isGame { words = [words[0]] + namingGames(words.dropFirst()) }
        return [words[0]]
            + words.dropFirst().flatMap { word in unspaced.keywords(in: word)?.map(withMeaning) ?? [word] }
    }

    // MARK: - Names of games

    /// A line that begins with the name that a game is shown under: `Spelling Bee` is `bee`.
    private func beginningWithGame(_ line: [CommandWord]) -> [CommandWord] {
        guard let found = game(beginning: line[...]), found.count > 1 || command(named: line[0].text) == nil else {
            return line
        }
        return [found.word] + line.dropFirst(found.count)
    }

    private func namingGames(_ typed: ArraySlice<CommandWord>) -> [CommandWord] {
        var (named, rest): ([CommandWord], ArraySlice<CommandWord>) = ([], typed)
        while let first = rest.first {
            let (word, count) = game(beginning: rest) ?? (first, 1)
            named.append(word)
            rest = rest.dropFirst(count)
        }
        return named
    }

    /// The command of the game whose name words begin with, and how many words the name has.
    private func game(beginning typed: ArraySlice<CommandWord>) -> (word: CommandWord, count: Int)? {
        for count in stride(from: min(words.longestGame, typed.count), to: 0, by: -1) {
            let name = typed.prefix(count)
            guard name.allSatisfy({ !$0.isQuoted }),
                let command = game(named: name.map(\.text).joined(separator: " "))
            else { continue }
            return (CommandWord(raw: command.name, text: command.name, isQuoted: false), count)
        }
        return nil
    }

    /// The command of the game that is shown under a name in any language.
    func game(named text: String) -> Command? {
        var name = text.lowercased()
        while let last = name.last, "!?！？。".contains(last) { name.removeLast() }
        return words.games[name].flatMap { command(named: $0) }
    }

    // MARK: - Meanings

    /// The word with what it means in English.
    func withMeaning(_ word: CommandWord) -> CommandWord {
        guard !word.isQuoted else { return word }
        var word = word
        let text = word.text.lowercased()
        let times = TimeWords(words: words)
        word.span = times.span(text)
        word.meaning = words.keywords[text] ?? times.english(text, span: word.span) ?? perCategory(text)
        if word.meaning == nil, let pair = word.keyAndValue {
            let value = pair.value.lowercased()
            word.meaning = times.english(value, span: times.span(value)).map { "\(pair.key)=\($0)" }
        }
        word.foreignNumber = times.number(text)
        word.courtesy = courtesy(text)
        word.isSentenceWord = words.sentenceWords.contains(word.meaning ?? text)
        return word
    }

    /// `thanks` for `谢谢！`; nil where it is English or not polite.
    private func courtesy(_ text: String) -> String? {
        if let word = words.polite[text] { return word }
        guard let last = text.last, last.isPunctuation else { return nil }
        return words.polite[text.trimmingCharacters(in: .punctuationCharacters)]
    }

    /// `3/类别` is `3/category`; nil for anything else.
    private func perCategory(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].allSatisfy({ $0.isNumber || $0 == "-" }),
            words.categoryWords.contains(String(parts[1]))
        else { return nil }
        return "\(parts[0])/\(Arguments.perCategory)"
    }
}
