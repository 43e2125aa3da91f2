/// Reads the subset of TOML that locale files use: comments, tables, and strings on one line or in three quotes.
///
/// The keys come back dotted, table first: `[digest]` and `title = "…"` make `digest.title`.
struct LocaleFileParser {
    private let file: String
    private let lines: [Substring]
    private var table = ""
    private var entries: [(key: String, value: String)] = []

    static func entries(of text: String, file: String) throws -> [(key: String, value: String)] {
        var parser = LocaleFileParser(file: file, text: text)
        try parser.parse()
        return parser.entries
    }

    private init(file: String, text: String) {
        self.file = file
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private mutating func parse() throws {
        var index = 0
        while index < lines.count {
            let line = trimmed(lines[index])
            index += 1
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                guard let end = line.firstIndex(of: "]") else { throw error(index, "a table needs its ]") }
                table = String(trimmed(line[line.index(after: line.startIndex)..<end]))
                guard isDottedName(table) else { throw error(index, "not a table's name: \(table)") }
                continue
            }
            guard let equals = line.firstIndex(of: "=") else { throw error(index, "expected key = \"text\"") }
            let name = String(trimmed(line[..<equals]))
            guard isDottedName(name) else { throw error(index, "not a key: \(name)") }
            let value = trimmed(line[line.index(after: equals)...])
            let first = index
            if value.hasPrefix("\"\"\"") {
                entries.append((key(name), try longString(value.dropFirst(3), at: &index, openedAt: first)))
            } else {
                entries.append((key(name), try shortString(value, line: first)))
            }
        }
    }

    private func key(_ name: String) -> String { table.isEmpty ? name : table + "." + name }

    private func shortString(_ value: Substring, line: Int) throws -> String {
        guard value.first == "\"" else { throw error(line, "the text must stand in double quotes") }
        var escaped = false
        var end: Substring.Index?
        for position in value.indices.dropFirst() {
            if escaped {
                escaped = false
            } else if value[position] == "\\" {
                escaped = true
            } else if value[position] == "\"" {
                end = position
                break
            }
        }
        guard let end else { throw error(line, "the text needs its closing quote") }
        let after = trimmed(value[value.index(after: end)...])
        guard after.isEmpty || after.hasPrefix("#") else { throw error(line, "unexpected words after the text") }
        return try unescaped(value[value.index(after: value.startIndex)..<end], line: line)
    }

    private func longString(_ opening: Substring, at index: inout Int, openedAt line: Int) throws -> String {
        // TOML 1.0, "String": a newline right after the opening quotes is not part of the text.
        var collected: [Substring] = opening.isEmpty ? [] : [opening]
        while index < lines.count {
            let next = lines[index]
            index += 1
            guard next.hasSuffix("\"\"\"") else {
                collected.append(next)
                continue
            }
            let last = next.dropLast(3)
            if !last.isEmpty { collected.append(last) }
            return try unescaped(Substring(collected.joined(separator: "\n")), line: line)
        }
        throw error(line, "the text needs its closing three quotes")
    }

    private func unescaped(_ text: Substring, line: Int) throws -> String {
        guard text.contains("\\") else { return String(text) }
        var result = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "\"": result.append("\"")
            case "\\": result.append("\\")
            case "u":
                guard let code = UInt32(rest.prefix(4), radix: 16), let scalar = Unicode.Scalar(code)
                else { throw error(line, "\\u needs four hexadecimal digits") }
                rest = rest.dropFirst(4)
                result.unicodeScalars.append(scalar)
            default: throw error(line, "unknown escape; write \\\\ for a backslash")
            }
        }
        return result
    }

    private func isDottedName(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }
    }

    private func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    private func error(_ line: Int, _ reason: String) -> LocalizationError {
        .syntax(file: file, line: line, reason: reason)
    }
}
