import Foundation
import MailMessages

/// One command of a mail.
struct MailCommand: Hashable, Sendable, Codable {
    /// Where it stands among the commands of its mail, from 0.
    var position: Int
    var text: String
    /// Which attachment belongs to it.
    var attachment: Int?
}

/// What a mail asks for.
struct MailCommands: Hashable, Sendable {
    private(set) var commands: [MailCommand] = []
    /// Commands that are not read, because there were too many before them.
    private(set) var left: [String] = []
    /// How many of them are not even named.
    private(set) var moreLeft = 0
    /// Lines that may have been meant as commands, and were taken for the end of the mail.
    private(set) var unread: [String] = []
    /// They stand below a command in the subject, which is the only one then.
    private(set) var isUnreadBelowSubject = false
    /// The code of a `yes CODE` that the sender wrote themselves.
    private(set) var code: String?
    /// It begins with a bare `yes`.
    private(set) var saysYes = false
    /// What is to be said where nothing was a command.
    private(set) var notUnderstood: MailNotice?

    static let limit = 10
    /// Lines that are named when they are left out.
    private static let mostLeft = 50
    private static let longestQuote = 100
    /// Lines of a letter whose commands may stand below other words.
    private static let mostOfLetter = 8
    /// A subject of such a length may have been cut.
    private static let longestSubject = 400
    /// Lists of feeds in one mail that are read.
    private static let mostLists = 3

    /// - Parameters:
    ///   - lists: which attachments are lists of feeds.
    ///   - thanks: what is said to be polite, and needs no answer.
    ///   - botName: what people may call the bot.
    init(
        _ text: MailLines,
        lists: [Int],
        thanks: Set<String> = [],
        botName: String = "",
        isCommand: (String) -> Bool
    ) {
        // The subject of a reply is ours, and yet a code in it was sent back by whoever got it.
        code = Self.code(in: text.subject) ?? text.firstLine.flatMap(Self.code)
        if code == nil, text.isReply, let only = text.firstLine, Self.isBareCode(only) { code = only.trimmingMarks }
        saysYes = code == nil && text.firstLine.map { Self.isYes($0) } == true
        let isGreeting = MailManners.isBareGreeting(text.subject) && text.firstLine != nil
        let subject = MailManners.bare(text.subject, isCommand: isCommand)
        let isAlone = text.firstLine == nil && Self.isSlip(text.subject, isCommand)
        if !text.isReply, !isGreeting, Self.isLine(subject, isCommand) {
            add(subject)
            isUnreadBelowSubject = true
            leave(Self.withoutGreeting(text, isCommand), isSigned: false, isCommand)
            // Some write it twice, to be sure.
            unread.removeAll { $0.lowercased().trimmingMarks == subject.lowercased().trimmingMarks }
        } else if lists.isEmpty, code == nil, text.isOnlyThanks(thanks, isCommand: isCommand) {
            return
        } else if lists.isEmpty, code == nil, text.isReply, text.isOnlyRefusal(isCommand: isCommand) {
            notUnderstood = .nothingChanged
            return
        } else if lists.isEmpty, code == nil, text.isOnlyGreeting(botName, isCommand: isCommand) {
            add("start")
        } else if !text.isReply, isAlone {
            add(text.subject)
        } else {
            readLines(of: text, isCommand: isCommand)
        }
        attach(Array(lists.prefix(Self.mostLists)))
        if code != nil || saysYes { dropRemarks(isCommand) }
        if commands.isEmpty, code == nil { wonder(at: text, isCommand) }
    }

    /// Takes out the consent that it begins with; false when nothing else is asked for.
    mutating func takeConsent() -> Bool {
        commands.removeAll(where: isConsent)
        code = nil
        saysYes = false
        return !commands.isEmpty || !unread.isEmpty
    }

    private func isConsent(_ command: MailCommand) -> Bool {
        guard command.position == 0 else { return false }
        return Self.isYes(command.text) || Self.code(in: command.text) != nil || command.text.trimmingMarks == code
    }

    /// Beside a consent people say this and that: only what surely is a command was meant as one.
    private mutating func dropRemarks(_ isCommand: (String) -> Bool) {
        let remarks = commands.filter { $0.attachment == nil && !isConsent($0) && !isCommand($0.text) }
        commands.removeAll(where: remarks.contains)
        unread += remarks.map(\.text).filter { $0.contains(" ") && Self.isSlip($0, isCommand) }
    }

