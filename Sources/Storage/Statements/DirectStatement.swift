import GRDB
import GRDBSQLite
import Glibc
import NewsModel

/// A statement whose values are bound one by one, for the few that run for each article.
///
/// GRDB makes an array of values and checks it for each run. That took a quarter of the time of storing.
struct DirectStatement {
    private let statement: Statement
    private let db: Database

    /// - Parameter sql: has one `?` for each value, and is used by this type alone.
    init(_ sql: String, in db: Database) throws {
        self.db = db
        statement = try db.cachedStatement(sql: sql)
    }

    /// Binds the values of one run, in the order of the statement.
    struct Values {
        fileprivate let statement: SQLiteStatement
        fileprivate var count: Int32 = 0

        mutating func bind(_ number: Int64?) {
            count += 1
            if let number {
                sqlite3_bind_int64(statement, count, number)
            } else {
                sqlite3_bind_null(statement, count)
            }
        }

        mutating func bind(_ id: some RowIdentifier) { bind(id.rawValue) }

        mutating func bind(_ text: String?) {
            count += 1
            guard var text else {
                sqlite3_bind_null(statement, count)
                return
            }
            text.withUTF8 { bytes in
                // Like GRDB, which reads and writes texts up to a zero.
                let length = bytes.firstIndex(of: 0) ?? bytes.count
                // SQLite frees the copy. An empty text needs an address, too: without one it would be NULL.
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
                if let start = bytes.baseAddress { memcpy(copy, start, length) }
                sqlite3_bind_text(statement, count, copy, Int32(length)) { $0?.deallocate() }
            }
        }

        /// Passes an object to an SQL function; the statement keeps it until it forgets its values.
        ///
        /// - Parameter type: compared by its address (`sqlite3_value_pointer`).
        mutating func bind(_ object: AnyObject, type: UnsafePointer<CChar>?) {
            count += 1
            let pointer = Unmanaged.passRetained(object).toOpaque()
            sqlite3_bind_pointer(statement, count, pointer, type) { pointer in
                if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
            }
        }
    }

    /// One row.
    struct Columns {
        fileprivate let statement: SQLiteStatement

        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

        func number(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    }

    /// Reads the rows until `read` returns false, and then forgets the values.
    func forEachRow(_ bind: (inout Values) -> Void, _ read: (Columns) throws -> Bool) throws {
        let handle = statement.sqliteStatement
        var values = Values(statement: handle)
        bind(&values)
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw try error(code) }
            guard try read(Columns(statement: handle)) else { return }
        }
    }

    /// Runs a statement that returns no rows.
    func execute(_ bind: (inout Values) -> Void) throws { _ = try firstRow(bind) { _ in } }

    /// Whether the statement returns a row.
    func returnsRow(_ bind: (inout Values) -> Void) throws -> Bool { try firstRow(bind) { _ in } != nil }

    /// The first column of the first row; nil when it is NULL or there is no row.
    func integer(_ bind: (inout Values) -> Void) throws -> Int64? {
        try firstRow(bind) { sqlite3_column_type($0, 0) == SQLITE_NULL ? nil : sqlite3_column_int64($0, 0) } ?? nil
    }

    private func firstRow<Value>(
        _ bind: (inout Values) -> Void,
        _ read: (SQLiteStatement) -> Value
    ) throws -> Value? {
        let handle = statement.sqliteStatement
        var values = Values(statement: handle)
        bind(&values)
        let code = sqlite3_step(handle)
        let row = code == SQLITE_ROW ? read(handle) : nil
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            throw try error(code)
        }
        sqlite3_reset(handle)
        return row
    }

    /// - Parameter code: what the last step returned.
    private func error(_ code: Int32) throws -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(db.sqliteConnection))
        sqlite3_reset(statement.sqliteStatement)
        // When the caller's task is cancelled, GRDB interrupts the statement and refuses the next one.
        if code == SQLITE_INTERRUPT { try db.execute(sql: "SELECT 1") }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
    }
}

/// The direct statements of one transaction, each looked up once.
///
/// GRDB finds a statement by its whole text. Here the place of the text in the program is enough.
final class DirectStatements {
    let db: Database
    private var known: [(sql: UnsafePointer<UInt8>, statement: DirectStatement)] = []

    init(_ db: Database) { self.db = db }

    /// - Parameter sql: a literal that stands in one place of the program.
    func statement(_ sql: StaticString) throws -> DirectStatement {
        if let known = known.first(where: { $0.sql == sql.utf8Start }) { return known.statement }
        let statement = try DirectStatement("\(sql)", in: db)
        known.append((sql.utf8Start, statement))
        return statement
    }
}
