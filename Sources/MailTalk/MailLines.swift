import MailMessages
import NewsModel

/// The text that a person wrote in a mail: the subject, and the lines that are not quoted.
struct MailLines: Sendable {
    let phrases: MailPhrases
    /// Without gateway marks (`[EXTERNAL]`) and reply marks.
    let subject: String
    /// Whether it is a reply or was forwarded: `Re:`, `Fwd:`, or In-Reply-To.
    let isReply: Bool
    /// Unquoted lines without surrounding spaces.
    ///
    /// An empty line separates paragraphs.
    let lines: [String]
    /// Words with which the sender may sign, in lower case: the words of their name and address.
    let senderWords: Set<String>
    /// The domain of their address.
    private let senderDomain: String

    private static let longestLine = 2_000
    /// The most lines in which a request to end mail is searched.
    private static let mostRequestLines = 6
    /// The most lines that are read.
    private static let mostLines = 200

    init(_ mail: IncomingMail, text: WrittenText, programs: ProgramWords, phrases: MailPhrases) {
        self.phrases = phrases
        let (bare, isMarked) = Self.bareSubject(mail.subject, marks: programs.replyMarks)
        subject = bare
        isReply = isMarked || mail.headers.contains("in-reply-to")
        senderWords = Set(
            mail.from.prefix(1).flatMap { sender in
                MailPhrases.words(of: sender.name?.text ?? "") + MailPhrases.words(of: sender.address.localPart)
            }
        )
        senderDomain = mail.from.first?.address.domain.name.lowercased() ?? ""
        let answers = QuotedLineAnswers(
            numbered: phrases.vocabulary.quotedLineAnswers,
            alone: phrases.words.quotedEndings
        )
        let unquoted = ReplyText.unquoted(text.text, words: programs, answers: answers).split(
            maxSplits: Self.mostLines,
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        lines = unquoted.prefix(Self.mostLines).map { Self.tidied($0, wasMarkup: text.wasHTML) }
    }

    var firstLine: String? { lines.first { !$0.isEmpty } }

    /// Whether an address is the home page of the sender's own domain.
    func isSenderSite(_ address: Substring) -> Bool {
        let bare = address.lowercased().split(separator: "://").last ?? ""
        let host = bare.prefix { !"/?#:".contains($0) }
        guard bare.dropFirst(host.count).allSatisfy({ $0 == "/" }), host.contains("."), !senderDomain.isEmpty else {
            return false
        }
        return host == senderDomain || host.hasSuffix("." + senderDomain) || senderDomain.hasSuffix("." + host)
    }

    /// Whether the first line, or the subject of a new mail, is exactly one of the words.
    func isOnly(_ words: Set<String>) -> Bool {
        let said = (isReply ? [] : [subject]) + (firstLine.map { [$0] } ?? [])
        return said.contains { words.contains(MailPhrases.word($0)) }
    }

    /// Whether it asks to end mail, by a word or in a polite sentence.
    var asksToEnd: Bool {
        if isOnly(phrases.words.stop) || (!isReply && phrases.isUnsubscribeRequest(subject)) { return true }
        if firstLine != nil {
            // The request may follow a greeting, a command or a complaint. Long lines are skipped, because they may be
            // footers of others.
            let said = lines.filter { !$0.isEmpty }.prefix(Self.mostRequestLines).prefix { $0.utf8.count <= 250 }
            return said.enumerated().contains { index, line in
                // After another command it is the command of this name, which asks for confirmation.
                if index > 0, phrases.endsAllByCommand(line) { return false }
                return phrases.endsMail(line)
                    || MailPhrases.sentences(of: line).contains(where: phrases.isUnsubscribeRequest)
            }
        }
        // The mail has no text. The word may follow our own subject.
        return subject.split(separator: " ").last.map { phrases.words.stop.contains(MailPhrases.word(String($0))) }
            ?? false
    }

    /// Commands in a mail that also ends mail.
    var commandsBesideEnd: [String] {
        lines.filter { line in
            !line.isEmpty && isCommand(line) && !phrases.endsMail(line) && !phrases.endsAllByCommand(line)
                && !MailPhrases.isName(line) && !MailPhrases.isOnlyAddresses(line) && line.count > 3
        }
    }

    private func isCommand(_ line: String) -> Bool { phrases.vocabulary.isCommand(line) }

    /// Whether it contains only a greeting and perhaps a signature.
    func isOnlyGreeting(_ botName: String) -> Bool {
        var said = lines.filter { !$0.isEmpty }
        if said.isEmpty, !isReply, !subject.isEmpty { said = [subject] }
        guard let first = said.first, said.count <= 4, phrases.isHello(first, botName),
            !said.contains(where: isCommand)
        else { return false }
        return said.dropFirst().allSatisfy { phrases.isClosing($0) || MailPhrases.isName($0) }
    }

    /// Whether it contains only thanks (words or emoji), with at most a greeting before and a name after.
    var isOnlyThanks: Bool {
        var said = lines.filter { !$0.isEmpty }[...]
        if said.isEmpty, !isReply, !subject.isEmpty { said = [subject] }
        guard let first = said.first, said.count <= 5 else { return false }
        if !phrases.isThanks(first), said.count > 1, phrases.isGreeting(first) {
            said = said.dropFirst()
        }
        guard let thanks = said.first, phrases.isThanks(thanks), !isCommand(thanks) else { return false }
        return said.dropFirst().allSatisfy { line in
            guard !isCommand(line) else { return false }
            return phrases.isThanks(line) || phrases.isClosing(line) || MailPhrases.isName(line)
        }
    }

    /// Whether it contains only a "no" and perhaps a signature.
    var isOnlyRefusal: Bool {
        let said = lines.filter { !$0.isEmpty }
        guard let first = said.first, said.count <= 4, phrases.words.refusals.contains(MailPhrases.word(first)),
            !said.contains(where: isCommand)
        else { return false }
        return said.dropFirst().allSatisfy { phrases.isClosing($0) || MailPhrases.isName($0) }
    }

    /// The line without odd spaces, list marks of HTML, and the addresses that mail programs add after addresses.
    private static func tidied(_ line: Substring, wasMarkup: Bool) -> String {
        let scalars = line.unicodeScalars.prefix(longestLine).map { $0 == "\u{A0}" || $0 == "\t" ? " " : $0 }
        var text = String(String.UnicodeScalarView(scalars))
        if wasMarkup, let mark = ["• ", "* ", "- "].first(where: text.hasPrefix) {
            text = String(text.dropFirst(mark.count))
        }
        var words: [Substring] = []
        for word in text.split(separator: " ") {
            // Outlook writes `example.org<https://example.org/>` for `example.org`.
            if let open = word.firstIndex(of: "<"), word.hasSuffix(">") {
                let inner = word[word.index(after: open)...].dropLast()
                let before = open == word.startIndex ? words.last ?? "" : word[..<open]
                if !before.isEmpty, inner.contains(before) {
                    if open != word.startIndex { words.append(before) }
                    continue
                }
            }
            words.append(word)
        }
        return unquoted(words.joined(separator: " "))
    }

    /// Removes quotation marks around a line that was copied from an answer of ours.
    private static func unquoted(_ line: String) -> String {
        guard let first = line.first, let last = line.last, line.count > 2, quotes.contains([first, last]) else {
            return line
        }
        let inner = line.dropFirst().dropLast()
        // In `"unsub "The Paper""` the inner quotation marks belong to the command.
        let holdsPairs = first == last && inner.hasSuffix("\(last)") && inner.count { $0 == first } == 2
        return !holdsPairs && (inner.contains(first) || inner.contains(last)) ? line : String(inner)
    }

    private static let quotes: Set<[Character]> = [["\"", "\""], ["“", "”"], ["`", "`"], ["‘", "’"], ["'", "'"]]

    /// The subject without `Re:` and similar marks, and whether there was one.
    private static func bareSubject(_ subject: String, marks: Set<String>) -> (String, Bool) {
        var rest = Substring(subject.prefix(500)).drop(while: \.isWhitespace)
        var isMarked = false
        for _ in 0..<10 {
            if rest.hasPrefix("["), let end = rest.prefix(30).firstIndex(of: "]") {
                rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
            } else if let colon = rest.prefix(20).firstIndex(where: { $0 == ":" || $0 == "：" }),
                isReplyMark(rest[..<colon], marks)
            {
                rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
                isMarked = true
            } else {
                break
            }
        }
        return (String(rest), isMarked)
    }

    /// Whether it is `Re`, `AW`, `Re[2]`, `回复` or a similar mark.
    private static func isReplyMark(_ text: Substring, _ marks: Set<String>) -> Bool {
        let word = text.prefix { $0 != "[" && $0 != "(" && !$0.isWhitespace }.lowercased()
        let rest = text.dropFirst(word.count).filter { !"[]() ".contains($0) }
        return marks.contains(word) && rest.allSatisfy(\.isNumber)
    }
}

extension String {
    /// Without spaces and punctuation around a single word.
    var trimmingMarks: String {
        let isMark: (Character) -> Bool = { $0.isWhitespace || ".!,;:\"'“”„«»*_()。！，".contains($0) }
        let start = drop(while: isMark)
        return String(String(start.reversed().drop(while: isMark)).reversed())
    }
}
