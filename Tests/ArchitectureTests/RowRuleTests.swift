import Foundation
import Testing

/// How SQL is written and its rows are read.
@Suite struct RowRuleTests {
    private let files = SourceTree.swiftFiles(under: "Sources/Storage").filter { !$0.path.contains("/Migrations/") }

    /// What stands before each `["` of a line.
    private static func names(beforeLookUpIn line: some StringProtocol) -> [String] {
        line.components(separatedBy: "[\"").dropLast().map { before in
            String(before.reversed().prefix { $0.isLetter || $0.isNumber || "$?)]".contains($0) }.reversed())
        }
        .filter { !$0.isEmpty }
    }

    @Test func `rows are decoded by position: GRDB's look-up by name is slow`() {
        for file in files {
            for line in file.text.split(separator: "\n") {
                let names = Self.names(beforeLookUpIn: line).filter { $0 != "arguments" }
                #expect(names.isEmpty, "\(file.path) looks up a column by name: \(line)")
            }
        }
    }

    @Test(arguments: [
        (#"id: row["id"],"#, ["row"]), (#"map { ($0["code"], $0[0]) }"#, ["$0"]),
        (#"waiting?["mails"] ?? 0"#, ["waiting?"]),
        (#"for table in ["a", "b"] {"#, []), (#"f(["a": 1])"#, []), ("row[0]", []),
    ])
    func `a look-up by name is seen`(line: String, names: [String]) {
        #expect(Self.names(beforeLookUpIn: line) == names)
    }

    @Test func `an argument does not choose which statement a text of SQL is`() {
        let switches = ["iif(?", "iif(:", "CASE WHEN ?", "CASE WHEN :"]
        for file in files {
            for line in file.text.split(separator: "\n") {
                #expect(!switches.contains(where: line.contains), "\(file.path): \(line)")
                #expect(!Self.hasArgumentAsCondition(line), "\(file.path): \(line)")
                for part in line.components(separatedBy: " IS NULL").dropLast() {
                    let last = part.split(separator: " ").last?.trimmingCharacters(in: ["("]) ?? ""
                    #expect(!last.hasPrefix("?") && !last.hasPrefix(":"), "\(file.path): \(line)")
                }
            }
        }
    }

    /// Whether an argument alone is one side of an OR, or is compared with a constant.
    private static func hasArgumentAsCondition(_ line: some StringProtocol) -> Bool {
        let words = line.split(separator: " ").map { String($0.drop { $0 == "(" }) }
        return words.indices.contains { index in
            let word = words[index]
            guard word.hasPrefix(":") || word.hasPrefix("?"), !word.hasSuffix(",") else { return false }
            let before = index > 0 ? words[index - 1] : ""
            let isOperand = before == "NOT" && index > 1 && words[index - 2] == "IS"
            guard !isOperand, ["", "WHERE", "AND", "OR", "NOT", "ON"].contains(before) else { return false }
            let after = words[(index + 1)...].prefix(2)
            let isAlone = word.hasSuffix(")") || after.isEmpty
            let isCompared = after.first == "=" && after.last?.first.map { "'0123456789".contains($0) } == true
            return after.first == "OR" || isCompared || isAlone && (before == "OR" || before == "NOT")
        }
    }

    @Test(arguments: [
        ("WHERE (:isPublic OR EXISTS (", true), ("AND (NOT :isTitle OR abs(a - b) < 3)", true),
        ("AND (kind = ?3 OR kind = 'saved' AND ?3 = 'article')", true), ("WHERE (a = 1 OR :all)", true),
        ("AND (url = :target OR id = :id)", false), ("WHERE a = ? AND b IN (?, ?)", false),
        ("(:image = 0 OR imageURL IS NOT NULL)", true), ("AND a IS NOT ?", false), ("VALUES (?, ?, ?)", false),
        ("let a = b ? c : d", false), ("AND ? < a.time", false),
    ])
    func `an argument as a condition is seen`(line: String, isSeen: Bool) {
        #expect(Self.hasArgumentAsCondition(line) == isSeen)
    }
}
