import GRDB

extension Database {
    /// Runs a statement that is compiled once for each connection: for what every refresh does.
    func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