    private mutating func wonder(at text: MailLines, _ isCommand: (String) -> Bool) {
        let written = Self.withoutGreeting(text, isCommand).first ?? text.firstLine
        guard let line = written ?? (text.isReply || text.subject.isEmpty ? nil : text.subject) else {
            // Somebody knocks; but behind an answer to us was something that did not arrive.
            if !text.isReply { return add("help") }
            let isMeant = Self.isLine(text.subject, isCommand) && text.subject.count <= Self.longestSubject
            notUnderstood = .emptyReply(line: isMeant ? text.subject : nil)
            return
        }
        let quote = MailSubject.shortened(line, to: Self.longestQuote)
        // What is to be copied is shown whole: a part of an address is another one.
        let meant = MailManners.command(within: line, isCommand: isCommand) ?? Self.commandBelow(text, isCommand)
        if let meant {
            notUnderstood = .wordsAround(text: quote, line: meant)
        } else {
            notUnderstood = .notUnderstood(text: quote)
        }
    }

    /// The command below other words in a short letter: `Please add this one:` and an address on its own line.
    private static func commandBelow(_ text: MailLines, _ isCommand: (String) -> Bool) -> String? {
        let said = withoutGreeting(text, isCommand).filter { !$0.isEmpty }
        guard said.count <= mostOfLetter else { return nil }
        let body = said.dropFirst().prefix { !MailManners.isSignature($0) && !MailManners.isInvitation($0) }
        let meant = body.map { MailManners.bare($0, isCommand: isCommand) }.first { $0.count > 2 && isCommand($0) }
        return meant.map { MailManners.isOnlyAddresses($0) ? "sub \($0)" : $0 }
    }

    /// The lines from the first that says something.
    private static func withoutGreeting(_ text: MailLines, _ isCommand: (String) -> Bool) -> ArraySlice<String> {
        let lines = text.lines[...].drop(while: \.isEmpty)
        guard let first = lines.first else { return lines }
        let rest = lines.dropFirst().drop(while: \.isEmpty)
        let isGreeting =
            isCommand(first)
            ? MailManners.isBareGreeting(first) && !rest.isEmpty : MailManners.isGreeting(first)
        return isGreeting ? rest : lines
    }

    private mutating func readLines(of text: MailLines, isCommand: (String) -> Bool) {
        var lines = Self.withoutGreeting(text, isCommand).map { MailManners.bare($0, isCommand: isCommand) }
        guard let start = lines.first else { return }
        if !isCommand(start), !Self.isSlip(start, isCommand) {
            // Below a consent in other words only what surely is a command was meant as one.
            guard Self.isYes(start) || Self.code(in: start) != nil else { return }
            lines = Array(lines.dropFirst().drop(while: \.isEmpty))
            guard let first = lines.first, isCommand(first) else { return }
        }
        var isAfterGap = false
        let last = lines.lastIndex(where: isCommand) ?? lines.startIndex
        for (index, line) in zip(lines.indices, lines) {
            if line.isEmpty {
                // Outlook has a paragraph for each line; behind a gap, people also write of other matters.
                isAfterGap = true
                continue
            }
            let next = lines.dropFirst(index + 1).first ?? ""
            let goesOn =
                !next.isEmpty && !MailManners.isName(next) && !MailManners.isClosing(next)
                && !Self.isSlip(next, isCommand)
            let isSigned = index > last && isSignature(line, of: text.senderWords, goesOn: goesOn)
            if isSigned || MailManners.isClosing(line) {
                return leave(lines.dropFirst(index + 1), isSigned: true, isCommand)
            }
            if isAfterGap, !isCommand(line) || isFooter(line, of: text) {
                if isCommand(line), !MailManners.isInvitation(line), !line.contains("@") { unread.append(line) }
                return leave(lines.dropFirst(index), isSigned: isCommand(line), isCommand)
            }
            if commands.count < Self.limit {
                add(line)
            } else if isCommand(line) {
                if left.count < Self.mostLeft { left.append(line) } else { moreLeft += 1 }
            }
        }
    }

    /// Whether a line behind the last command is the sender's name, or begins a longer signature.
    ///
    /// Any other two words with capitals may be a command mistyped, and are answered.
    private func isSignature(_ line: String, of sender: Set<String>, goesOn: Bool) -> Bool {
        MailManners.isName(line, of: sender) || (goesOn && MailManners.isFullName(line))
    }

    /// Whether a command behind a gap looks like what companies print below their mails.
    private func isFooter(_ line: String, of text: MailLines) -> Bool {
        if MailManners.isInvitation(line) { return true }
        // Addresses alone, one in each paragraph, are somebody's list.
        guard MailManners.isOnlyAddresses(line), !commands.allSatisfy({ MailManners.isOnlyAddresses($0.text) }) else {
            return false
        }
        // What else stands alone was pasted to be followed.
        return line.split(separator: " ").contains { $0.contains("@") || text.isSenderSite($0) }
    }

