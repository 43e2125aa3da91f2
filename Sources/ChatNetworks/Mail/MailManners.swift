/// The lines people write around what they want.
enum MailManners {
    /// `Hi Crier,`, `Hello!`: short, and ended as no command is, or begun with a word of greeting alone.
    static func isGreeting(_ line: String) -> Bool {
        guard line.count <= 40, let last = line.last, !MailCommands.isYes(line) else { return false }
        let first = line.lowercased().split { !$0.isLetter && $0 != "'" }.first.map(String.init) ?? ""
        return ",!，！".contains(last) || greetings.contains(first)
    }

    /// `Hello!`, `Hi Crier,`: begun with a word of greeting, and nothing but a name behind it.
    ///
    /// - Parameter botName: what it is called beside `Crier`.
    static func isHello(_ line: String, _ botName: String = "") -> Bool {
        let names = botName.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        let words = line.prefix(60).lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard line.utf8.count <= 60, let first = words.first, greetings.contains(first) else { return false }
        return words.dropFirst().allSatisfy {
            ["crier", "there", "bot", "all", "everyone"].contains($0) || names.contains($0)
        }
    }

    /// `Hello` and nothing else, which is a command too where it stands alone.
    static func isBareGreeting(_ line: String) -> Bool {
        greetings.contains(String(line.prefix(40)).lowercased().trimmingMarks)
    }

    /// `Thanks,`, `Best regards`: what follows is a name.
    static func isClosing(_ line: String) -> Bool {
        guard line.count <= 40 else { return false }
        let plain = line.lowercased().trimmingMarks
        return closings.contains { plain == $0 } || openEnded.contains { plain.hasPrefix($0) }
    }

    /// `Thanks a lot, Crier!`, `👍`: said to be polite, and by nobody who waits for an answer.
    ///
    /// - Parameter phrases: how people thank, in lower case.
    static func isThanks(_ line: String, _ phrases: Set<String>) -> Bool {
        guard line.utf8.count <= 120 else { return false }
        let isSign = line.allSatisfy { !$0.isASCII && !$0.isLetter && !$0.isNumber && !$0.isPunctuation }
        if isSign, !line.isEmpty { return true }
        var words = line.lowercased().split { !$0.isLetter && $0 != "'" }[...]
        var hasThanked = false
        while !words.isEmpty {
            if let phrase = phrases.map({ $0.split(separator: " ") }).filter({ words.starts(with: $0) })
                .max(by: { $0.count < $1.count }), !phrase.isEmpty
            {
                words = words.dropFirst(phrase.count)
                hasThanked = true
            } else if let word = words.first, hasThanked, aroundThanks.contains(String(word)) {
                words = words.dropFirst()
            } else {
                return false
            }
        }
        return hasThanked && !line.contains { $0.isNumber || $0 == "?" || $0 == "？" }
    }

    private static let aroundThanks: Set = [
        "a", "lot", "lots", "so", "very", "much", "again", "indeed", "crier", "and", "you", "all", "bot", "for", "this",
        "that", "it", "the", "your", "help", "great", "nice", "really", "sehr", "beaucoup", "mille",
    ]

    /// Up to three words that could be whoever signs.
    static func isName(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return line.utf8.count <= 60 && (1...3).contains(words.count)
            && words.allSatisfy { word in
                // Where there are no capitals, a longer word may be a sentence.
                let isCapital = word.first?.isUppercase == true || word.count <= 3 && word.first?.isLowercase == false
                return isCapital && word.allSatisfy { $0.isLetter || ".-'’,".contains($0) }
            }
    }

    /// Whether whoever sends a mail signs it: a name with one of their words, or nothing but these.
    static func isName(_ line: String, of sender: Set<String>) -> Bool {
        guard line.utf8.count <= 60 else { return false }
        let words = Self.words(of: line)
        return words.contains(where: sender.contains) && (isName(line) || words.allSatisfy(sender.contains))
    }

