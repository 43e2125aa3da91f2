import GRDB
import Testing

@testable import Storage

@Suite struct DirectStatementTests {
    private func withTable(_ test: (Database) throws -> Void) throws {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT) STRICT")
            try test(db)
        }
    }

    private func add(_ number: Int64?, _ text: String?, _ db: Database) throws {
        try DirectStatement("INSERT INTO line (number, text) VALUES (?, ?)", in: db).execute {
            $0.bind(number)
            $0.bind(text)
        }
    }

    @Test(arguments: ["", "a", "Ünïcode 東京 🎈", String(repeating: "long ", count: 10_000)])
    func `texts arrive as they are`(text: String) throws {
        try withTable { db in
            try add(1, text, db)
            #expect(try String.fetchOne(db, sql: "SELECT text FROM line") == text)
        }
    }

    @Test func `values of one run do not stay for the next`() throws {
        try withTable { db in
            try add(7, "seven", db)
            try add(nil, nil, db)
            let rows = try Row.fetchAll(db, sql: "SELECT number, text FROM line ORDER BY number")
            #expect(rows.map { $0[0] as Int64 } == [7, 8])
            #expect(rows.map { $0[1] as String? } == ["seven", nil])
        }
    }

    @Test func `a number is nil when it is NULL or there is no row`() throws {
        try withTable { db in
            let newest = try DirectStatement("SELECT max(number) FROM line WHERE number < ?", in: db)
            #expect(try newest.integer { $0.bind(10) } == nil)
            try add(4, nil, db)
            #expect(try newest.integer { $0.bind(10) } == 4)
            let some = try DirectStatement("SELECT number FROM line WHERE number = ?", in: db)
            #expect(try some.integer { $0.bind(5) } == nil)
            #expect(try some.returnsRow { $0.bind(4) })
            #expect(try !some.returnsRow { $0.bind(5) })
        }
    }

    @Test func `a refused row is told, and the statement can be used again`() throws {
        try withTable { db in
            try add(1, "one", db)
            let error = #expect(throws: DatabaseError.self) { try add(1, "again", db) }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            try add(2, "two", db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM line") == 2)
        }
    }
}
