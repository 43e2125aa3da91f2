import FeedParsing
import MailMessages

/// What a person wrote in a mail: its subject, and the lines that are not quoted.
struct MailLines: Hashable, Sendable {
    /// Without the marks of gateways (`[EXTERNAL]`) and of replies.
    let subject: String
    /// It answers something or passes it on: `Re:`, `Fwd:`, or In-Reply-To.
    let isReply: Bool
    /// Unquoted lines without blanks around them; an empty one divides paragraphs.
    let lines: [String]
    /// What whoever sends it may sign with, in lower case: the words of their name and of their address.
    let senderWords: Set<String>
    /// What stands behind the @ of their address.
    private let senderDomain: String

    private static let longestLine = 2_000
    /// Lines within which a plea to end mail is looked for.
    private static let mostOfPlea = 6
    /// Lines that are looked at.
    private static let mostLines = 200
    /// Bytes of HTML that are looked at.
    private static let mostHTML = 512 << 10

    init(_ mail: IncomingMail) {
        let (bare, isMarked) = Self.bareSubject(mail.subject)
        subject = bare
        isReply = isMarked || mail.headers.contains("in-reply-to")
        senderWords = Set(
            mail.from.prefix(1).flatMap { sender in
                MailManners.words(of: sender.name?.text ?? "") + MailManners.words(of: sender.address.localPart)
            }
        )
        senderDomain = mail.from.first?.address.domain.name.lowercased() ?? ""
        let body = mail.body
        let html = body.html.map { String(decoding: $0.utf8.prefix(Self.mostHTML), as: UTF8.self) }
        let text = body.plainText ?? html.map { PlainText.from(html: $0) } ?? ""
        let unquoted = ReplyText.unquoted(text).split(
            maxSplits: Self.mostLines,
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        lines = unquoted.prefix(Self.mostLines).map { Self.tidied($0, wasMarkup: body.plainText == nil) }
    }

    var firstLine: String? { lines.first { !$0.isEmpty } }

    /// Whether an address is the front page of the site that the sender writes from.
    func isSenderSite(_ address: Substring) -> Bool {
        let bare = address.lowercased().split(separator: "://").last ?? ""
        let host = bare.prefix { !"/?#:".contains($0) }
        guard bare.dropFirst(host.count).allSatisfy({ $0 == "/" }), host.contains("."), !senderDomain.isEmpty else {
            return false
        }
        return host == senderDomain || host.hasSuffix("." + senderDomain) || senderDomain.hasSuffix("." + host)
    }

    /// Whether the subject, unless it is a reply's, or the first line is one of the words and nothing else.
    func isOnly(_ words: Set<String>) -> Bool {
        (!isReply && words.contains(Self.word(subject))) || firstLine.map { words.contains(Self.word($0)) } == true
    }

    /// Whether it asks in some way that mail ends, by one of the words or in a polite sentence around them.
    func asksToEnd(_ words: Set<String>) -> Bool {
        if isOnly(words) || (!isReply && MailManners.isPleaToEnd(subject)) { return true }
        if firstLine != nil {
            // Behind a greeting, a command or a complaint, too; long texts hold footers of others.
            let said = lines.filter { !$0.isEmpty }.prefix(Self.mostOfPlea).prefix { $0.utf8.count <= 250 }
            return said.enumerated().contains { index, line in
                // Behind another command it is the command of this name, which asks back.
                if index > 0, Self.word(line) == "unsubscribe all" { return false }
                return words.contains(Self.word(line)) || MailManners.isPleaToEnd(line)
                    || MailManners.sentences(of: line).contains(where: MailManners.isPleaToEnd)
            }
        }
        // Nothing was written but behind our own subject.
        return subject.split(separator: " ").last.map { words.contains(Self.word(String($0))) } ?? false
    }

    /// The commands of a mail that ends mail beside the words that do.
    func besideEnd(_ words: Set<String>, isCommand: (String) -> Bool) -> [String] {
        lines.filter { line in
            !line.isEmpty && isCommand(line) && !words.contains(Self.word(line)) && !MailManners.isPleaToEnd(line)
                && Self.word(line) != "unsubscribe all" && !MailManners.isName(line)
                && !MailManners.isOnlyAddresses(line) && line.count > 3
        }
    }

    /// Whether somebody says hello, signs perhaps, and that is all.
    func isOnlyGreeting(_ botName: String, isCommand: (String) -> Bool) -> Bool {
        var said = lines.filter { !$0.isEmpty }
        if said.isEmpty, !isReply, !subject.isEmpty { said = [subject] }
        guard let first = said.first, said.count <= 4, MailManners.isHello(first, botName),
            !said.contains(where: isCommand)
        else { return false }
        return said.dropFirst().allSatisfy { MailManners.isClosing($0) || MailManners.isName($0) }
    }

    /// Whether nothing is said but thanks, or a sign of them, with at most a greeting before and a name behind.
    func isOnlyThanks(_ phrases: Set<String>, isCommand: (String) -> Bool) -> Bool {
        var said = lines.filter { !$0.isEmpty }[...]
        if said.isEmpty, !isReply, !subject.isEmpty { said = [subject] }
        guard let first = said.first, said.count <= 5 else { return false }
        if !MailManners.isThanks(first, phrases), said.count > 1, MailManners.isGreeting(first) {
            said = said.dropFirst()
        }
        guard let thanks = said.first, MailManners.isThanks(thanks, phrases), !isCommand(thanks) else { return false }
        return said.dropFirst().allSatisfy { line in
            guard !isCommand(line) else { return false }
            return MailManners.isThanks(line, phrases) || MailManners.isClosing(line) || MailManners.isName(line)
        }
    }

    /// Whether somebody says no, signs perhaps, and that is all.
    func isOnlyRefusal(isCommand: (String) -> Bool) -> Bool {
        let said = lines.filter { !$0.isEmpty }
        guard let first = said.first, said.count <= 4, Self.refusals.contains(Self.word(first)),
            !said.contains(where: isCommand)
        else { return false }
        return said.dropFirst().allSatisfy { MailManners.isClosing($0) || MailManners.isName($0) }
    }

    private static let refusals: Set = [
        "no", "nope", "no thanks", "no, thanks", "no thank you", "no, thank you", "nein", "nein danke", "nein, danke",
        "non", "non merci", "non, merci", "不", "不用", "不用了", "不用了，谢谢", "不用，谢谢", "不用谢谢", "不要", "不是", "不了", "不必了", "否",
    ]

    /// For comparing with a word: in lower case, without marks at its end.
    private static func word(_ text: String) -> String {
        String(text.prefix(60)).lowercased().trimmingMarks
    }

    /// One line without odd blanks, list marks of markup, and the addresses that mail programs add behind addresses.
    private static func tidied(_ line: Substring, wasMarkup: Bool) -> String {
        let scalars = line.unicodeScalars.prefix(longestLine).map { $0 == "\u{A0}" || $0 == "\t" ? " " : $0 }
        var text = String(String.UnicodeScalarView(scalars))
        if wasMarkup, let mark = ["• ", "* ", "- "].first(where: text.hasPrefix) {
            text = String(text.dropFirst(mark.count))
        }
        var words: [Substring] = []
        for word in text.split(separator: " ") {
            // `example.org<https://example.org/>`, as Outlook writes what was typed without.
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

    /// What was copied from an answer of ours with the quotation marks around it.
    private static func unquoted(_ line: String) -> String {
        guard let first = line.first, let last = line.last, line.count > 2, quotes.contains([first, last]) else {
            return line
        }
        let inner = line.dropFirst().dropLast()
        // `"unsub "The Paper""` has quotation marks of its own.
        let holdsPairs = first == last && inner.hasSuffix("\(last)") && inner.count { $0 == first } == 2
        return !holdsPairs && (inner.contains(first) || inner.contains(last)) ? line : String(inner)
    }

    private static let quotes: Set<[Character]> = [["\"", "\""], ["“", "”"], ["`", "`"], ["‘", "’"], ["'", "'"]]

    /// The subject without `Re:` and its kin, and whether there was one.
    private static func bareSubject(_ subject: String) -> (String, Bool) {
        var rest = Substring(subject.prefix(500)).drop(while: \.isWhitespace)
        var isMarked = false
        for _ in 0..<10 {
            if rest.hasPrefix("["), let end = rest.prefix(30).firstIndex(of: "]") {
                rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
            } else if let colon = rest.prefix(20).firstIndex(where: { $0 == ":" || $0 == "：" }),
                isReplyMark(rest[..<colon])
            {
                rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
                isMarked = true
            } else {
                break
            }
        }
        return (String(rest), isMarked)
    }

    /// Whether it is `Re`, `AW`, `Re[2]`, `回复` or one of their kin.
    private static func isReplyMark(_ text: Substring) -> Bool {
        let word = text.prefix { $0 != "[" && $0 != "(" && !$0.isWhitespace }.lowercased()
        let rest = text.dropFirst(word.count).filter { !"[]() ".contains($0) }
        return replyMarks.contains(word) && rest.allSatisfy(\.isNumber)
    }

    private static let replyMarks: Set = [
        "re", "aw", "antw", "antwort", "sv", "vs", "ref", "res", "rif", "r", "odp", "ynt", "yan", "atb", "bls", "vá",
        "fw", "fwd", "wg", "tr", "rv", "enc", "vl", "i", "pd", "doorst", "ilt", "továbbítás",
        "回复", "答复", "回覆", "转发", "轉寄", "返信", "転送", "회신", "전달", "отв", "ha", "на", "пересл", "תגובה", "רד", "رد",
    ]
}

extension String {
    /// Without the blanks and marks that stand around a single word.
    var trimmingMarks: String {
        let isMark: (Character) -> Bool = { $0.isWhitespace || ".!,;:\"'“”„«»*_()。！，".contains($0) }
        let start = drop(while: isMark)
        return String(String(start.reversed().drop(while: isMark)).reversed())
    }
}
