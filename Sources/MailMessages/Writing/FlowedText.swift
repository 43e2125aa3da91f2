/// Plain text in paragraphs that mail programs wrap to their window (RFC 3676, `format=flowed`).
///
/// Each line of the given text is one paragraph. Quotation is stored as a depth, not as `>` in the text.
package struct FlowedText: Sendable, Hashable, ExpressibleByStringInterpolation {
    package struct Paragraph: Sendable, Hashable {
        package internal(set) var text: String
        package var quoteDepth: Int

        /// Line breaks become spaces.
        ///
        /// Control characters except tabs are removed.
        package init(_ text: String, quoteDepth: Int = 0) {
            let lines = FlowedText(text, quoteDepth: 0).paragraphs.map(\.text)
            self.init(clean: lines.joined(separator: " "), quoteDepth: quoteDepth)
        }

        init(clean text: String, quoteDepth: Int = 0) {
            self.text = text
            self.quoteDepth = quoteDepth
        }
    }

    package var paragraphs: [Paragraph]

    /// Lines end in CRLF, LF or CR.
    ///
    /// Control characters except tabs are removed.
    package init(_ text: String, quoteDepth: Int = 0) {
        var clean = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let isBreak = scalar == "\n" || scalar == "\r"
            if isBreak, !(scalar == "\n" && last == "\r") { clean.append("\n") }
            if !isBreak, scalar == "\t" || scalar.properties.generalCategory != .control { clean.append(scalar) }
            last = scalar
        }
        var lines = String(clean).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        paragraphs = lines.map { Paragraph(clean: String($0), quoteDepth: quoteDepth) }
    }

    package init(stringLiteral value: String) { self.init(value) }

    package static func + (one: FlowedText, other: FlowedText) -> FlowedText {
        var sum = one
        sum.paragraphs += other.paragraphs
        return sum
    }

    /// As text with quotations marked by `> `; lines end in LF.
    package var plain: String {
        paragraphs.map { paragraph in
            let depth = min(max(paragraph.quoteDepth, 0), Self.deepest)
            let mark = String(repeating: ">", count: depth)
            return depth == 0 ? paragraph.text : paragraph.text.isEmpty ? mark : "\(mark) \(paragraph.text)"
        }.joined(separator: "\n")
    }

    private static let deepest = 100
    /// Section 4.2: the limit is 78; 72 leaves space for further quoting.
    private static let width = 72

    /// The encoded lines, each with CRLF.
    var wire: [UInt8] {
        var output: [UInt8] = []
        for paragraph in paragraphs {
            let depth = min(max(paragraph.quoteDepth, 0), Self.deepest)
            let mark = [UInt8](repeating: .greater, count: depth)
            for line in Self.wrapped(paragraph.text, width: max(Self.width - depth - 1, 20)) {
                // Section 4.4: space-stuffing.
                let isStuffed =
                    depth > 0 ? !line.isEmpty : line.hasPrefix(" ") || line.hasPrefix(">") || line.hasPrefix("From ")
                output += mark + (isStuffed ? [.space] : []) + line.utf8 + [.carriageReturn, .lineFeed]
            }
        }
        return output
    }

    /// Splits a text into lines.
    ///
    /// All lines but the last end in a space.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        // The signature mark ends in a space but does not flow (section 4.3).
        if text == "-- " { return [text] }
        var (lines, line, column) = ([String](), "", 0)
        for word in words(of: text) {
            let length = columns(of: word)
            if column + length > width + 1, !line.isEmpty, line.hasSuffix(" "), line != "-- ",
                !line.allSatisfy({ $0 == " " })
            {
                lines.append(line)
                (line, column) = ("", 0)
            }
            line += word
            column += length
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return lines + [line]
    }

    /// Words with the spaces after them.
    ///
    /// A short quotation is one word, because it may have to be copied.
    private static func words(of text: String) -> [String] {
        var (words, word) = ([String](), "")
        var rest = Substring(text)
        while let character = rest.first {
            if character != " ", word.hasSuffix(" ") {
                words.append(word)
                word = ""
            }
            let piece = quotation(rest) ?? rest.prefix(1)
            word += piece
            rest = rest[piece.endIndex...]
        }
        return words + [word]
    }

    /// The quotation at the start of a text, including its quotation marks.
    private static func quotation(_ text: Substring) -> Substring? {
        guard text.first == "\"" else { return nil }
        let head = text.prefix(longestQuotation)
        guard let end = head.dropFirst().firstIndex(of: "\"") else { return nil }
        return head[...end]
    }

    /// In characters.
    private static let longestQuotation = 48

    private static func columns(of word: String) -> Int {
        word.reduce(0) { $0 + (($1.unicodeScalars.first?.value ?? 0) >= 0x2E80 ? 2 : 1) }
    }
}

/// Parses flowed text.
extension FlowedText {
    /// Text of a part with `format=flowed`.
    ///
    /// - Parameter deletesSpaces: `DelSp=yes` (section 4.1): the space before a soft line break is removed.
    init(wire: String, deletesSpaces: Bool) {
        paragraphs = []
        var isOpen = false
        var pending = Paragraph(clean: "")
        for line in FlowedText(wire).paragraphs.map(\.text) {
            let depth = line.prefix { $0 == ">" }.count
            var content = line.dropFirst(depth)
            if content.hasPrefix(" ") { content.removeFirst() }
            if isOpen, depth != pending.quoteDepth {
                paragraphs.append(pending)
                isOpen = false
            }
            let flows = content.hasSuffix(" ") && content != "-- "
            if flows, deletesSpaces { content.removeLast() }
            // A signature mark ends the current paragraph.
            if isOpen, content == "-- " {
                paragraphs.append(pending)
                isOpen = false
            }
            if isOpen {
                pending.text += content
            } else {
                pending = Paragraph(clean: String(content), quoteDepth: min(depth, Self.deepest))
            }
            isOpen = flows
            if !flows { paragraphs.append(pending) }
        }
        if isOpen { paragraphs.append(pending) }
    }
}
