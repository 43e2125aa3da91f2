/// Extracts what a person wrote in a reply.
///
/// It removes lines quoted with `>`, lines such as `On … wrote:` in many languages, unmarked original messages,
/// signatures, and lines added by phones and list servers. Each line is examined once, together with a few lines below
/// it.
package enum ReplyText {
    private static let longestText = 2_000
    private static let longestLine = 2_000

    /// The person's text with its paragraphs.
    package static func unquoted(
        _ text: String,
        words: ProgramWords,
        answers: QuotedLineAnswers = QuotedLineAnswers()
    ) -> String {
        var reader = ReplyReader(lines: lines(of: text), words: words, answers: answers)
        var kept = reader.read().map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
        while kept.first?.isEmpty == true { kept.removeFirst() }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    /// The first non-empty lines, without surrounding spaces.
    package static func lines(
        _ text: String,
        words: ProgramWords,
        answers: QuotedLineAnswers = QuotedLineAnswers(),
        limit: Int = 10
    ) -> [String] {
        let kept = unquoted(text, words: words, answers: answers).split(separator: "\n").lazy.map(\.trimmedText)
            .filter { !$0.isEmpty }
        return Array(kept.prefix(max(limit, 0)))
    }

    private static func lines(of text: String) -> [String] {
        let lines = text.split(maxSplits: longestText, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.prefix(longestText).map { $0.prefix(scalars: longestLine) }
    }
}

/// Answers that people write between quoted lines.
///
/// Such a line must not be mistaken for the wrapped end of a long quoted line.
package struct QuotedLineAnswers: Hashable, Sendable {
    /// Words that a number follows, in lower case: `save 3`.
    package var numbered: Set<String>
    /// Words that stand alone, in lower case.
    package var alone: Set<String>

    package init(numbered: Set<String> = [], alone: Set<String> = []) {
        self.numbered = numbered
        self.alone = alone
    }
}

extension StringProtocol {
    /// The first `count` scalars.
    ///
    /// A single letter may have a million combining marks, which makes comparisons slow.
    func prefix(scalars count: Int) -> String {
        var prefix = String.UnicodeScalarView()
        prefix.append(contentsOf: unicodeScalars.prefix(count))
        return String(prefix)
    }

    /// Without white space and invisible marks at both ends.
    var trimmedText: String {
        let isEmpty: (Character) -> Bool = { character in
            character.isWhitespace || ["\u{200B}", "\u{FEFF}", "\u{200E}", "\u{200F}", "\u{2060}"].contains(character)
        }
        let start = drop(while: isEmpty)
        return String(String(start.reversed().drop(while: isEmpty)).reversed())
    }
}

/// Reads the lines of a reply in one pass.
private struct ReplyReader {
    private let lines: [String]
    /// In lower case, without surrounding spaces and without asterisks of bold text.
    private let plain: [String]
    private let words: ProgramWords
    private let answers: QuotedLineAnswers

    init(lines: [String], words: ProgramWords, answers: QuotedLineAnswers) {
        self.lines = lines
        self.words = words
        self.answers = answers
        plain = lines.map { line in
            let bare = line.trimmedText.lowercased().filter { $0 != "*" }
            return bare.replacing("\u{A0}", with: " ").trimmedText
        }
    }

    mutating func read() -> [String] {
        var kept: [String] = []
        var index = 0
        while index < lines.count {
            let line = plain[index]
            if isQuoted(index) || isWrapped(index) {
                index += 1
            } else if let next = endOfAttribution(index) {
                // If `>` lines follow, an answer may follow them. Otherwise everything below is the original.
                guard let quoted = firstText(from: next), isQuoted(quoted) else { return kept }
                index = next
            } else if isSignature(index) || isOriginal(line) || isHeaderBlock(index) || isRule(index)
                || isListFooter(line) || isTitle(index)
            {
                return kept
            } else {
                if !isDeviceSignature(line) { kept.append(lines[index]) }
                index += 1
            }
        }
        return kept
    }

    private func isQuoted(_ index: Int) -> Bool { plain[index].hasPrefix(">") || plain[index].hasPrefix("＞") }

    /// Whether this is the end of a quoted line that the mail program wrapped.
    ///
    /// Lines with `>` are before and after it, and its first word did not fit into the line before.
    private func isWrapped(_ index: Int) -> Bool {
        guard index > 0, index + 1 < lines.count, isQuoted(index - 1), isQuoted(index + 1),
            let word = plain[index].split(separator: " ").first
        else { return false }
        if isAnswer(plain[index]) { return false }
        // A longer line was not wrapped, so the next line is an answer.
        let width = plain[index - 1].count
        return width <= Self.widest && width + 1 + word.count > Self.wrapped
    }

    /// Whether it is an answer such as `save 3` or `unsubscribe`.
    ///
    /// The width of the line before does not matter then.
    private func isAnswer(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard let first = words.first else { return false }
        if words.count == 1 { return answers.alone.contains(String(first)) }
        let isNumbered = words[1].first.map { $0.isNumber || $0 == "#" } ?? false
        return isNumbered && answers.numbered.contains(String(first))
    }

    /// Columns at which mail programs wrap lines (RFC 3676, 4.2); two more for the quotation mark.
    private static let wrapped = 72
    private static let widest = 80

    /// The first non-empty line at or after an index.
    private func firstText(from start: Int) -> Int? {
        // A few empty lines may separate the announcement from the quotation.
        (start..<min(start + 5, lines.count)).first { !plain[$0].isEmpty }
    }

    /// The index after an announcement `On … wrote:`, which may be wrapped over up to four lines; nil if there is none.
    private func endOfAttribution(_ start: Int) -> Int? {
        var joined = ""
        for index in start..<min(start + 4, lines.count) {
            let line = plain[index]
            guard !line.isEmpty, index == start || !isQuoted(index) else { return nil }
            joined += joined.isEmpty ? line : " " + line
            guard joined.count <= 400 else { return nil }
            let isRuled = line.hasPrefix("--") && line.hasSuffix("--")
            if line.hasSuffix(":") || line.hasSuffix("：") || isRuled {
                return isAttribution(joined, isWrapped: index > start, followed: index + 1) ? index + 1 : nil
            }
            if isDateLine(joined), firstText(from: index + 1).map(isQuoted) == true { return index + 1 }
            guard canBeWrapped(joined) else { return nil }
        }
        return nil
    }

    private func canBeWrapped(_ text: String) -> Bool {
        if words.wroteStarts.contains(where: { text.hasPrefix($0) }) { return true }
        guard text.filter(\.isNumber).count >= 5 else { return false }
        // For example `pe 20. lokakuuta 2017 klo 17.50 Alice`, with the address and the verb on the next line.
        return text.first?.isNumber == true || text.prefix(4).contains(" ") || text.prefix(6).contains(",")
    }

    private func isAttribution(_ text: String, isWrapped: Bool, followed: Int) -> Bool {
        let hasNumber = text.contains(where: \.isNumber)
        let verb = words.wrote.contains { text.contains($0) }
        if verb, hasNumber || text.contains("@") || text.hasSuffix("--") { return true }
        // `Alice wrote:` alone counts only if a quotation follows.
        if verb, !isWrapped, text.count <= 100 { return firstText(from: followed).map(isQuoted) ?? false }
        // `сб, 21 нояб. 2026 г. в 13:35, Alice <alice@example.org>:`
        return hasNumber && text.contains("@") && text.contains("<") && (text.hasSuffix(">:") || text.hasSuffix(">："))
            && text.filter(\.isNumber).count >= 5
    }

    /// For example `2026/11/21 Alice <alice@example.org>`, without verb and colon.
    private func isDateLine(_ text: String) -> Bool {
        text.first?.isNumber == true && text.hasSuffix(">") && text.contains("@")
            && text.prefix(12).filter(\.isNumber).count >= 5
    }

    /// `-- ` or a variant of it.
    private func isSignature(_ index: Int) -> Bool {
        let line = lines[index]
        return line == "-- " || line == "--" || line == "--\u{A0}" || plain[index] == "—" && index > 0
    }

    /// `-----Original Message-----`, `Begin forwarded message:`.
    private func isOriginal(_ line: String) -> Bool {
        let isDash: (Character) -> Bool = { "-_—–─ ".contains($0) }
        guard let first = line.first, isDash(first) || line.hasSuffix(":") else { return false }
        let core = line.drop(while: isDash).reversed().drop { isDash($0) || $0 == ":" }.reversed()
        return words.originals.contains(String(core))
    }

    /// Whether a block of quoted headers begins: `From:` with `Sent:`, `To:` or `Subject:` nearby.
    private func isHeaderBlock(_ index: Int) -> Bool {
        guard let key = headerKey(plain[index]) else { return false }
        var (hasFrom, count) = (words.quotedFrom.contains(key), 1)
        guard hasFrom || words.quotedHeaders.contains(key) else { return false }
        for line in plain[(index + 1)..<min(index + 8, lines.count)] {
            guard let key = headerKey(line) else { continue }
            let isFrom = words.quotedFrom.contains(key)
            hasFrom = hasFrom || isFrom
            if isFrom || words.quotedHeaders.contains(key) { count += 1 }
        }
        return hasFrom && count >= 3
    }

    /// A title between dashes, in any language, above a block of headers.
    private func isTitle(_ index: Int) -> Bool {
        let line = plain[index]
        guard line.hasPrefix("---"), line.hasSuffix("---"), let next = firstText(from: index + 1) else { return false }
        return isHeaderBlock(next)
    }

    private func headerKey(_ line: String) -> String? {
        guard let colon = line.prefix(30).firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        return line[..<colon].trimmedText
    }

    /// The long line above Outlook's quotations and Mailman's footers.
    private func isRule(_ index: Int) -> Bool {
        let line = plain[index]
        return line.count >= 20 && (line.allSatisfy { $0 == "_" } || line.allSatisfy { $0 == "─" || $0 == "—" })
    }

    private func isListFooter(_ line: String) -> Bool { words.listFooters.contains { line.hasPrefix($0) } }

    /// Only short lines, because a sentence may begin with the same words.
    private func isDeviceSignature(_ line: String) -> Bool {
        line.count <= 80 && words.deviceSignatures.contains { line.hasPrefix($0) }
    }
}
