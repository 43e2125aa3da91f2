/// Which words may follow a command in text without a prefix that may also be normal talk, such as mail.
///
/// `Help me with dinner` is not a command.
struct CommandShape: Sendable {
    /// A typed command line.
    struct Typed: Sendable {
        /// The words after the command, without `to DESTINATION`.
        var rest: Arguments
        /// All words after the command.
        var arguments: Arguments
        /// The word that names the command, in lower case.
        var word: String
        /// Whether that word is an alias that other bots also use.
        var isGeneric: Bool
        var table: CommandTable
    }

    let fits: @Sendable (Typed) -> Bool

    init(_ fits: @escaping @Sendable (Typed) -> Bool) { self.fits = fits }

    /// No words.
    static let alone = CommandShape { $0.rest.isEmpty }

    /// No words, or the name of a feed, a category or the like.
    static func name(atMost words: Int) -> CommandShape {
        CommandShape { $0.rest.isName(atMost: words) }
    }

    /// No words, or one of these words.
    static func keyword(_ keywords: String...) -> CommandShape {
        CommandShape { typed in
            typed.rest.isEmpty
                || typed.rest.words.count == 1 && keywords.contains(typed.rest.words[0].keyword)
        }
    }

    /// The number of a story.
    ///
    /// Without one, the word itself must be clear enough.
    static func story(aloneToo word: String? = nil) -> CommandShape {
        CommandShape { typed in
            guard !typed.rest.isEmpty else { return !typed.isGeneric || typed.word == word }
            return typed.rest.isReference || !typed.isGeneric && typed.rest.isNumberWord
        }
    }

    /// Numbers of listed items, or `all`.
    static let numbers = CommandShape {
        $0.rest.words.allSatisfy(\.isReference) || $0.rest.isOne("all")
    }

    /// Addresses, list numbers, or the name of a feed.
    ///
    /// - Parameter ambiguous: a verb that is common in sentences. An address or a number must follow it.
    static func addresses(ambiguous: String? = nil, orName: Bool = true) -> CommandShape {
        CommandShape { typed in
            let isStrict = typed.isGeneric || typed.word == ambiguous
            if typed.rest.isEmpty { return !isStrict }
            if typed.rest.words.contains(where: \.isPointer) { return true }
            return !isStrict && orName && typed.rest.isName(atMost: 4)
        }
    }

    /// A confirmation code, or no words.
    static let code = CommandShape {
        $0.rest.isEmpty || $0.rest.words.count == 1 && $0.rest.words[0].isCode
    }
}

extension CommandShape.Typed {
    /// Whether it names a readable time; nil if it names no time at all.
    ///
    /// - Parameter allowsAnyNumber: also accept a number that cannot be read as a time.
    func namesTime(allowsAnyNumber: Bool) -> Bool? {
        var rest = rest
        guard rest.takeFirst("at", "every") || rest.namesSchedule else { return nil }
        return rest.words.contains {
            Arguments.scheduleWords.contains($0.keyword)
                || ClockWords.minuteOfDay($0.value) != nil || ClockWords.days($0.value) != nil
                || allowsAnyNumber && $0.text.first?.isNumber == true
        }
    }

    /// Whether it begins with a frequency and the rest is readable; nil if it does not begin with one.
    func namesFrequency(countsStories: Bool) -> Bool? {
        guard rest.beginsWithFrequency else { return nil }
        var rest = rest
        return ScheduleWords(taking: &rest, countsStories: countsStories) != nil && rest.isName(atMost: 4)
    }
}

extension Arguments {
    func isOne(_ keywords: String...) -> Bool {
        words.count == 1 && keywords.contains(words[0].keyword)
    }

    /// Whether it is one list number, story name, address or `last`.
    var isReference: Bool { words.count == 1 && words[0].isReference }

    /// Whether it is one number word such as `three`.
    var isNumberWord: Bool { words.count == 1 && words[0].numberInWords != nil }

    /// Whether it is empty, or a few words that are no sentence.
    func isName(atMost count: Int) -> Bool {
        var rest = self
        _ = rest.takeRawValue("in", "category", "topic", "feed")
        return rest.words.count <= count && !rest.isProse
    }

    /// Whether the words look like a sentence.
    var isProse: Bool {
        words.contains { word in
            guard !word.isQuoted, !word.isURL else { return false }
            return word.isSentenceWord
                || word.text.last.map { "?!,;:…".contains($0) } ?? false
                || !word.text.contains { $0.isLetter || $0.isNumber }
        }
    }
}

extension CommandWord {
    /// `3`, `1,3`, `#k7f`, `last` or an address.
    var isReference: Bool {
        guard Reference.numbers([self]) == nil else { return true }
        if case .name = Reference(self) { return false }
        return true
    }

    /// Whether it points to a feed without a name.
    var isPointer: Bool {
        isReference || AddressRepair.looksLikeAddress(text) || text.hasPrefix("@")
    }

    /// Whether it may be a code of the bot.
    var isCode: Bool {
        (5...12).contains(text.count) && text.uppercased().allSatisfy(PublicLinkCode.symbols.contains)
    }
}
