import Testing

/// What people type in other languages than English stands in `locales/`; the code knows its English meaning.
@Suite struct TypedWordRuleTests {
    /// Code that reads lines and queries, or words answers.
    private static let files: [SourceTree.File] =
        ["ChatCommands", "NewsWording"].flatMap { SourceTree.swiftFiles(under: "Sources/\($0)") }
        + SourceTree.swiftFiles(under: "Sources/TextAnalysis").filter { $0.path.contains("Query") }

    /// Whether a scalar is a letter of Chinese, Japanese or Korean; their punctuation is that of a keyboard.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF: true
        default: false
        }
    }

    /// The part of a line before its comment.
    private static func code(_ line: Substring) -> String {
        var code = ""
        var isQuoted = false
        var last: Character?
        for character in line {
            if character == "\"", last != "\\" { isQuoted.toggle() }
            if !isQuoted, character == "/", last == "/" { break }
            code.append(character)
            last = character
        }
        return code
    }

    @Test func `comments are told from code`() {
        #expect(Self.code("let a = \"// 三\" // 三") == "let a = \"// 三\" /")
        #expect(Self.isLetter("三") && !Self.isLetter("，") && !Self.isLetter("！") && !Self.isLetter("e"))
    }

    @Test func `no word of Chinese, Japanese or Korean stands in the code that reads lines and words answers`() {
        #expect(Self.files.count > 100)
        for file in Self.files {
            for line in file.text.split(separator: "\n") {
                let letters = Self.code(line).unicodeScalars.filter(Self.isLetter)
                #expect(letters.isEmpty, "\(file.path): \(line)")
            }
        }
    }
}
