import Foundation
import MailMessages
import NewsModel

/// The commands in a mail, and the lines that are not run.
struct MailCommands: Sendable {
    private let phrases: MailPhrases
    private(set) var commands: [MailCommand] = []
    /// Commands that are not run because the mail has too many.
    private(set) var left: [String] = []
    /// How many more are not even listed.
    private(set) var moreLeft = 0
    /// Lines that may be commands, but were treated as the end of the mail.
    private(set) var unread: [String] = []
    /// Whether the lines in `unread` were not run because the subject contains a command.
    private(set) var isUnreadBelowSubject = false
    /// The code of a `yes CODE` that the sender wrote.
    private(set) var code: String?
    /// Whether the mail begins with `yes` without a code.
    private(set) var saysYes = false
    /// The notice to send if the mail contains no command.
    private(set) var notUnderstood: MailNotice?

    static let limit = 10
    /// The most lines that are listed as left out.
    private static let mostLeft = 50
    private static let longestQuote = 100
    /// The longest letter, in lines, in which a command is searched below other words.
    private static let mostOfLetter = 8
    /// A longer subject may have been cut.
    private static let longestSubject = 400
    /// The most lists of feeds that are imported from one mail.
    private static let mostLists = 3

    /// - Parameters:
    ///   - lists: indices of the attachments that are lists of feeds.
    ///   - botName: the name that people may use for the bot.
    init(
        _ text: MailLines,
        lists: [Int],
        botName: String = ""
    ) {
        phrases = text.phrases
        let isCommand = phrases.vocabulary.isCommand
        // The subject of a reply is ours, but a code in it was sent back by its recipient.
        code = phrases.code(in: text.subject) ?? text.firstLine.flatMap { phrases.code(in: $0) }
        if code == nil, text.isReply, let only = text.firstLine, Self.isBareCode(only) { code = only.trimmingMarks }
        saysYes = code == nil && text.firstLine.map { phrases.isYes($0) } == true
        let isGreeting = phrases.isBareGreeting(text.subject) && text.firstLine != nil
        let subject = phrases.bare(text.subject, isCommand: isCommand)
        let isAlone = text.firstLine == nil && Self.isMistypedCommand(text.subject, isCommand)
        if !text.isReply, !isGreeting, Self.isLine(subject, isCommand) {
            add(subject)
            isUnreadBelowSubject = true
            collectUnread(withoutGreeting(text, isCommand), isSigned: false, isCommand)
            // Some people repeat the command of the subject in the text.
            unread.removeAll { $0.lowercased().trimmingMarks == subject.lowercased().trimmingMarks }
        } else if lists.isEmpty, code == nil, text.isOnlyThanks {
            return
        } else if lists.isEmpty, code == nil, text.isReply, text.isOnlyRefusal {
            notUnderstood = .nothingChanged
            return
        } else if lists.isEmpty, code == nil, text.isOnlyGreeting(botName) {
            add(.greeting)
        } else if !text.isReply, isAlone {
            add(text.subject)
        } else {
            readLines(of: text, isCommand: isCommand)
        }
        attach(Array(lists.prefix(Self.mostLists)))
        if code != nil || saysYes { dropRemarks(isCommand) }
        if commands.isEmpty, code == nil { explainMissingCommand(in: text, isCommand) }
    }

    /// Notices about the lines that were not run.
    var remarks: [MailNotice] {
        var remarks: [MailNotice] = []
        if !left.isEmpty { remarks.append(.tooManyCommands(limit: Self.limit, left: left, more: moreLeft)) }
        if !unread.isEmpty { remarks.append(.unread(lines: unread, isUnreadBelowSubject ? .belowSubject : .atEnd)) }
        return remarks
    }

    /// Removes the consent (`yes` or a code).
    ///
    /// Returns false if nothing else is in the mail.
    mutating func removeConsent() -> Bool {
        commands.removeAll(where: isConsent)
        code = nil
        saysYes = false
        return !commands.isEmpty || !unread.isEmpty
    }

    private func isConsent(_ command: MailCommand) -> Bool {
        guard command.position == 0 else { return false }
        let text = command.text
        return phrases.isYes(text) || phrases.code(in: text) != nil || text.trimmingMarks == code
    }