    /// The words of a name, in lower case.
    static func words(of name: String) -> [String] {
        name.prefix(100).lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// `Follow us on https://…`, `Subscribe to our newsletter`: no wish of whoever sends the mail.
    static func isInvitation(_ line: String) -> Bool {
        let words = line.prefix(60).lowercased().split(separator: " ").map { String($0).trimmingMarks }
            .filter { $0 != "to" }
        guard words.count > 1 else { return false }
        switch words[0] {
        case "follow": return ["us", "me", "our", "my"].contains(words[1])
        case "add", "sub", "subscribe": return words[1] == "our"
        default: return false
        }
    }

    /// Whether a line begins what stands below the words of a mail: a closing, a name, a telephone, small print.
    static func isSignature(_ line: String) -> Bool {
        let isSmallPrint = line.count > 160 || smallPrint.contains { line.prefix(160).lowercased().contains($0) }
        return isClosing(line) || isName(line) || isSmallPrint || line.contains(" | ")
            || !line.contains("/") && line.prefix(160).count(where: \.isNumber) >= 7
    }

    private static let smallPrint = [
        "confidential", "disclaimer", "privileged", "vertraulich", "confidentiel", "机密", "保密",
    ]

    /// Whether nothing but addresses of pages, sites or people is said.
    static func isOnlyAddresses(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        return !words.isEmpty
            && words.allSatisfy { word in
                word.contains(where: \.isLetter) && (word.contains("@") || word.dropFirst().dropLast().contains("."))
            }
    }

    /// A command without `please` around it, and without the mark of a list before it.
    static func bare(_ line: String, isCommand: (String) -> Bool) -> String {
        guard !line.isEmpty, line.utf8.count <= 500, !isCommand(line) else { return line }
        var words = line.split(separator: " ")[...]
        while let first = words.first, pleases.contains(first.lowercased().trimmingMarks) || isListMark(first) {
            words = words.dropFirst()
        }
        while let last = words.last, (pleases.union(["thanks", "thx"])).contains(last.lowercased().trimmingMarks) {
            words = words.dropLast()
        }
        var text = words.joined(separator: " ")
        while let last = text.last, ".,!?。！？".contains(last) { text.removeLast() }
        return !text.isEmpty && text != line && isCommand(text) ? text : line
    }

    private static let pleases: Set = ["please", "pls", "kindly", "bitte"]

    /// Whether it is `*`, `-`, `1)` or one of their kin.
    private static func isListMark(_ word: Substring) -> Bool {
        if ["*", "-", "•", "–"].contains(word) { return true }
        return (2...3).contains(word.utf8.count) && ".)".contains(word.last ?? " ")
            && word.dropLast().allSatisfy(\.isNumber)
    }

    /// First and last name, which no command looks like.
    static func isFullName(_ line: String) -> Bool { line.contains(" ") && isName(line) }

    /// The command in a sentence: of `could you follow https://example.org please?` what the line should have been.
    static func command(within line: String, isCommand: (String) -> Bool) -> String? {
        guard line.utf8.count <= 300 else { return nil }
        let words = line.split(separator: " ")
        // What begins with a verb is wrong in another way.
        guard (2...12).contains(words.count), !isCommand(String(words[0])) else { return nil }
        for start in words.indices {
            var rest = words[start...]
            while let last = rest.last, courtesies.contains(String(last).lowercased().trimmingMarks) {
                rest = rest.dropLast()
            }
            var text = rest.joined(separator: " ")
            while let last = text.last, ".,!?。！？".contains(last) { text.removeLast() }
            // A number or a letter is no command outside of a list.
            if text.count > 2, text != line, isCommand(text) { return text }
        }
        return nil
    }

    private static let courtesies: Set = ["please", "thanks", "thank", "you", "kindly", "now", "bitte", ""]

    private static let greetings: Set = [
        "hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "moin", "servus", "salut", "bonjour", "hola",
        "buenas", "buenos", "ciao", "salve", "olá", "oi", "hej", "hei", "cześć", "привет", "здравствуйте", "你好", "您好",
        "嗨", "こんにちは", "안녕하세요",
    ]

    private static let closings: Set = [
        "thanks", "thx", "ty", "cheers", "regards", "best", "bye", "sincerely", "yours", "greetings", "danke", "gruß",
        "gruss", "grüße", "lg", "mfg", "vg", "merci", "cordialement", "bien à vous", "gracias", "saludos", "grazie",
        "saluti", "obrigado", "obrigada", "bedankt", "groeten", "tack", "hälsningar", "dziękuję", "pozdrawiam",
        "спасибо", "谢谢", "谢了", "多谢", "此致", "敬礼", "ありがとう", "감사합니다",
    ]

    private static let openEnded = [
        "thank you", "thanks ", "many thanks", "best ", "kind regards", "warm regards", "with regards",
        "yours sincerely", "yours truly", "vielen dank", "viele grüße", "beste grüße", "liebe grüße",
        "mit freundlichen", "freundliche grüße", "schöne grüße", "bonne journée", "un saludo", "met vriendelijke",
        "med vänliga", "с уважением",
    ]

    /// `Please unsubscribe me from this list`: made of nothing but the words of such a plea.
    static func isPleaToEnd(_ line: String) -> Bool {
        guard line.utf8.count <= 120, !namesAddress(line) else { return false }
        let words = line.lowercased().split { !$0.isLetter && !"'’-".contains($0) }.map(String.init)
        if let ending = hanEndings.first(where: { line.contains($0) }) {
            return !isDenied(ending, in: line)
                && line.replacing(ending, with: "").allSatisfy { hanPleading.contains($0) || $0.isPunctuation }
        }
        return words.count > 1 && words.contains(where: endings.contains)
            && words.allSatisfy { endings.contains($0) || pleading.contains($0) }
    }

    /// `我不想退订` asks for the contrary of `退订`; `我不想要这些邮件请退订` does not.
    private static func isDenied(_ ending: String, in line: String) -> Bool {
        guard let place = line.firstRange(of: ending) else { return false }
        let before = line[..<place.lowerBound].reversed().drop { hanBetween.contains($0) }
        return before.first.map { hanNegations.contains($0) } ?? false
    }

    /// Whether it says where something is: `unsubscribe news.example.org` is about one feed.
    private static func namesAddress(_ line: String) -> Bool {
        line.split(separator: " ").contains { word in
            word.contains("/") || word.dropFirst().dropLast().contains(".") && !word.hasSuffix("..")
        }
    }

    /// A line's sentences: parts that end with a mark before a blank, or with one that needs none.
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

    private static let endings: Set = ["unsubscribe", "stop", "remove", "cancel", "opt-out"]

    private static let hanEndings = ["退订", "取消订阅", "停止发送"]
    private static let hanNegations = Set("不别莫勿")
    private static let hanBetween = Set("想要能会该用必再是请给我您你把")
    private static let hanPleading = Set("请麻烦您你帮我给我们要想把这个这些所有全部的邮件新闻一下吧了都再也不发谢 ")

    private static let pleading: Set = [
        "please", "kindly", "just", "now", "me", "us", "my", "i", "want", "to", "would", "like", "from", "this",
        "these", "the", "that", "your", "all", "any", "more", "of", "it", "list", "lists", "mailing", "mail", "mails",
        "email", "emails", "e-mail", "e-mails", "newsletter", "newsletters", "news", "message", "messages", "address",
        "sending", "send", "subscription", "subscriptions", "thanks", "thank", "you",
    ]
}
