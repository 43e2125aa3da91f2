/// Tells commands from what people write to each other, where no sign stands before them: the subject of a mail.
///
/// A verb must be whole, and what follows must be something that the verb takes: "Help me with dinner" is no command.
struct CommandLikeness {
    private let table: CommandTable

    init(_ table: CommandTable = .standard) { self.table = table }

    /// A name of a feed or category has so many words at most.
    private static let longestName = 4

    /// Whether words without any address or prefix are likely meant for the bot.
    func isCommand(_ typed: [Word]) -> Bool {
        // `Weekly digest` alone is what newsletters are called.
        let words = Arguments(typed).nameClock ? table.inOrder(typed) : typed
        guard let first = words.first else { return false }
        if words.allSatisfy({ $0.isURL || AddressRepair.looksLikeAddress($0.text) }) { return true }
        // The number of a choice, the letter of a quiz.
        if words.count == 1, Reference.number(first.text) != nil || QuizLetter(first.text) != nil { return true }
        let verb = first.text.lowercased()
        if verb == "rss" || verb == "news", words.count > 1, let inner = table.command(named: words[1].text) {
            return inner.topic == .following && (inner.name == "feeds" || words.count > 2)
        }
        guard let command = table.command(named: verb) else { return verb == "rss" && words.count == 1 }
        return takes(
            Arguments(Array(words.dropFirst())),
            command,
            isGeneric: command.genericAliases.contains(verb),
            verb
        )
    }

    private func takes(_ arguments: Arguments, _ command: Command, isGeneric: Bool, _ verb: String) -> Bool {
        var rest = arguments
        _ = rest.takeValue("to") { PlaceWord($0) }
        if command.name == "sub", rest.words.count > 1 { _ = rest.takeFirst("to") }
        switch command.name {
        case "headlines", "digest", "quiz":
            return takesNews(rest, command.name, isGeneric: isGeneric || verb == "latest")
        case "news": return rest.isName(atMost: 2)
        case "read", "more", "why":
            return rest.isEmpty ? !isGeneric || verb == "next" : rest.isReference || !isGeneric && rest.isNumberWord
        case "save", "mute": return takesStory(rest, command.name, isGeneric: isGeneric)
        case "unsave", "unmute": return rest.words.allSatisfy(\.isReference) || rest.isOne("all")
        case "saved": return rest.takeRawValue("tag") != nil || rest.isName(atMost: 1)
        case "sub", "preview", "import":
            return takesAddress(rest, command.name, isStrict: isGeneric || verb == "follow")
        case "unsub": return isGeneric ? !rest.isEmpty && rest.words.allSatisfy(\.isPointer) : rest.isName(atMost: 4)
        case "pause", "resume", "undo", "unlink": return rest.isName(atMost: 3)
        case "refresh": return rest.isEmpty ? verb == "refresh" : verb == "refresh" && rest.isName(atMost: 3)
        case "sources", "discover": return rest.isName(atMost: 3)
        case "feeds": return rest.isEmpty || rest.isOne("broken", "failing", "mine", "my")
        case "feed": return FeedSetting(rawValue: rest.first?.keyword ?? "") != nil || rest.isName(atMost: 6)
        case "export": return rest.isOne("opml", "all")
        case "alert": return takesAlert(arguments, verb)
        case "schedules": return takesSchedules(rest, verb)
        case "quiet": return rest.isEmpty || rest.isOne("off") || rest.first?.text.first?.isNumber == true
        case "help": return rest.isEmpty || rest.words.count == 1 && isTopic(rest)
        case "set": return takesSetting(rest)
        case "link", "yes": return rest.isEmpty || rest.words.count == 1 && rest.words[0].isCode
        case "forget": return rest.isOne("me", "history", "everything")
        default: return rest.isEmpty
        }
    }

    // MARK: - What verbs take

    private func takesNews(_ arguments: Arguments, _ name: String, isGeneric: Bool) -> Bool {
        var rest = arguments
        if rest.takeFirst("at", "every") || rest.nameClock {
            return rest.words.contains {
                ["off", "never", "stop", "weekly", "day", "week"].contains($0.keyword)
                    || ClockWords.minuteOfDay($0.text) != nil || ClockWords.days($0.text) != nil
                    || !isGeneric && $0.text.first?.isNumber == true
            }
        }
        if name != "quiz", rest.isRegular {
            return ClockWish(taking: &rest, countsStories: name == "headlines") != nil && rest.isName(atMost: 4)
        }
        if name == "quiz" {
            return rest.isEmpty || rest.isReference
                || rest.isOne("scores", "score", "top", "stop", "end", "start", "go")
        }
        if name == "digest" {
            _ = rest.takeFlag("read")
            _ = rest.takeFlag("stats", "statistics")
            _ = rest.takeRawValue("as", "format", "form")
            _ = rest.takePeriod()
        } else {
            _ = rest.takeAny { Reference.number($0.text) }
        }
        return rest.isEmpty || !isGeneric && rest.isName(atMost: 3)
    }