    /// Next to a consent people write other remarks.
    ///
    /// Only lines that are surely commands are kept.
    private mutating func dropRemarks(_ isCommand: (String) -> Bool) {
        let remarks = commands.filter { $0.attachment == nil && !isConsent($0) && !isCommand($0.text) }
        commands.removeAll(where: remarks.contains)
        unread += remarks.map(\.text).filter { $0.contains(" ") && Self.isMistypedCommand($0, isCommand) }
    }

    private mutating func explainMissingCommand(in text: MailLines, _ isCommand: (String) -> Bool) {
        let written = withoutGreeting(text, isCommand).first ?? text.firstLine
        guard let line = written ?? (text.isReply || text.subject.isEmpty ? nil : text.subject) else {
            // An empty new mail asks for help. An empty reply means that its text was lost.
            if !text.isReply { return add(.help) }
            let isMeant = Self.isLine(text.subject, isCommand) && text.subject.count <= Self.longestSubject
            notUnderstood = .emptyReply(line: isMeant ? text.subject : nil)
            return
        }
        let quote = HeaderText.shortened(line, to: Self.longestQuote)
        // A command to copy is shown whole, because a cut address would be a different one.
        let meant = phrases.command(within: line, isCommand: isCommand) ?? commandBelow(text)
        if let meant {
            notUnderstood = .wordsAround(text: quote, line: meant)
        } else {
            notUnderstood = .notUnderstood(text: quote)
        }
    }

    /// The command below other words in a short letter, such as `Please add this one:` and an address on its own line.
    private func commandBelow(_ text: MailLines) -> String? {
        let isCommand = phrases.vocabulary.isCommand
        let said = withoutGreeting(text, isCommand).filter { !$0.isEmpty }
        guard said.count <= Self.mostOfLetter else { return nil }
        let body = said.dropFirst().prefix { !phrases.isSignature($0) && !phrases.isInvitation($0) }
        let meant = body.map { phrases.bare($0, isCommand: isCommand) }.first { $0.count > 2 && isCommand($0) }
        return meant.map { line in
            guard MailPhrases.isOnlyAddresses(line) else { return line }
            return phrases.vocabulary.word(for: .following).map { $0 + " " + line } ?? line
        }
    }

    /// The lines without a greeting at the start.
    private func withoutGreeting(_ text: MailLines, _ isCommand: (String) -> Bool) -> ArraySlice<String> {
        let lines = text.lines[...].drop(while: \.isEmpty)
        guard let first = lines.first else { return lines }
        let rest = lines.dropFirst().drop(while: \.isEmpty)
        let isGreeting =
            isCommand(first)
            ? phrases.isBareGreeting(first) && !rest.isEmpty : phrases.isGreeting(first)
        return isGreeting ? rest : lines
    }

    private mutating func readLines(of text: MailLines, isCommand: (String) -> Bool) {
        var lines = withoutGreeting(text, isCommand).map { phrases.bare($0, isCommand: isCommand) }
        guard let start = lines.first else { return }
        if !isCommand(start), !Self.isMistypedCommand(start, isCommand) {
            // Below a consent in other words only lines that are surely commands are accepted.
            guard phrases.isYes(start) || phrases.code(in: start) != nil else { return }
            lines = Array(lines.dropFirst().drop(while: \.isEmpty))
            guard let first = lines.first, isCommand(first) else { return }
        }
        var isAfterGap = false
        let last = lines.lastIndex(where: isCommand) ?? lines.startIndex
        for (index, line) in zip(lines.indices, lines) {
            if line.isEmpty {
                // Outlook puts an empty line between lines. Below an empty line people also write about other things.
                isAfterGap = true
                continue
            }
            let next = lines.dropFirst(index + 1).first ?? ""
            let isFollowedByText =
                !next.isEmpty && !MailPhrases.isName(next) && !phrases.isClosing(next)
                && !Self.isMistypedCommand(next, isCommand)
            let isSigned = index > last && isSignature(line, of: text.senderWords, isFollowedByText: isFollowedByText)
            if isSigned || phrases.isClosing(line) {
                return collectUnread(lines.dropFirst(index + 1), isSigned: true, isCommand)
            }
            if isAfterGap, !isCommand(line) || isFooter(line, of: text) {
                if isCommand(line), !phrases.isInvitation(line), !line.contains("@") { unread.append(line) }
                return collectUnread(lines.dropFirst(index), isSigned: isCommand(line), isCommand)
            }
            if commands.count < Self.limit {
                add(line)
            } else if isCommand(line) {
                if left.count < Self.mostLeft { left.append(line) } else { moreLeft += 1 }
            }
        }
    }

