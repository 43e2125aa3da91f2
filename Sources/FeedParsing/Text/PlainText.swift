/// Converts HTML to text that is readable in a chat.
package enum PlainText {
    /// Paragraphs are separated by an empty line, list items have their sign, quotations begin with `> `, images become
    /// `[image]`.
    ///
    /// Scripts and trackers are removed. An address is shown only after a link such as "here".
    ///
    /// `limit` counts characters. Longer text is cut at a word and ends in `…`.
    package static func from(html: String, baseURL: String? = nil, limit: Int = 100_000) -> String {
        var html = html
        return html.withUTF8 { bytes in
            var writer = PlainTextWriter(baseURL: baseURL, byteLimit: max(0, min(limit, 10_000_000)) * 4 + 64)
            var scanner = HTMLScanner(bytes)
            var bookmark = scanner
            while !writer.isFull {
                guard let token = scanner.next() else {
                    // The element that hides the rest of the document was never closed, so the rest is shown.
                    guard writer.reveal() else { break }
                    scanner = bookmark
                    continue
                }
                switch token {
                case .text(let range): writer.text(UnsafeBufferPointer(rebasing: bytes[range]))
                case .open(let name, let range, _):
                    let wasHiding = writer.isHiding
                    writer.open(name, UnsafeBufferPointer(rebasing: bytes[range]))
                    if !wasHiding { bookmark = scanner }
                case .close(let name): writer.close(name)
                }
            }
            return cut(writer.finished(), to: limit)
        }
    }

    /// At most `limit` characters, cut between words if possible.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard limit > 0 else { return "" }
        // A text never has more characters than bytes.
        guard text.utf8.count > limit, let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        let head = text[..<text.index(before: end)]
        let tail = head.suffix(40)
        let word = tail.lastIndex { $0.isWhitespace }.map { head[..<$0] } ?? head
        return String(word.trimmingSpace()) + "…"
    }
}
