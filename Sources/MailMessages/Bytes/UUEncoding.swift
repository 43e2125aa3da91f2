/// Reads files that old programs put into text: `begin 644 name`, lines, `end`.
enum UUEncoding {
    /// The most decoded bytes.
    ///
    /// One letter can stand for a line of 45 zeros, so a small mail could decode to a huge file.
    static let mostBytes = 32 << 20

    /// The text without its files, and the files, at most `limit` bytes together.
    static func extract(
        from text: String,
        limit: Int = mostBytes
    ) -> (text: String, files: [(name: String, content: [UInt8])]) {
        guard text.hasPrefix("begin ") || text.contains("\nbegin ") else { return (text, []) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        var files: [(name: String, content: [UInt8])] = []
        var (index, left) = (0, limit)
        while index < lines.count {
            if files.count < 100, let name = name(lines[index]),
                let (content, next) = body(lines, from: index + 1, limit: left)
            {
                files.append((name, content))
                left -= content.count
                index = next
            } else {
                kept.append(lines[index])
                index += 1
            }
        }
        return (kept.joined(separator: "\n"), files)
    }

    /// The content of a part that contains one such file; other text is ignored.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: bytes.filter { $0 != .carriageReturn }, as: UTF8.self)
        return extract(from: text).files.first?.content ?? Array(bytes)
    }

    private static func name(_ line: Substring) -> String? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "begin", (3...4).contains(words[1].count),
            words[1].allSatisfy({ ("0"..."7").contains($0) })
        else { return nil }
        return String(words[2])
    }

    private static func body(_ lines: [Substring], from start: Int, limit: Int) -> (content: [UInt8], next: Int)? {
        var content: [UInt8] = []
        var index = start
        while index < lines.count, lines[index] != "end" {
            guard let bytes = decodedLine(lines[index]), content.count + bytes.count <= limit else { break }
            content += bytes
            index += 1
        }
        // A sentence such as "begin 100 things" is not a file.
        guard index > start, !content.isEmpty else { return nil }
        return (content, index < lines.count && lines[index] == "end" ? index + 1 : index)
    }

    private static func decodedLine(_ line: Substring) -> [UInt8]? {
        let letters = Array(line.utf8)
        guard let first = letters.first, (0x20...0x60).contains(first),
            letters.allSatisfy({ (0x20...0x60).contains($0) })
        else { return nil }
        let count = Int(first - 0x20) & 63
        let needed = (count + 2) / 3 * 4
        // Trailing spaces, which encode zeros, are often lost. A checksum letter may follow.
        guard letters.count - 1 <= needed + 2 else { return nil }
        let values = letters.dropFirst().map { ($0 - 0x20) & 63 } + [UInt8](repeating: 0, count: needed)
        var bytes: [UInt8] = []
        for group in stride(from: 0, to: needed, by: 4) {
            bytes.append(values[group] << 2 | values[group + 1] >> 4)
            bytes.append(values[group + 1] << 4 | values[group + 2] >> 2)
            bytes.append(values[group + 2] << 6 | values[group + 3])
        }
        return Array(bytes.prefix(count))
    }
}