    /// Whether a line after the last command is the sender's name, or begins a longer signature.
    ///
    /// Other lines of two capitalized words may be mistyped commands, so they are answered.
    private func isSignature(_ line: String, of sender: Set<String>, isFollowedByText: Bool) -> Bool {
        MailPhrases.isName(line, of: sender) || (isFollowedByText && MailPhrases.isFullName(line))
    }

    /// Whether a command below an empty line looks like a company's footer.
    private func isFooter(_ line: String, of text: MailLines) -> Bool {
        if phrases.isInvitation(line) { return true }
        // Several addresses in separate paragraphs are a list of feeds.
        guard MailPhrases.isOnlyAddresses(line), !commands.allSatisfy({ MailPhrases.isOnlyAddresses($0.text) }) else {
            return false
        }
        // Any other single address was pasted to be followed.
        return line.split(separator: " ").contains { $0.contains("@") || text.isSenderSite($0) }
    }

    /// Collects lines that are not run but may be commands, so that the sender can be informed.
    ///
    /// - Parameter isSigned: Whether the lines follow a signature, which may contain addresses and names of papers.
    private mutating func collectUnread(_ lines: ArraySlice<String>, isSigned: Bool, _ isCommand: (String) -> Bool) {
        var isSigned = isSigned
        for line in lines where !line.isEmpty {
            let bare = phrases.bare(line, isCommand: isCommand)
            isSigned = isSigned || phrases.isSignature(line)
            guard isCommand(bare) || !isSigned && bare.contains(" ") && Self.isMistypedCommand(bare, isCommand),
                !MailPhrases.isName(bare), !phrases.isClosing(bare), !phrases.isInvitation(bare),
                !isSigned || !MailPhrases.isOnlyAddresses(bare) && bare.count > 3
            else { continue }
            if unread.count < Self.mostLeft, !unread.contains(bare) { unread.append(bare) }
        }
        // So many addresses come from a mail of ours that was quoted without quotation marks.
        if unread.count > Self.limit { unread.removeAll(where: MailPhrases.isOnlyAddresses) }
    }

    private mutating func add(_ text: String) {
        commands.append(MailCommand(position: commands.count, text: text))
    }

    /// Adds the command for a role, if there is one.
    private mutating func add(_ role: CommandVocabulary.Role) {
        if let word = phrases.vocabulary.word(for: role) { add(word) }
    }

    /// Assigns each list to an import command without arguments.
    ///
    /// Other lists get an import command of their own.
    private mutating func attach(_ lists: [Int]) {
        let vocabulary = phrases.vocabulary
        guard let importing = vocabulary.word(for: .importing) else { return }
        var lists = lists[...]
        for index in commands.indices {
            let words = commands[index].text.lowercased().split(separator: " ")
            guard let list = lists.first, vocabulary.begins(commands[index].text, with: .importing),
                words.count == 1 || words.dropFirst().first == "to"
            else { continue }
            commands[index].attachment = list
            lists = lists.dropFirst()
        }
        for list in lists {
            commands.append(MailCommand(position: commands.count, text: importing, attachment: list))
        }
    }

    private static func isLine(_ text: String, _ isCommand: (String) -> Bool) -> Bool {
        !text.isEmpty && isCommand(text)
    }

    /// Whether a line that is not a command was probably meant as one.
    ///
    /// The chat then explains what is wrong.
    ///
    /// A single word may be the number of a choice. A few words may begin with a command, or be a word followed by
    /// numbers: `sav 3`.
    private static func isMistypedCommand(_ line: String, _ isCommand: (String) -> Bool) -> Bool {
        let words = line.split(separator: " ")
        guard line.utf8.count <= 200, words.count <= 6, let verb = words.first else { return false }
        if words.count == 1 || isCommand(String(verb)) { return true }
        return words.count <= 3 && words.dropFirst().allSatisfy { $0.utf8.count <= 4 && $0.allSatisfy(\.isNumber) }
    }

    /// The ten letters and digits of a code without the word `yes` before it.
    private static func isBareCode(_ line: String) -> Bool {
        let word = line.prefix(40).trimmingCharacters(in: ["\"", "“", "”", ".", "*"])
        return word.utf8.count == 10 && word.contains(where: \.isNumber)
            && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }
}