    /// Notes what is not read and yet may be a command, so that its sender can be told.
    ///
    /// - Parameter isSigned: they stand below a name, where addresses and names of papers are the signature's.
    private mutating func leave(_ lines: ArraySlice<String>, isSigned: Bool, _ isCommand: (String) -> Bool) {
        var isSigned = isSigned
        for line in lines where !line.isEmpty {
            let bare = MailManners.bare(line, isCommand: isCommand)
            isSigned = isSigned || MailManners.isSignature(line)
            guard isCommand(bare) || !isSigned && bare.contains(" ") && Self.isSlip(bare, isCommand),
                !MailManners.isName(bare), !MailManners.isClosing(bare), !MailManners.isInvitation(bare),
                !isSigned || !MailManners.isOnlyAddresses(bare) && bare.count > 3
            else { continue }
            if unread.count < Self.mostLeft, !unread.contains(bare) { unread.append(bare) }
        }
        // So many addresses are those of a mail of ours, which a mail program quotes without a mark.
        if unread.count > Self.limit { unread.removeAll(where: MailManners.isOnlyAddresses) }
    }

    private mutating func add(_ text: String) {
        commands.append(MailCommand(position: commands.count, text: text))
    }

    /// Gives each list to an `import` that names nothing, else to one of its own.
    private mutating func attach(_ lists: [Int]) {
        var lists = lists[...]
        for index in commands.indices {
            let words = commands[index].text.lowercased().split(separator: " ")
            guard let list = lists.first, words.first == "import" || words.first == "!import",
                words.count == 1 || words.dropFirst().first == "to"
            else { continue }
            commands[index].attachment = list
            lists = lists.dropFirst()
        }
        for list in lists {
            commands.append(MailCommand(position: commands.count, text: "import", attachment: list))
        }
    }

    private static func isLine(_ text: String, _ isCommand: (String) -> Bool) -> Bool {
        !text.isEmpty && isCommand(text)
    }

    /// Whether a line that is no command was meant for one: the chat says what is wrong with it.
    ///
    /// One word may be the number of a choice; a few words may begin with a verb, or end with numbers behind one: `sav 3`.
    private static func isSlip(_ line: String, _ isCommand: (String) -> Bool) -> Bool {
        let words = line.split(separator: " ")
        guard line.utf8.count <= 200, words.count <= 6, let verb = words.first else { return false }
        if words.count == 1 || isCommand(String(verb)) { return true }
        return words.count <= 3 && words.dropFirst().allSatisfy { $0.utf8.count <= 4 && $0.allSatisfy(\.isNumber) }
    }

    /// The code of `yes CODE`; quotation marks and a full stop around are people's.
    private static func code(in line: String) -> String? {
        guard line.utf8.count <= 200 else { return nil }
        let words = line.split(separator: " ").map { String($0).trimmingMarks }
            .filter { !$0.isEmpty && !politeness.contains($0.lowercased()) }
        guard words.count == 2, words[0].lowercased() == "yes",
            (4...64).contains(words[1].utf8.count),
            words[1].utf8.allSatisfy({ Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0) || $0 == 45 })
        else { return nil }
        return words[1]
    }

    /// The ten letters and digits of a code, sent back without the word before them.
    private static func isBareCode(_ line: String) -> Bool {
        let word = line.prefix(40).trimmingCharacters(in: ["\"", "“", "”", ".", "*"])
        return word.utf8.count == 10 && word.contains(where: \.isNumber)
            && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    static func isYes(_ line: String) -> Bool {
        guard line.utf8.count <= 100 else { return false }
        let words = line.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
        guard let first = words.first, consents.contains(first) else { return false }
        return words.dropFirst().allSatisfy { politeness.contains($0) || consents.contains($0) }
            && !line.contains { $0.isNumber || $0 == "?" }
    }

    private static let consents: Set = [
        "yes", "yep", "yeah", "ok", "okay", "sure", "ja", "oui", "sí", "是", "是的", "好", "好的", "确认",
    ]
    private static let politeness: Set = [
        "please", "thanks", "thank", "you", "indeed", "sure", "do", "it", "so", "of", "course", "go", "ahead", "that",
        "was", "is", "it's", "me", "mine", "i", "am", "confirm", "confirmed", "correct", "right", "absolutely",
        "definitely", "very", "much", "a", "lot", "crier", "bitte", "谢谢",
    ]
}
