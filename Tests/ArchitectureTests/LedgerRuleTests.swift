import Foundation
import Testing

/// Only `Ledger` writes what is queued, sent and told.
///
/// The rule is for Sources. Tests may write these tables by hand, to begin from a state that takes the program long to
/// reach or that only an older version left.
@Suite struct LedgerRuleTests {
    private static let tables: Set = [
        "told", "delivery", "deliverystory", "deliveryreason", "keptbackreport", "storyupdate", "message",
        "postedevent",
        "editablepost", "feedthread",
    ]

    /// The ledger itself, and the steps that change the schema.
    private static func mayWrite(_ path: String) -> Bool {
        path.hasPrefix("Sources/Storage/Ledger/Ledger") || path.hasPrefix("Sources/Storage/Migrations/")
    }

    @Test func `no other file has SQL that writes the ledger's tables`() {
        for file in SourceTree.swiftFiles(under: "Sources") where !Self.mayWrite(file.path) {
            let written = SQLWrites(in: file.text)
            let found = written.tables.intersection(Self.tables)
            #expect(found.isEmpty, "\(file.path) writes \(found.sorted())")
            if written.hasComputedTable {
                let named = written.literals.intersection(Self.tables)
                #expect(named.isEmpty, "\(file.path) writes computed tables and names \(named.sorted())")
            }
        }
    }

    @Test func `the ledger does write each of them`() {
        let files = SourceTree.swiftFiles(under: "Sources/Storage/Ledger").filter { Self.mayWrite($0.path) }
        let written = files.reduce(into: Set<String>()) { $0.formUnion(SQLWrites(in: $1.text).tables) }
        #expect(written.isSuperset(of: Self.tables))
    }

    /// Else told rows and work would go by cascade, which no transition describes.
    @Test func `whoever deletes recipients has the ledger take their work first`() {
        let deleting = SourceTree.swiftFiles(under: "Sources").filter { $0.text.contains("DELETE FROM recipient") }
        #expect(!deleting.isEmpty)
        for file in deleting {
            let asks = ["Ledger.erase(", "ledger.merge("].contains { file.text.contains($0) }
            #expect(asks, "\(file.path) deletes recipients without Ledger.erase or Ledger.merge")
        }
    }

    @Test(arguments: [
        "INSERT INTO delivery (id) VALUES (1)", "INSERT OR IGNORE INTO told SELECT 1",
        "REPLACE INTO message VALUES (1)",
        "UPDATE delivery SET id = 1", "UPDATE OR REPLACE deliveryReason SET id = 1", "DELETE\n    FROM \"told\"",
        "insert\tinto\n\n editablePost", "WITH x AS (SELECT 1) DELETE FROM postedEvent", "update [deliveryStory] set",
    ])
    func `every way of writing is seen`(_ sql: String) {
        #expect(SQLWrites(in: "let sql = \"\"\"\n\(sql)\n\"\"\"").tables.intersection(Self.tables).count == 1)
    }

    @Test func `a table that is put into the text is seen, and so are its possible names`() {
        let text = #"for table in ["delivery", "feed"] { try db.execute(sql: "DELETE FROM \(table) WHERE id = 1") }"#
        let written = SQLWrites(in: text)
        #expect(written.hasComputedTable)
        #expect(written.literals.contains("delivery"))
        #expect(SQLWrites(in: #"sql: "UPDATE " + table"#).hasComputedTable)
        #expect(!SQLWrites(in: "SELECT told.storyID FROM told, message").hasComputedTable)
        #expect(SQLWrites(in: "SELECT told.storyID FROM told, message").tables.isEmpty)
    }
}

/// The tables that a file's SQL writes, all in lower case.
private struct SQLWrites {
    var tables: Set<String> = []
    /// A table's name is put together when the program runs.
    var hasComputedTable = false
    /// What stands alone between quotation marks.
    var literals: Set<String> = []

    init(in text: String) {
        let words = Self.words(of: text.lowercased())
        for (index, word) in words.enumerated() {
            if index > 0, index + 1 < words.count, words[index - 1] == "\"", words[index + 1] == "\"" {
                literals.insert(word)
            }
            guard let start = Self.target(at: index, in: words) else { continue }
            let rest = words[start...].drop { ["\"", "`", "["].contains($0) }
            guard let table = rest.first else { continue }
            if table == "\\" || table == "+" { hasComputedTable = true } else { tables.insert(table) }
        }
    }

    /// Where the table's name begins after a verb that writes; nil where none stands.
    private static func target(at index: Int, in words: [String]) -> Int? {
        func word(_ offset: Int) -> String { index + offset < words.count ? words[index + offset] : "" }
        switch words[index] {
        case "into": return index + 1
        case "update": return word(1) == "or" ? index + 3 : index + 1
        case "delete": return word(1) == "from" ? index + 2 : nil
        default: return nil
        }
    }

    /// Names, and each other sign that is no space.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var name = ""
        for character in text {
            if character.isLetter || character.isNumber || character == "_" {
                name.append(character)
                continue
            }
            if !name.isEmpty { words.append(name) }
            name = ""
            if !character.isWhitespace { words.append(String(character)) }
        }
        return name.isEmpty ? words : words + [name]
    }
}