    private func takesStory(_ rest: Arguments, _ name: String, isGeneric: Bool) -> Bool {
        guard let first = rest.first else { return !isGeneric }
        if first.isReference { return !isGeneric || rest.words.count <= 3 }
        if name == "save", rest.isNumberWord { return !isGeneric }
        return name == "mute" && (first.isQuoted || rest.isName(atMost: 3))
    }

    private func takesAddress(_ rest: Arguments, _ name: String, isStrict: Bool) -> Bool {
        if rest.isEmpty { return !isStrict }
        if rest.words.contains(where: \.isPointer) { return true }
        return !isStrict && name != "import" && rest.isName(atMost: Self.longestName)
    }

    private func takesAlert(_ arguments: Arguments, _ verb: String) -> Bool {
        var rest = arguments
        if rest.isEmpty { return true }
        if rest.isOne("list", "ls", "mine") { return true }
        if rest.takeFirst("add", "create") || verb == "alert" && rest.takeFirst("new") { return !rest.isEmpty }
        if rest.takeFirst("on", "off", "remove", "delete", "del", "rm") { return rest.isReference }
        return rest.first?.isReference == true && rest.words.count > 1
    }

    private func takesSchedules(_ arguments: Arguments, _ verb: String) -> Bool {
        var rest = arguments
        if rest.takeFlag("off", "remove", "delete", "stop") { return rest.words.contains(where: \.isReference) }
        return rest.isEmpty ? verb == "schedules" : rest.isOne("mine", "my")
    }

    private func takesSetting(_ arguments: Arguments) -> Bool {
        var rest = arguments
        _ = rest.takeFirst("room", "channel")
        guard let name = rest.take() else { return false }
        let setting = name.keyAndValue?.key ?? name.keyword
        let known = ["lang", "language", "tz", "timezone", "zone", "health", "quiet", "images", "pictures"].contains(
            setting
        )
        return (known || RoomSetting(setting) != nil) && (name.keyAndValue != nil || !rest.isEmpty)
    }

    private func isTopic(_ rest: Arguments) -> Bool {
        rest.isOne("mail", "email") || rest.first.flatMap { table.command(named: $0.text) } != nil
    }
}

extension Arguments {
    fileprivate func isOne(_ keywords: String...) -> Bool {
        words.count == 1 && keywords.contains(words[0].keyword)
    }

    /// One number, story or `last`.
    fileprivate var isReference: Bool { words.count == 1 && words[0].isReference }

    /// `three` and nothing else.
    fileprivate var isNumberWord: Bool { words.count == 1 && NumberWord.number(words[0].text) != nil }

    /// Nothing, or few words of which none belongs into a sentence.
    fileprivate func isName(atMost count: Int) -> Bool {
        var rest = self
        _ = rest.takeRawValue("in", "category", "topic", "feed")
        return rest.words.count <= count && !rest.isProse
    }

    /// Whether they are part of a sentence.
    fileprivate var isProse: Bool {
        words.contains { word in
            guard !word.isQuoted, !word.isURL else { return false }
            return Self.sentenceWords.contains(word.keyword) || word.text.last.map { "?!,;:…".contains($0) } ?? false
                || !word.text.contains { $0.isLetter || $0.isNumber }
        }
    }

    private static let sentenceWords: Set<String> = [
        "a", "about", "after", "an", "and", "are", "as", "at", "attached", "be", "been", "before", "but", "by", "can",
        "could", "do", "for", "from", "has", "have", "he", "her", "his", "how", "i", "i'm", "if", "is", "it", "its",
        "later", "may", "me", "my", "not", "of", "on", "or", "our", "out", "please", "she", "should", "so", "that",
        "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "tonight", "tomorrow", "up",
        "us", "was", "we", "were", "what", "when", "where", "which", "who", "why", "will", "with", "would", "you",
        "your",
    ]
}

extension Word {
    /// `3`, `1,3`, `#k7f`, `last` or an address.
    fileprivate var isReference: Bool {
        guard Reference.numbers([self]) == nil else { return true }
        if case .name = Reference(self) { return false }
        return true
    }

    /// What points to a feed without knowing any name.
    fileprivate var isPointer: Bool {
        isReference || AddressRepair.looksLikeAddress(text) || text.hasPrefix("@")
    }

    /// What could be a code of ours.
    fileprivate var isCode: Bool {
        (5...12).contains(text.count) && text.uppercased().allSatisfy(LinkCodeSpoken.symbols.contains)
    }
}
