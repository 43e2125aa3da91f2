import NewsModel

/// Recognizes polite and other text around commands in mails: greetings, thanks, signatures, requests to end mail.
struct MailPhrases: Sendable {
    let words: PeopleWords
    /// The commands that lines may contain.
    let vocabulary: CommandVocabulary

    /// `Hi Crier,`, `Hello!`: a short line that ends with a comma or exclamation mark, or begins with a greeting.
    func isGreeting(_ line: String) -> Bool {
        guard line.count <= 40, let last = line.last, !isYes(line) else { return false }
        let first = line.lowercased().split { !$0.isLetter && $0 != "'" }.first.map(String.init) ?? ""
        return ",!，！".contains(last) || words.greetings.contains(first)
    }

    /// `Hello!`, `Hi Crier,`: a greeting followed by nothing but a name.
    ///
    /// - Parameter botName: a name of the bot besides `Crier`.
    func isHello(_ line: String, _ botName: String = "") -> Bool {
        let names = botName.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        let said = line.prefix(60).lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard line.utf8.count <= 60, let first = said.first, words.greetings.contains(first) else { return false }
        return said.dropFirst().allSatisfy { words.greeted.contains($0) || names.contains($0) }
    }

    /// `Hello` and nothing else.
    ///
    /// Alone it is also a command.
    func isBareGreeting(_ line: String) -> Bool {
        words.greetings.contains(String(line.prefix(40)).lowercased().trimmingMarks)
    }

    /// `Thanks,`, `Best regards`: a name follows.
    func isClosing(_ line: String) -> Bool {
        guard line.count <= 40 else { return false }
        let plain = line.lowercased().trimmingMarks
        return words.closings.contains(plain) || words.closingStarts.contains { plain.hasPrefix($0) }
    }

    /// `Thanks a lot, Crier!`, `👍`: polite words that need no answer.
    func isThanks(_ line: String) -> Bool {
        guard line.utf8.count <= 120 else { return false }
        let isSign = line.allSatisfy { !$0.isASCII && !$0.isLetter && !$0.isNumber && !$0.isPunctuation }
        if isSign, !line.isEmpty { return true }
        var rest = line.lowercased().split { !$0.isLetter && $0 != "'" }[...]
        var hasThanked = false
        while let word = rest.first {
            let phrase = words.thanks.filter { rest.starts(with: $0) }.max { $0.count < $1.count }
            if let phrase, !phrase.isEmpty {
                rest = rest.dropFirst(phrase.count)
                hasThanked = true
            } else if hasThanked, words.aroundThanks.contains(String(word)) {
                rest = rest.dropFirst()
            } else {
                return false
            }
        }
        return hasThanked && !line.contains { $0.isNumber || $0 == "?" || $0 == "？" }
    }

    /// Up to three words that could be a name.
    static func isName(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return line.utf8.count <= 60 && (1...3).contains(words.count)
            && words.allSatisfy { word in
                // In scripts without capitals, a longer word may be a sentence.
                let isCapital = word.first?.isUppercase == true || word.count <= 3 && word.first?.isLowercase == false
                return isCapital && word.allSatisfy { $0.isLetter || ".-'’,".contains($0) }
            }
    }

    /// Whether the line is the sender's signature: a name with one of their words, or nothing but their words.
    static func isName(_ line: String, of sender: Set<String>) -> Bool {
        guard line.utf8.count <= 60 else { return false }
        let words = Self.words(of: line)
        return words.contains(where: sender.contains) && (isName(line) || words.allSatisfy(sender.contains))
    }

