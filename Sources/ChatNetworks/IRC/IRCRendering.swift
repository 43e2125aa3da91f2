import IRCClient
import NewsModel

/// Rich text as IRC lines that others see whole.
enum IRCRendering {
    /// RFC 2812, 2.3: 512 bytes with CR LF.
    private static let lineBytes = 512
    /// `:nick!user@host` at its longest: nick 30, user 11 with the tilde, host 63.
    private static let prefixBytes = 1 + 30 + 1 + 11 + 1 + 63

    /// The lines of a message, each within 512 bytes as others receive it.
    ///
    /// IRC knows no documents: Markdown goes out as its source, HTML as plain text.
    static func lines(of message: OutgoingMessage, to address: Address) -> [String] {
        let lines =
            switch message.form {
            case .chat: LineRendering.lines(message.body, style: message.withColour ? .irc : .plain)
            case .text, .html, .opml: LineRendering.lines(message.body)
            case .markdown:
                MarkdownRendering.document(message.body).split(separator: "\n").map(String.init)
            }
        let budget = textBytes(target: address.target)
        return lines.flatMap { LineSplitter.split($0, budgetBytes: budget) }
    }

    /// Lines that the network takes as one message become one text of several rows.
    ///
    /// Without limits each line stays by itself: confirmed one by one, a lost connection repeats one at most.
    static func together(_ lines: [String], within limits: IRCMultilineLimits?) -> [String] {
        guard let limits else { return lines }
        var texts: [String] = []
        var rows = 0
        var bytes = 0
        for line in lines {
            let lineBytes = line.utf8.count + 1
            if let last = texts.last, rows < limits.lines, bytes + lineBytes <= limits.bytes {
                texts[texts.count - 1] = last + "\n" + line
                rows += 1
                bytes += lineBytes
            } else {
                texts.append(line)
                rows = 1
                bytes = lineBytes
            }
        }
        return texts
    }

    /// Room for text in a line, whatever our own prefix turns out to be.
    static func textBytes(target: String) -> Int {
        lineBytes - 2 - prefixBytes - " PRIVMSG ".utf8.count - max(30, target.utf8.count) - " :".utf8.count
    }

    /// What was typed, without colours and other formatting (modern.ircdocs.horse/formatting).
    static func withoutFormatting(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x03:
                dropDigits(&rest, atMost: 2, isDigit: { ("0"..."9").contains($0) })
                if rest.first == ",", let next = rest.dropFirst().first, ("0"..."9").contains(next) {
                    rest = rest.dropFirst()
                    dropDigits(&rest, atMost: 2, isDigit: { ("0"..."9").contains($0) })
                }
            case 0x04: dropDigits(&rest, atMost: 6, isDigit: { $0.properties.isASCIIHexDigit })
            case 0x00..<0x20, 0x7f: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func dropDigits(
        _ rest: inout Substring.UnicodeScalarView,
        atMost count: Int,
        isDigit: (Unicode.Scalar) -> Bool
    ) {
        for _ in 0..<count {
            guard let first = rest.first, isDigit(first) else { return }
            rest = rest.dropFirst()
        }
    }
}
