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
                for part in line.components(separatedBy: " IS NULL").dropLast() {
                    let last = part.split(separator: " ").last?.trimmingCharacters(in: ["("]) ?? ""
                    #expect(!last.hasPrefix("?") && !last.hasPrefix(":"), "\(file.path): \(line)")
                }
            }
        }
    }
}
