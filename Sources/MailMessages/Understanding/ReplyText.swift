/// What a person wrote in a reply, without what the mail program put around it.
///
/// Left out are lines quoted with `>`, the lines that announce a quotation in many languages, everything below an original
/// message that is not marked by `>`, signatures, and what telephones and list servers add. Each line is looked at once, with the
/// few below it.
package enum ReplyText {
    private static let longestText = 2_000
    private static let longestLine = 2_000

    /// The text, its paragraphs as they were.
    package static func unquoted(_ text: String) -> String {
        var reader = ReplyReader(lines: lines(of: text))
        var kept = reader.read().map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
        while kept.first?.isEmpty == true { kept.removeFirst() }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    /// The first lines that say something, without blanks around them.
    package static func lines(_ text: String, limit: Int = 10) -> [String] {
        let kept = unquoted(text).split(separator: "\n").lazy.map(\.trimmedText).filter { !$0.isEmpty }
        return Array(kept.prefix(max(limit, 0)))
    }

    private static func lines(of text: String) -> [String] {
        let lines = text.split(maxSplits: longestText, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.prefix(longestText).map { $0.prefix(scalars: longestLine) }
    }
}

extension StringProtocol {
    /// The beginning, counted in scalars: a letter may be a tower of a million marks, which every comparison climbs.
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

/// One pass over the lines of a reply.
private struct ReplyReader {
    private let lines: [String]
    /// In lower case, without blanks around and the asterisks of bold text.
    private let plain: [String]

    init(lines: [String]) {
        self.lines = lines
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
                // With `>` below, an answer may follow; without, all the rest is the original.
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

    /// Whether it is the end of a quoted line that was too long for the program that quoted it: `>` stands before it and
    /// behind it, and its first word had no room in the line before.
    private func isWrapped(_ index: Int) -> Bool {
        guard index > 0, index + 1 < lines.count, isQuoted(index - 1), isQuoted(index + 1),
            let word = plain[index].split(separator: " ").first
        else { return false }
        if isAnswer(plain[index]) { return false }
        // What is longer was quoted whole, and what follows it is an answer.
        let width = plain[index - 1].count
        return width <= Self.widest && width + 1 + word.count > Self.wrapped
    }

    /// `save 3` and `unsubscribe` were typed there, however wide the line before is.
    private func isAnswer(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard let first = words.first else { return false }
        if words.count == 1 { return QuotationWords.endings.contains(String(first)) }
        let isNumbered = words[1].first.map { $0.isNumber || $0 == "#" } ?? false
        return isNumbered && QuotationWords.numberedAnswers.contains(String(first))
    }

    /// Columns, where mail programs break lines (RFC 3676, 4.2) with two more for the mark.
    private static let wrapped = 72
    private static let widest = 80

    /// The first line at or after a place that is not empty.
    private func firstText(from start: Int) -> Int? {
        // A few empty lines stand between announcement and quotation.
        (start..<min(start + 5, lines.count)).first { !plain[$0].isEmpty }
    }

    /// Where the quotation begins that `On … wrote:` announces, on one line or wrapped over up to four.
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
        if QuotationWords.wroteStarts.contains(where: { text.hasPrefix($0) }) { return true }
        guard text.filter(\.isNumber).count >= 5 else { return false }
        // `pe 20. lokakuuta 2017 klo 17.50 Alice`, the address and the verb on the next line.
        return text.first?.isNumber == true || text.prefix(4).contains(" ") || text.prefix(6).contains(",")
    }

    private func isAttribution(_ text: String, isWrapped: Bool, followed: Int) -> Bool {
        let hasNumber = text.contains(where: \.isNumber)
        let verb = QuotationWords.wrote.contains { text.contains($0) }
        if verb, hasNumber || text.contains("@") || text.hasSuffix("--") { return true }
        // `Alice wrote:` alone needs the quotation to follow.
        if verb, !isWrapped, text.count <= 100 { return firstText(from: followed).map(isQuoted) ?? false }
        // `сб, 21 нояб. 2026 г. в 13:35, Alice <alice@example.org>:`
        return hasNumber && text.contains("@") && text.contains("<") && (text.hasSuffix(">:") || text.hasSuffix(">："))
            && text.filter(\.isNumber).count >= 5
    }

    /// `2026/11/21 Alice <alice@example.org>` says no verb and no colon.
    private func isDateLine(_ text: String) -> Bool {
        text.first?.isNumber == true && text.hasSuffix(">") && text.contains("@")
            && text.prefix(12).filter(\.isNumber).count >= 5
    }

    /// `-- `, or what is left of it.
    private func isSignature(_ index: Int) -> Bool {
        let line = lines[index]
        return line == "-- " || line == "--" || line == "--\u{A0}" || plain[index] == "—" && index > 0
    }

    /// `-----Original Message-----`, `Begin forwarded message:`.
    private func isOriginal(_ line: String) -> Bool {
        let isDash: (Character) -> Bool = { "-_—–─ ".contains($0) }
        guard let first = line.first, isDash(first) || line.hasSuffix(":") else { return false }
        let core = line.drop(while: isDash).reversed().drop { isDash($0) || $0 == ":" }.reversed()
        return QuotationWords.originals.contains(String(core))
    }

    /// `From:` with `Sent:`, `To:` or `Subject:` near it.
    private func isHeaderBlock(_ index: Int) -> Bool {
        guard let key = headerKey(plain[index]) else { return false }
        var (hasFrom, count) = (QuotationWords.from.contains(key), 1)
        guard hasFrom || QuotationWords.otherHeaders.contains(key) else { return false }
        for line in plain[(index + 1)..<min(index + 8, lines.count)] {
            guard let key = headerKey(line) else { continue }
            let isFrom = QuotationWords.from.contains(key)
            hasFrom = hasFrom || isFrom
            if isFrom || QuotationWords.otherHeaders.contains(key) { count += 1 }
        }
        return hasFrom && count >= 3
    }

    /// `---- whatever your language calls it ----` above a block of headers.
    private func isTitle(_ index: Int) -> Bool {
        let line = plain[index]
        guard line.hasPrefix("---"), line.hasSuffix("---"), let next = firstText(from: index + 1) else { return false }
        return isHeaderBlock(next)
    }

    private func headerKey(_ line: String) -> String? {
        guard let colon = line.prefix(30).firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        return line[..<colon].trimmedText
    }

    /// The long rule above Outlook's quotations and Mailman's footers.
    private func isRule(_ index: Int) -> Bool {
        let line = plain[index]
        return line.count >= 20 && (line.allSatisfy { $0 == "_" } || line.allSatisfy { $0 == "─" || $0 == "—" })
    }

    private func isListFooter(_ line: String) -> Bool { QuotationWords.listFooters.contains { line.hasPrefix($0) } }

    /// Short, because people may also begin a sentence so.
    private func isDeviceSignature(_ line: String) -> Bool {
        line.count <= 80 && QuotationWords.deviceSignatures.contains { line.hasPrefix($0) }
    }
}
