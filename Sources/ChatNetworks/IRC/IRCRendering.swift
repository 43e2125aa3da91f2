import IRCClient
import NewsModel
import Synchronization

/// Renders rich text as IRC lines that are not truncated for other users.
enum IRCRendering {
    /// RFC 2812, 2.3: 512 bytes with CR LF.
    private static let lineBytes = 512
    /// The longest `:nick!user@host` prefix: nick 30, user 11 with the tilde, host 63.
    private static let prefixBytes = 1 + 30 + 1 + 11 + 1 + 63

    /// The lines of a message, each at most 512 bytes as other users receive it.
    ///
    /// IRC has no documents: Markdown is sent as its source, HTML as plain text.
    static func lines(of message: OutgoingMessage, to address: Address) -> [String] {
        let lines =
            switch message.form {
            case .chat: LineRendering.lines(message.body, style: message.withColour ? .irc : message.lineStyle)
            case .text, .html, .opml: LineRendering.lines(message.body, style: message.lineStyle)
            case .markdown:
                MarkdownRendering.document(message.body).split(separator: "\n").map(String.init)
            }
        let budget = textBytes(target: address.target)
        return lines.flatMap { LineSplitter.split(indented($0), budgetBytes: budget) }
    }

    /// Replaces leading spaces by no-break spaces.
    ///
    /// `LineSplitter` drops ordinary leading spaces; table columns would then be out of line.
    private static func indented(_ line: String) -> String {
        let spaces = line.prefix { $0 == " " }.count
        return spaces == 0 ? line : String(repeating: "\u{a0}", count: spaces) + line.dropFirst(spaces)
    }

    /// Joins lines into texts of several rows that the network accepts as one message.
    ///
    /// Without limits each line is separate. Each is then confirmed, and a lost connection repeats at most one.
    static func multilineTexts(_ lines: [String], within limits: IRCMultilineLimits?) -> [String] {
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

    /// The bytes of text that fit on a line even with the longest prefix of ours.
    static func textBytes(target: String) -> Int {
        lineBytes - 2 - prefixBytes - " PRIVMSG ".utf8.count - max(30, target.utf8.count) - " :".utf8.count
    }

    /// The text without colours and other formatting codes (modern.ircdocs.horse/formatting).
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

/// The current limits of a message of several rows; nil while the network accepts only single lines.
final class MultilineLimits: Sendable {
    private let limits = Mutex<IRCMultilineLimits?>(nil)

    func set(_ new: IRCMultilineLimits?) { limits.withLock { $0 = new } }
    var current: IRCMultilineLimits? { limits.withLock { $0 } }
}