    /// The words of a name, in lower case.
    static func words(of name: String) -> [String] {
        name.prefix(100).lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// `Follow us on https://…`, `Subscribe to our newsletter`: footer text that the sender did not mean as a command.
    func isInvitation(_ line: String) -> Bool {
        let said = line.prefix(60).lowercased().split(separator: " ").map { String($0).trimmingMarks }
            .filter { $0 != "to" }
        return said.count > 1 && words.invitations.contains("\(said[0]) \(said[1])")
    }

    /// Whether a line begins a mail's footer: a closing, a name, a telephone number, small print.
    func isSignature(_ line: String) -> Bool {
        let isSmallPrint = line.count > 160 || words.smallPrint.contains { line.prefix(160).lowercased().contains($0) }
        return isClosing(line) || Self.isName(line) || isSmallPrint || line.contains(" | ")
            || !line.contains("/") && line.prefix(160).count(where: \.isNumber) >= 7
    }

    /// Whether the line contains only addresses of pages, sites or people.
    static func isOnlyAddresses(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return !words.isEmpty
            && words.allSatisfy { word in
                word.contains(where: \.isLetter) && (word.contains("@") || word.dropFirst().dropLast().contains("."))
            }
    }

    /// The command without `please` around it and without a list mark before it.
    func bare(_ line: String, isCommand: (String) -> Bool) -> String {
        guard !line.isEmpty, line.utf8.count <= 500, !isCommand(line) else { return line }
        var rest = line.split(separator: " ")[...]
        while let first = rest.first,
            words.beforeCommand.contains(first.lowercased().trimmingMarks) || Self.isListMark(first)
        {
            rest = rest.dropFirst()
        }
        while let last = rest.last, words.afterCommand.contains(last.lowercased().trimmingMarks) {
            rest = rest.dropLast()
        }
        let text = Self.withoutEndMarks(rest.joined(separator: " "))
        return !text.isEmpty && text != line && isCommand(text) ? text : line
    }

    private static func withoutEndMarks(_ text: String) -> String {
        var text = text
        while let last = text.last, ".,!?。！？".contains(last) { text.removeLast() }
        return text
    }

    /// Whether it is `*`, `-`, `1)` or a similar mark.
    private static func isListMark(_ word: Substring) -> Bool {
        if ["*", "-", "•", "–"].contains(word) { return true }
        return (2...3).contains(word.utf8.count) && ".)".contains(word.last ?? " ")
            && word.dropLast().allSatisfy(\.isNumber)
    }

    /// Whether it may be a first and last name.
    ///
    /// No command looks like that.
    static func isFullName(_ line: String) -> Bool { line.contains(" ") && isName(line) }

    /// The command inside a sentence, such as `could you follow https://example.org please?`.
    func command(within line: String, isCommand: (String) -> Bool) -> String? {
        guard line.utf8.count <= 300 else { return nil }
        let said = line.split(separator: " ")
        // A line that begins with a command has another mistake.
        guard (2...12).contains(said.count), !isCommand(String(said[0])) else { return nil }
        for start in said.indices {
            var rest = said[start...]
            while let last = rest.last, isCourtesy(String(last).lowercased().trimmingMarks) { rest = rest.dropLast() }
            let text = Self.withoutEndMarks(rest.joined(separator: " "))
            // A single number or letter is a command only in a list.
            if text.count > 2, text != line, isCommand(text) { return text }
        }
        return nil
    }

    private func isCourtesy(_ word: String) -> Bool { word.isEmpty || words.courtesies.contains(word) }

    /// `Please unsubscribe me from this list`: contains only words of such a request.
    func isUnsubscribeRequest(_ line: String) -> Bool {
        guard line.utf8.count <= 120, !Self.namesAddress(line) else { return false }
        if let ending = words.unspacedEndings.first(where: { line.contains($0) }) {
            let rest = line.replacing(ending, with: "")
            return !isNegated(ending, in: line)
                && rest.allSatisfy { words.unspacedPleading.contains($0) || $0 == " " || $0.isPunctuation }
        }
        let said = line.lowercased().split { !$0.isLetter && !"'’-".contains($0) }.map(String.init)
        return said.count > 1 && said.contains(where: words.endings.contains)
            && said.allSatisfy { words.endings.contains($0) || words.pleading.contains($0) }
    }

    /// `我不想退订` means the opposite of `退订`; `我不想要这些邮件请退订` does not.
    private func isNegated(_ ending: String, in line: String) -> Bool {
        guard let place = line.firstRange(of: ending) else { return false }
        let before = line[..<place.lowerBound].reversed().drop { words.unspacedBetween.contains($0) }
        return before.first.map { words.unspacedNegations.contains($0) } ?? false
    }

    /// Whether the line is a word that ends mail, or a request to end it.
    func endsMail(_ line: String) -> Bool { words.stop.contains(Self.word(line)) || isUnsubscribeRequest(line) }

    /// Whether the line is the command that ends all subscriptions; it asks for confirmation.
    func endsAllByCommand(_ line: String) -> Bool {
        vocabulary.word(for: .ending).map { Self.word(line) == $0 + " all" } ?? false
    }

    /// The text in lower case without punctuation at its ends, for comparisons.
    static func word(_ text: String) -> String { String(text.prefix(60)).lowercased().trimmingMarks }

    /// `Yes, please!`: a consent and nothing else.
    func isYes(_ line: String) -> Bool {
        guard line.utf8.count <= 100 else { return false }
        let said = line.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard let first = said.first, words.consents.contains(first) else { return false }
        return said.dropFirst().allSatisfy { words.politeness.contains($0) || words.consents.contains($0) }
            && !line.contains { $0.isNumber || $0 == "?" }
    }

    /// The code of `yes CODE`.
    ///
    /// Quotation marks and a full stop around it are ignored.
    func code(in line: String) -> String? {
        guard line.utf8.count <= 200 else { return nil }
        let said = line.split(separator: " ").map { String($0).trimmingMarks }
            .filter { !$0.isEmpty && !words.politeness.contains($0.lowercased()) }
        guard said.count == 2, isConfirmation(said[0]),
            (4...64).contains(said[1].utf8.count),
            said[1].utf8.allSatisfy({ Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0) || $0 == 45 })
        else { return nil }
        return said[1]
    }

    /// Whether it is the word for a confirmation, in any language.
    private func isConfirmation(_ word: String) -> Bool {
        let word = word.lowercased()
        if word == vocabulary.word(for: .confirmation) { return true }
        let entry = vocabulary.entry(named: word)
        return entry?.roles[.confirmation] != nil && entry?.foreignWords.contains(word) == true
    }

    /// Whether it contains an address: `unsubscribe news.example.org` concerns one feed only.
    private static func namesAddress(_ line: String) -> Bool {
        line.split(separator: " ").contains { word in
            word.contains("/") || word.dropFirst().dropLast().contains(".") && !word.hasSuffix("..")
        }
    }

    /// The sentences of a line.
    ///
    /// A sentence ends with a mark and a space, or with a mark that needs no space.
    static func sentences(of line: String) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        var isEnded = false
        for character in line {
            if isEnded, character.isWhitespace {
                sentences.append(sentence)
                sentence = ""
            }
            sentence.append(character)
            isEnded = ".!?".contains(character)
            if "。！？".contains(character) {
                sentences.append(sentence)
                sentence = ""
            }
        }
        return sentences + [sentence]
    }
}
