/// Writes headers, folded between words at 78 columns (RFC 5322, section 2.2.3).
struct HeaderWriter {
    private(set) var bytes: [UInt8] = []

    private static let lineLength = 78

    /// Writes words separated by spaces.
    ///
    /// A word must not contain a line break; the types of the callers ensure that.
    mutating func write(_ name: String, tokens: [String]) {
        bytes += "\(name):".utf8
        var column = name.utf8.count + 1
        for token in tokens where !token.isEmpty {
            let length = token.utf8.count
            if column + 1 + length > Self.lineLength, column > name.utf8.count + 1 || length < Self.lineLength {
                bytes += [.carriageReturn, .lineFeed]
                column = 0
            }
            bytes.append(.space)
            bytes += token.utf8
            column += 1 + length
        }
        bytes += [.carriageReturn, .lineFeed]
    }

    mutating func write(_ name: String, text: HeaderText) {
        write(name, tokens: EncodedWord.tokens(text.text, column: name.utf8.count + 2))
    }

    mutating func write(_ name: String, mailboxes: [Mailbox]) {
        guard !mailboxes.isEmpty else { return }
        var tokens: [String] = []
        for mailbox in mailboxes {
            if let last = tokens.popLast() { tokens.append(last + ",") }
            tokens += mailbox.tokens(column: tokens.isEmpty ? name.utf8.count + 2 : 40)
        }
        write(name, tokens: tokens)
    }

    mutating func write(_ name: String, ids: [MailMessageID]) {
        guard !ids.isEmpty else { return }
        write(name, tokens: ids.map(\.description))
    }

    /// Writes a value with parameters: `text/plain; charset=utf-8`.
    mutating func write(_ name: String, _ value: String, parameters: [(String, HeaderText)]) {
        var tokens = [value]
        for (parameter, text) in parameters {
            for piece in MIMEParameter.tokens(parameter, text) {
                if let last = tokens.popLast() { tokens.append(last + ";") }
                tokens.append(piece)
            }
        }
        write(name, tokens: tokens)
    }
}
